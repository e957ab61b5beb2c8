/** `npm run lint:openapi`: Redocly's strict rules, OWASP's and Spectral's own, the AsyncAPI parser, and our shapes. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Parser } from '@asyncapi/parser';
import type { Document, Part } from '@partner-ordering/openapi';
import { foundBy, openapiFolder, root, run } from './documents.ts';
import { eventFiles } from './event-documents.ts';
import { shapeBreaches } from './shapes.ts';

/** The generated bundles. The gateway's is the public document of all services. */
const files = globSync('services/*/generated/{openapi,internal/openapi}.json', { cwd: root }).map((file) => join(root, file));

const served = join(root, 'services/gateway/generated/openapi.json');

/** What partners do, in several requests each. */
const workflows = globSync('docs/partners/workflows/*.arazzo.yaml', { cwd: root }).map((file) => join(root, file));

/** A finding of Spectral. */
interface Problem {
  source: string;
  code: string;
  message: string;
  path: (string | number)[];
}

/** The problems that Spectral finds by a ruleset. */
const spectralProblems = (ruleset: string, bundles: string[]): Problem[] =>
  foundBy('spectral', ['lint', ...bundles, '--ruleset', ruleset, '--format', 'json', '--quiet']);

const told = ({ source, code, message, path }: Problem): string => `${relative(root, source)} ${path.join('.')}: ${code}: ${message}`;

/** OWASP's problems with our documents. A test compares examples with the schemas; receivers define their answers to callbacks. */
const owaspProblems = (): string[] =>
  spectralProblems(join(root, '.spectral.yaml'), files)
    .filter(({ path }) => !path.includes('callbacks') && !path.some((part, index) => part === 'example' && isMediaType(path[index - 1])))
    .filter(({ code, source, path }) => code !== 'owasp:api4:2023-string-limit' || partAt(source, path)['format'] !== 'binary')
    .map(told);

const isMediaType = (key: unknown): boolean => String(key).includes('/');

/** Lengths of binary content are no shape that generators read (shapes.ts). */
const partAt = (source: string, path: Problem['path']): Part =>
  path.reduce((part, key) => part[key] as Part, JSON.parse(readFileSync(source, 'utf8')) as Part);

/** The breaches of the served document only; our own tools alone read those of the services. */
const shapeProblems = (): string[] => shapeBreaches(JSON.parse(readFileSync(served, 'utf8')) as Document);

async function eventProblems(): Promise<string[]> {
  const parser = new Parser();
  const problems: string[] = [];
  for (const file of eventFiles) {
    const { diagnostics } = await parser.parse(readFileSync(file, 'utf8'));
    const place = `events/${basename(file)}`;
    problems.push(...diagnostics.map(({ message, path, range }) => `${place}:${range.start.line + 1} ${path.join('.')}: ${message}`));
  }
  return problems;
}

/** Runs one check; a failed one is printed and does not stop the others. */
async function check(name: string, work: () => void | string[] | Promise<string[]>): Promise<void> {
  try {
    const problems = (await work()) ?? [];
    if (problems.length > 0) throw new Error(problems.join('\n'));
    console.log(`${name}: fine`);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

await check('redocly', () => run('redocly', ['lint', ...files, ...workflows, '--config', join(openapiFolder, 'redocly.yaml')]));
await check('owasp', owaspProblems);
await check('spectral', () => spectralProblems(join(openapiFolder, 'spectral.yaml'), [served]).map(told));
await check('asyncapi', eventProblems);
await check('shapes', shapeProblems);
