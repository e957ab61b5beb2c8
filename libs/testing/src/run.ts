import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DATA_DIR_VARIABLE } from './database.ts';
import { groupsOf, sortByLength, MOST_PROCESSES, writeEntries, type Groups } from './groups.ts';
import { failedFiles, total, type TestReport } from './reports/report.ts';
import { REPORT_VARIABLE } from './reports/reporter.ts';
import { rerunFailed } from './reports/rerun.ts';
import { tierOf, tiers } from './tiers.ts';

// Runs the tests for `npm test` and `npm run test:<tier>` (--<tier>): all files of the tier, or the named files and groups
// (`services/ordering`). Options go to `node --test`. The last line is `N passed, N failed`, with `, N skipped` if any.

const sourceFolder = import.meta.dirname;
const root = join(sourceFolder, '../../..');
const args = process.argv.slice(2);
const tier = tiers.find((name) => args.includes(`--${name}`)) ?? 'test';
const fileArguments = args.filter((argument) => argument !== `--${tier}`);
const options = fileArguments.filter((argument) => argument.startsWith('-'));
const names = fileArguments.filter((argument) => !argument.startsWith('-')).map((name) => name.replace(/\/$/, ''));
// Test processes load the same modules; without the cache each compiles them again.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/tests');

// Ctrl-C reaches the runner too; this process ends after it, to clean up.
let runner: ChildProcess | undefined;
let isEnded = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isEnded = true;
    runner?.kill(signal);
  });

// Kafka's tests need no Docker then; the others say that they do.
if (tier === 'containers' && !process.env['KAFKA_HOME']) await requireDocker();
const { passed, failed, skipped } = total(await outcome());
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
if (failed > 0) process.exitCode = 1;

/** Named files are not run again, so that their failures show. Unit tests are not either, since nothing in them can be late. */
async function outcome(): Promise<TestReport> {
  const groups = groupsOf(findTests());
  if (names.length > 0) return run(Object.fromEntries(names.map((name) => [name, groups[name] ?? [name]])));
  if (Object.keys(groups).length === 0) throw new Error(`there is no test of the tier ${tier}`);
  const first = await run(tier === 'test' ? sortByLength(groups, root) : groups);
  if (tier === 'unit') return first;
  return rerunFailed(
    first,
    (name) => run({ [name]: groups[name]! }),
    (line) => process.stdout.write(`\n${line}\n`),
  );
}

function findTests(): string[] {
  const found = globSync('{libs,services,portal,tests,bench,openapi,workspace}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] });
  return found.filter((file) => tierOf(file) === tier).sort();
}

async function requireDocker(): Promise<void> {
  try {
    const { checkDocker } = await import('./containers.ts');
    await checkDocker();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

function run(groups: Groups): Promise<TestReport> {
  const guards = [`--import=${join(sourceFolder, 'leak-guard.ts')}`, '--test-timeout=600000'];
  // They need no setup, and mostly wait.
  if (tier === 'unit') return runTests([...guards, '--test-concurrency=3'], groups);
  const setup = join(sourceFolder, tier === 'containers' ? 'containers-setup.ts' : 'global-setup.ts');
  // A rehearsal has the machine for itself, as it starts some ten services.
  const concurrency = { test: MOST_PROCESSES, incidents: 1 }[tier as string] ?? 2;
  return withDataDir(() => runTests([...guards, `--test-concurrency=${concurrency}`, `--test-global-setup=${setup}`], groups));
}

async function runTests(mode: string[], groups: Groups): Promise<TestReport> {
  if (isEnded) return incompleteReport();
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-report-'));
  const path = join(folder, 'report.json');
  const entries = writeEntries(groups, root, folder);
  const reporter = [`--test-reporter=${join(sourceFolder, 'reports/reporter.ts')}`, '--test-reporter-destination=stdout'];
  const env = { ...process.env, [REPORT_VARIABLE]: path };
  runner = spawn(process.execPath, ['--test', ...mode, ...reporter, ...options, ...entries.keys()], { cwd: root, stdio: 'inherit', env });
  const [code] = (await once(runner, 'exit')) as [number | null];
  const report = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TestReport) : incompleteReport();
  rmSync(folder, { recursive: true });
  // Only the exit code shows a failure outside the files, such as one of the setup.
  if (isEnded || (code !== 0 && failedFiles(report).length === 0)) report.isComplete = false;
  report.files = Object.fromEntries(Object.entries(report.files).map(([path, one]) => [entries.get(path) ?? path, one]));
  return report;
}

function incompleteReport(): TestReport {
  return { files: {}, isComplete: false };
}

/** Makes a folder for the run's PostgreSQL and removes it at the end; a server that was not stopped needs a moment to end. */
async function withDataDir(work: () => Promise<TestReport>): Promise<TestReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-ordering-test-'));
  chmodSync(dataDir, 0o711); // started by root, PostgreSQL runs as another user, who must be able to enter
  process.env[DATA_DIR_VARIABLE] = dataDir;
  const report = await work();
  for (let attempt = 0; attempt < 20 && existsSync(dataDir); attempt++) {
    if (attempt > 0) await delay(250);
    try {
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // The server still writes.
    }
  }
  return report;
}
