import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TITLES_VARIABLE } from './reporter.ts';
import type { TitleList } from './titles.ts';

// What `npm test`, `npm run test:unit` (--unit), `npm run test:containers` (--containers) and `npm run test:contracts` (--contracts) run.
// Other arguments go to `node --test`: files instead of all of them, or its options. `npm run titles` (--titles) runs all tests and lists
// them.

const here = import.meta.dirname;
const root = join(here, '../../..');
const isUnit = process.argv.includes('--unit');
const needsContainers = process.argv.includes('--containers');
const isContracts = process.argv.includes('--contracts');
const writesTitles = process.argv.includes('--titles');
const given = process.argv.slice(2).filter((argument) => !['--unit', '--containers', '--contracts', '--titles'].includes(argument));
const hasFiles = given.some((argument) => !argument.startsWith('-'));
const files = hasFiles ? [] : findTests();

// Only a whole run can say that a test is missing.
if (!isUnit && given.length === 0) process.env[TITLES_VARIABLE] = JSON.stringify(titleList());
else delete process.env[TITLES_VARIABLE];

const inProcesses = (setup: string): string[] => [
  '--test-concurrency=2',
  '--test-timeout=300000',
  `--import=${join(here, 'leak-guard.ts')}`,
  `--test-global-setup=${join(here, setup)}`,
];

if (files.length === 0 && !hasFiles) process.stdout.write('0 passed, 0 failed\n');
// Unit tests share one process, since starting one costs more than they do.
else if (isUnit) await runTests(['--test-isolation=none']);
else if (needsContainers) await withDocker(() => withDataDir(() => runTests(inProcesses('containers-setup.ts'))));
else await withDataDir(() => runTests(inProcesses('global-setup.ts')));

function findTests(): string[] {
  const name = isUnit ? '*.unit.test.ts' : needsContainers ? '*.container.test.ts' : isContracts ? '*.contract.test.ts' : '*.test.ts';
  const found = globSync(`{libs,services,tests,bench,openapi,workspace}/**/${name}`, { cwd: root, exclude: ['**/node_modules'] }).sort();
  return needsContainers || isContracts ? found : found.filter((file) => !/\.(container|contract)\.test\.ts$/.test(file));
}

/** Where Docker is, the tests with containers have a list of their own. */
function titleList(): TitleList {
  return {
    mode: writesTitles ? 'write' : 'check',
    list: needsContainers ? 'tests/titles-containers.txt' : isContracts ? 'tests/titles-contracts.txt' : 'tests/titles.txt',
    retired: 'tests/titles-retired.tsv',
    isOptional: needsContainers,
    isStrict: process.env['CI'] !== undefined,
  };
}

async function withDocker(work: () => Promise<unknown>): Promise<void> {
  try {
    const { checkDocker } = await import('./containers.ts');
    await checkDocker();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
  await work();
}

async function runTests(mode: string[]): Promise<void> {
  const reporter = [`--test-reporter=${join(here, 'reporter.ts')}`, '--test-reporter-destination=stdout'];
  const runner = spawn(process.execPath, ['--test', ...mode, ...reporter, ...given, ...files], { cwd: root, stdio: 'inherit' });
  // Ctrl-C reaches the runner too; this process ends after it, to clean up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => runner.kill(signal));
  const [code] = (await once(runner, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}

/** Makes a folder for the run's PostgreSQL and removes it at the end; a server that was not stopped needs a moment to end. */
async function withDataDir(work: () => Promise<unknown>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-ordering-test-'));
  chmodSync(dataDir, 0o711); // started by root, PostgreSQL runs as another user, who must be able to enter
  process.env['TEST_DATA_DIR'] = dataDir;
  await work();
  for (let attempt = 0; attempt < 20 && existsSync(dataDir); attempt++) {
    if (attempt > 0) await delay(250);
    try {
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // The server still writes.
    }
  }
}
