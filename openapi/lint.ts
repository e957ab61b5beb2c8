/**
 * `npm run lint:openapi`: the bundles by Redocly's strict rules and OWASP's API security rules (Spectral), the event documents by
 * the AsyncAPI parser. Reads services/<service>/generated, so it first makes sure that these are up to date.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Parser } from '@asyncapi/parser';
import type { Document } from './document.ts';
import { bundleDocuments, openapiFolder, root, run } from './documents.ts';
import { internalDocuments } from './internal-documents.ts';
import { publicDocument } from './examples.ts';
import { publicBundle } from './public-bundle.ts';

/** The generated bundles, internal ones too; the gateway's is the public one, of all services. */
function bundleFiles(): string[] {
  const documents = bundleDocuments(openapiFolder);
  const generated: [string, Document][] = [
    ...[...documents].map(([service, document]): [string, Document] => [
      `${service}/generated/openapi.json`,
      service === 'gateway' ? publicDocument(documents, join(root, 'tests/golden')) : document,
    ]),
    ...[...internalDocuments()].map(([service, document]): [string, Document] => [`${service}/generated/internal/openapi.json`, document]),
  ];
  return generated.map(([name, expected]) => {
    const file = join(root, 'services', name);
    const isCurrent = existsSync(file) && isDeepStrictEqual(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(JSON.stringify(expected)));
    if (!isCurrent) throw new Error(`${relative(root, file)} is not up to date: npm run generate`);
    return file;
  });
}

/** Spectral takes what an example shows for schemas, so it gets the public document without examples, which a test compares with the schemas. */
function withoutExamples(file: string): string {
  if (!file.endsWith('gateway/generated/openapi.json')) return file;
  const copy = join(mkdtempSync(join(tmpdir(), 'public-')), 'openapi.json');
  writeFileSync(copy, JSON.stringify(publicBundle(bundleDocuments(openapiFolder)), null, 2));
  return copy;
}

async function eventProblems(): Promise<string[]> {
  const folder = join(openapiFolder, 'events');
  const parser = new Parser();
  const problems: string[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    const { diagnostics } = await parser.parse(readFileSync(join(folder, file), 'utf8'));
    problems.push(...diagnostics.map(({ message, path, range }) => `events/${file}:${range.start.line + 1} ${path.join('.')}: ${message}`));
  }
  return problems;
}

/** Runs one check; a failed one is printed and does not stop the others. */
async function check(name: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
    console.log(`${name}: fine`);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

let files: string[] = [];
await check('bundles', () => {
  files = bundleFiles();
});
await check('redocly', () => run('redocly', ['lint', ...files, '--config', join(openapiFolder, 'redocly.yaml')]));
await check('owasp', () =>
  run('spectral', ['lint', ...files.map(withoutExamples), '--ruleset', join(root, '.spectral.yaml'), '--fail-severity', 'hint']),
);
await check('asyncapi', async () => {
  const problems = await eventProblems();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
