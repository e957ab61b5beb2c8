/** `npm run lint:openapi`: Redocly's strict rules, OWASP's API security rules (Spectral) and the AsyncAPI parser. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { foundBy, openapiFolder, root, run } from './documents.ts';
import { eventFiles } from './event-documents.ts';

/** The generated bundles. The gateway's is the public document of all services. */
const files = globSync('services/*/generated/{openapi,internal/openapi}.json', { cwd: root }).map((file) => join(root, file));

/** A finding of Spectral. */
interface Problem {
  source: string;
  code: string;
  message: string;
  path: (string | number)[];
}

/** Spectral takes what an example shows for schemas; a test compares examples with the schemas. */
function owaspProblems(bundles: string[]): string[] {
  const settings = ['--ruleset', join(root, '.spectral.yaml'), '--format', 'json', '--quiet'];
  return foundBy<Problem[]>('spectral', ['lint', ...bundles, ...settings])
    .filter(({ path }) => !path.some((part, index) => part === 'example' && String(path[index - 1]).includes('/')))
    .map(({ source, code, message, path }) => `${relative(root, source)} ${path.join('.')}: ${code}: ${message}`);
}

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
async function check(name: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
    console.log(`${name}: fine`);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

await check('redocly', () => run('redocly', ['lint', ...files, '--config', join(openapiFolder, 'redocly.yaml')]));
await check('owasp', () => {
  const problems = owaspProblems(files);
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
await check('asyncapi', async () => {
  const problems = await eventProblems();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
