/**
 * `npm run compare:documents`: nothing that openapi/base promises may break: the public document and the internal ones by oasdiff, the
 * event documents by event-breaches.ts; and CHANGELOG.md says what changed in the API, which `-- --changelog` writes. With `-- --record`,
 * at the release whose version package.json has, what was added becomes part of the base, and what is unreleased that of the release.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as prettier from 'prettier';
import { readAccepted, undecided, withoutBreaks } from './accepted-breaks.ts';
import { apiPart, asReleased, withApiPart } from './changelog.ts';
import { operationsOf, resolve, type Document } from './document.ts';
import { bundleDocuments, openapiFolder, root } from './documents.ts';
import { readEventDocuments } from './event-documents.ts';
import { eventBreaches } from './event-breaches.ts';
import { internalDocuments } from './internal-documents.ts';
import { httpChanges, type Change } from './oasdiff.ts';
import { publicBundle } from './public-bundle.ts';
import { resolvedEvents, type ResolvedEvents } from './resolved-events.ts';
import { withWebhooks } from './webhooks.ts';

const base = join(openapiFolder, 'base');
const acceptedFile = join(openapiFolder, 'accepted-breaks.txt');
const changelogFile = join(root, 'CHANGELOG.md');
const PUBLIC = 'openapi';

/**
 * The present documents; those of HTTP under their names in the base: the public one of all services, and what each answers its neighbours.
 */
const present = {
  http: new Map<string, Document>([
    [PUBLIC, publicBundle(withWebhooks(bundleDocuments(openapiFolder), readEventDocuments(join(openapiFolder, 'events'))))],
    ...[...internalDocuments()].map(([service, document]) => [`internal/${service}`, document] as const),
  ]),
  events: resolvedEvents(join(openapiFolder, 'events')),
};

const acceptedBreaks = () => readAccepted(readFileSync(acceptedFile, 'utf8'));

const recorded = <Content>(name: string): Content => JSON.parse(readFileSync(join(base, `${name}.json`), 'utf8')) as Content;

/** The names of what the base holds in one of its folders. Throws when that is nothing. */
function recordedIn(folder: string): string[] {
  const names = readdirSync(join(base, folder)).map((file) => `${folder}/${basename(file, '.json')}`);
  if (names.length === 0) throw new Error(`openapi/base/${folder} is empty`);
  return names;
}

/**
 * What breaks in all HTTP documents, in lines, those about an internal one beginning with its service; and what else changed in the public
 * one.
 */
function compareHttp(): { breaks: string[]; additions: Change[] } {
  const additions: Change[] = [];
  const breaks = [PUBLIC, ...recordedIn('internal')].flatMap((name) => {
    const [was, is] = [recorded<Document>(name), present.http.get(name)];
    const owner = name === PUBLIC ? '' : `${basename(name)}: `;
    if (is === undefined) return [`${owner}the internal document was removed`];
    mustFind(was);
    const changes = httpChanges(was, is);
    if (name === PUBLIC) additions.push(...changes.filter(({ isBreak }) => !isBreak));
    return [...breaksAmong(changes), ...refusedCallers(was, is)].map((line) => owner + line);
  });
  return { breaks, additions };
}

const breaksAmong = (changes: readonly Change[]): string[] =>
  changes.filter(({ isBreak }) => isBreak).map(({ operation, text }) => (operation === undefined ? text : `${operation} ${text}`));

/** Who may ask no more, which oasdiff cannot know: an instance of the release before still asks. */
function refusedCallers(was: Document, is: Document): string[] {
  return [...operationsOf(was)].flatMap(({ path, method, operation }) => {
    const callers = is.paths[path]?.[method]?.['x-callers'];
    const refused = operation['x-callers']?.filter((caller) => callers?.includes(caller) === false) ?? [];
    return refused.map((caller) => `${method.toUpperCase()} ${path} refuses ${caller}`);
  });
}

/** A judge that finds nothing must be one that can: with a required field of an answer taken out, that field is named. Throws otherwise. */
function mustFind(document: Document): void {
  const narrowed = structuredClone(document);
  for (const { path, method, operation } of operationsOf(narrowed)) {
    const schema = operation.responses['200']?.content?.['application/json']?.schema;
    const answer = schema && resolve(narrowed, schema);
    const field = answer?.required?.find((name) => answer.properties?.[name] !== undefined);
    if (answer?.properties === undefined || field === undefined) continue;
    Reflect.deleteProperty(answer.properties, field);
    answer.required = answer.required?.filter((name) => name !== field) ?? [];
    const start = `${method.toUpperCase()} ${path} removed the required property \`${field}\``;
    if (!breaksAmong(httpChanges(document, narrowed)).some((line) => line.startsWith(start)))
      throw new Error(`oasdiff does not see: ${start}`);
    return;
  }
  throw new Error(`no answer of "${String(document.info['title'])}" has a field to try the comparison with`);
}

function eventBreaks(): string[] {
  return eventBreaches(
    recordedIn('events').map((name) => recorded<ResolvedEvents>(name)),
    present.events.values(),
  );
}

/** Runs one comparison; a failed one is printed and does not stop the others. */
async function check(name: string, fine: string, work: () => string[] | Promise<string[]>): Promise<void> {
  try {
    const found = await work();
    console.log(found.length === 0 ? `${name}: ${fine}` : `${name}:\n${found.join('\n')}`);
    if (found.length > 0) process.exitCode = 1;
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** Compares the changelog with what it should say, or writes that. */
async function changelogFaults(additions: readonly Change[], isWriting: boolean): Promise<string[]> {
  const present = readFileSync(changelogFile, 'utf8');
  const options = { ...(await prettier.resolveConfig(changelogFile)), filepath: changelogFile };
  const expected = await prettier.format(withApiPart(present, apiPart(acceptedBreaks(), additions)), options);
  if (isWriting) writeFileSync(changelogFile, expected);
  return isWriting || present === expected
    ? []
    : ['what it says under Unreleased is not what changed: npm run compare:documents -- --changelog'];
}

/** Begins what the next release is compared with. Throws, before anything is written, for a version that is released already. */
function record(): string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const changelog = asReleased(readFileSync(changelogFile, 'utf8'), version);
  rmSync(base, { recursive: true, force: true });
  for (const folder of ['internal', 'events']) mkdirSync(join(base, folder), { recursive: true });
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(base, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
  for (const [name, document] of present.http) write(name, document);
  for (const [service, document] of present.events) write(`events/${service}`, document);
  writeFileSync(acceptedFile, withoutBreaks(readFileSync(acceptedFile, 'utf8')));
  writeFileSync(changelogFile, changelog);
  return [];
}

const isAsked = (option: string): boolean => process.argv.includes(option);
let additions: Change[] = [];
await check('public and internal documents', 'nothing breaks', () => {
  const found = compareHttp();
  ({ additions } = found);
  return undecided(found.breaks, acceptedBreaks());
});
await check('events', 'nothing breaks', eventBreaks);
if (process.exitCode === undefined) await check('changelog', 'says what changed', () => changelogFaults(additions, isAsked('--changelog')));
if (process.exitCode === undefined && isAsked('--record'))
  await check('release', 'openapi/base holds its documents, and CHANGELOG.md has its version', record);
