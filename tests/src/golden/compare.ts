import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../golden');
const CONTEXT = 3;
const SHOWN = 6;

/** The path of an operation's recording. */
export const goldenFile = (service: string, operationId: string): string => join(folder, service, `${operationId}.http`);

/** The committed recording of an operation; undefined without one. */
export function readGolden(service: string, operationId: string): string | undefined {
  const file = goldenFile(service, operationId);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Replaces the recordings of a service, and deletes obsolete ones. */
export function writeGolden(service: string, texts: ReadonlyMap<string, string>): void {
  rmSync(join(folder, service), { recursive: true, force: true });
  mkdirSync(join(folder, service), { recursive: true });
  for (const [operationId, text] of texts) writeFileSync(goldenFile(service, operationId), text);
}

/** The operations with a committed recording, by service. */
export function committed(): Map<string, string[]> {
  const services = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(services.map((service) => [service, readdirSync(join(folder, service)).map((name) => name.replace(/\.http$/, ''))]));
}

/** The first difference between two texts, with its exchange, for people; undefined if they are equal. */
export function difference(file: string, expected: string, actual: string): string | undefined {
  if (expected === actual) return undefined;
  const [was, is] = [expected.split('\n'), actual.split('\n')];
  const at = was.findIndex((line, index) => line !== is[index]);
  const first = at < 0 ? was.length : at;
  const exchange = was.slice(0, first + 1).findLast((line) => line.startsWith('### ')) ?? '';
  const lines = (list: string[], sign: string) => list.slice(first, first + SHOWN).map((line) => `${sign} ${line}`);
  const context = was.slice(Math.max(0, first - CONTEXT), first).map((line) => `  ${line}`);
  return [`${file}:${first + 1}, in "${exchange.slice(4)}"`, ...context, ...lines(was, '-'), ...lines(is, '+')].join('\n');
}
