/**
 * `npm run compare:documents`: nothing that openapi/base promises may break: the public document by oasdiff, the event documents by
 * event-breaches.ts. With `-- --record`, at a release, what was added becomes part of the base.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundleDocuments, openapiFolder } from './documents.ts';
import { eventBreaches } from './event-breaches.ts';
import { httpBreaches } from './oasdiff.ts';
import { publicBundle } from './public-bundle.ts';
import { resolvedEvents, type ResolvedEvents } from './resolved-events.ts';

const base = join(openapiFolder, 'base');
const baseEvents = join(base, 'events');

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The present documents: the public one of all services and the events of each. */
const present = {
  http: asJson(publicBundle(bundleDocuments(openapiFolder))),
  events: resolvedEvents(join(openapiFolder, 'events')),
};

function compareHttp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  try {
    writeFileSync(join(folder, 'present.json'), present.http);
    return httpBreaches(join(base, 'openapi.json'), join(folder, 'present.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compareEvents(): string {
  const files = readdirSync(baseEvents).map((file) => JSON.parse(readFileSync(join(baseEvents, file), 'utf8')) as ResolvedEvents);
  if (files.length === 0) throw new Error('openapi/base/events is empty');
  return eventBreaches(files, present.events.values()).join('\n');
}

/** Runs one comparison; a failed one is printed and does not stop the other. */
function check(name: string, breaches: () => string): void {
  try {
    const found = breaches();
    console.log(found === '' ? `${name}: nothing breaks` : `${name}: this breaks whoever relies on openapi/base:\n${found}`);
    if (found !== '') process.exitCode = 1;
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

function record(): void {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(baseEvents, { recursive: true });
  writeFileSync(join(base, 'openapi.json'), present.http);
  for (const [service, document] of present.events) writeFileSync(join(baseEvents, `${service}.json`), asJson(document));
  console.log(`${basename(openapiFolder)}/base holds the present documents`);
}

check('public document', compareHttp);
check('events', compareEvents);
if (process.argv.includes('--record') && process.exitCode === undefined) record();
