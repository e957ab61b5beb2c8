/** oasdiff, the judge of changes to documents. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, eachPart, type Json, NOTICE_DAYS } from '@partner-ordering/openapi';
import { runGoTool } from '../../workspace/go-tool.ts';

const oasdiff = { package: 'github.com/oasdiff/oasdiff', version: 'v1.32.1' } as const;

/**
 * The changes that break, or may break, clients of the base: oasdiff's findings, and lost values of open enums. Throws if Go is missing or
 * too old.
 */
export function breaksBetween(base: Document, revision: Document): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  try {
    const files = Object.entries({ base, revision }).map(([name, document]) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    const answer = runGoTool(oasdiff, [
      'breaking',
      '--flatten-allof',
      `--deprecation-days-stable=${NOTICE_DAYS}`,
      '--format',
      'json',
      ...files,
    ]);
    const breaks = JSON.parse(answer) as { operation?: string; path?: string; text: string }[];
    return [...breaks.map(({ operation, path, text }) => [operation, path, text].filter(Boolean).join(' ')), ...removed(base, revision)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The values that open enums of answers lost, which oasdiff ignores. */
function removed(base: Document, revision: Document): string[] {
  const present = openValues(revision);
  return [...openValues(base)].flatMap(([name, values]) =>
    values.filter((value) => present.get(name)?.includes(value) !== true).map((value) => `${name} lost the value ${String(value)}`),
  );
}

/** The known values of open enums by their places, such as `Payment.properties.status`. */
function openValues({ components: { schemas } }: Document): Map<string, Json[]> {
  const valuesByPlace = new Map<string, Json[]>();
  eachPart(schemas, ({ 'x-extensible-enum': values }, path) => Array.isArray(values) && valuesByPlace.set(path.join('.'), values));
  return valuesByPlace;
}
