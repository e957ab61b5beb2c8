import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const requirements = join(root, 'tests/schemathesis/requirements.txt');
const config = join(root, 'tests/schemathesis/schemathesis.toml');
const hooks = join(root, 'tests/schemathesis/hooks.py');
/** An uncommitted folder; another list of requirements causes a new installation. */
const environmentFolder = join(root, '.cache/schemathesis');
const installed = join(environmentFolder, 'requirements.txt');

/** Runs a command whose output is printed, and answers its exit code; undefined if the command does not exist. */
async function exitCodeOf(command: string, args: readonly string[], cwd = root, more = {}): Promise<number | undefined> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PYTHONUTF8: '1', ...more } });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } catch {
    return undefined;
  }
}

/** Installs Schemathesis from PyPI unless it is there. Answers the reason if it cannot. */
export async function prepare(): Promise<string | undefined> {
  const requiredVersions = readFileSync(requirements, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === requiredVersions) return undefined;
  rmSync(environmentFolder, { recursive: true, force: true });
  mkdirSync(environmentFolder, { recursive: true });
  if ((await exitCodeOf('python3', ['-m', 'venv', environmentFolder])) !== 0) return 'there is no Python with venv';
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:', '-r', requirements];
  if ((await exitCodeOf(join(environmentFolder, 'bin/python'), pip)) !== 0) return 'PyPI does not give its packages';
  writeFileSync(installed, requiredVersions);
  return undefined;
}

/** The result of a run. */
export interface Findings {
  tested: number;
  cases: number;
  seconds: number;
  /** Operations with a failure, and errors that stopped the run early. */
  failed: string[];
}

/** The form of its JSON report. */
interface Report {
  complete: boolean;
  stop_reason: string;
  running_time: number;
  operations: { tested: number; errored: number } | null;
  test_cases: { generated: number };
  failures: { title: string; operations: string[] }[];
  errors: { title: string; count: number }[];
}

/** The subject of a run. */
export interface Order {
  /** The file of the public document. */
  document: string;
  url: string;
  token: string;
  /** Gids of the users, applications and sessions that no request changes or deletes, as the token ends with them. */
  rememberedGids: readonly string[];
  seed: number;
  /** Maximum examples of each operation. */
  examples: number;
}

/** Tests every operation with one token, by one worker: a seed repeats its requests, and Python 3.11 fails with more. */
export async function tryAll({ document, url, token, rememberedGids, seed, examples }: Order, folder: string): Promise<Findings> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const options = ['--url', url, '--header', `Authorization: Bearer ${token}`, '--seed', String(seed), '--max-examples', String(examples)];
  const reports = ['--report', 'json', '--report-json-path', report];
  const code = await exitCodeOf(
    join(environmentFolder, 'bin/schemathesis'),
    ['--config-file', config, '--no-color', 'run', document, '--workers', '1', ...options, ...reports],
    folder,
    { SCHEMATHESIS_HOOKS: hooks, SCHEMATHESIS_KEPT: rememberedGids.join() },
  );
  const { complete, running_time, operations, test_cases, failures, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = [...new Set(failures.flatMap((failure) => failure.operations.map((operation) => `${operation}: ${failure.title}`)))];
  failed.push(...errors.map(({ title, count }) => `${count} × ${title}`));
  if (!complete) failed.push('the run did not come to its end');
  if (code !== 0 && failed.length === 0) failed.push(`it ended with ${code}`);
  return { tested: operations?.tested ?? 0, cases: test_cases.generated, seconds: Math.round(running_time), failed };
}
