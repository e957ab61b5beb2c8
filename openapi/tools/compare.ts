/** `npm run compare:documents`: nothing may break of the last release's documents in openapi/base. `-- --record` replaces them. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Document } from '@partner-ordering/openapi';
import { openapiFolder } from './documents.ts';
import { breaksBetween } from './oasdiff.ts';
import { promisedDocuments } from './promises.ts';

const base = join(openapiFolder, 'base');

/** Words for readers promise nothing. */
const withoutWords = (key: string, value: unknown): unknown =>
  typeof value === 'string' && (key === 'description' || key === 'summary') ? undefined : value;

function record(present: Map<string, Document>): void {
  rmSync(base, { recursive: true, force: true });
  for (const [name, document] of present) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), `${JSON.stringify(document, withoutWords)}\n`);
  }
}

/** Prints what breaks. Throws where the base is empty, since then nothing could. */
function compare(present: Map<string, Document>): void {
  const names = globSync('**/*.json', { cwd: base });
  if (names.length === 0) throw new Error('openapi/base is empty');
  for (const name of names.sort()) {
    const [previous, current] = [JSON.parse(readFileSync(join(base, name), 'utf8')) as Document, present.get(name)];
    const breaks = current === undefined ? ['the document was removed'] : breaksBetween(previous, current);
    for (const line of breaks) console.log(`${name}: ${line}`);
    if (breaks.length > 0) process.exitCode = 1;
  }
  if (process.exitCode === undefined) console.log('public and internal documents, events: nothing breaks');
}

try {
  if (process.argv.includes('--record')) record(promisedDocuments());
  else compare(promisedDocuments());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
