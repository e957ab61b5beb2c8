import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually, freePort } from '@partner-ordering/testing';
import { answers, endsSoon, run, stopAll, temporaryFolder, type Program } from './program.ts';

const folder = temporaryFolder();
const home = join(folder.path, 'postgres');
const postmaster = join(home, 'data/postmaster.pid');
let port: number;

const start = (environment: Record<string, string | number> = {}): Program =>
  run('services/standalone/src/main.ts', { DATA_DIR: folder.path, PORT: port, ...environment });

async function startAndWait(): Promise<Program> {
  const program = start();
  await answers(program, `http://127.0.0.1:${port}/readyz`);
  await eventually(() => program.stdout().includes('is ready')); // before that, a signal still breaks the start off
  return program;
}

const postmasterLine = (line: number): string => readFileSync(postmaster, 'utf8').split('\n')[line]!;

/** Command lines of processes that work on our folder. */
const processes = (): string[] =>
  globSync('/proc/[0-9]*/cmdline').flatMap((file) => {
    const line = existsSync(file) ? readFileSync(file, 'latin1') : '';
    return line.includes(home) ? [line.replaceAll('\0', ' ')] : [];
  });

async function assertStopped(program: Program, signal: NodeJS.Signals): Promise<void> {
  program.process.kill(signal);
  assert.deepEqual([await endsSoon(program), program.stderr()], [0, '']);
  assert.deepEqual([processes(), existsSync(postmaster)], [[], false]);
}

describe('a signal while everything starts ends it at once and leaves nothing running', () => {
  before(async () => void (port = await freePort()));
  afterEach(stopAll);
  after(() => folder.remove());

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    test(`${signal} while the data folder is initialised`, async () => {
      const program = start();
      await eventually(() => globSync(`${home}/initialising-*/data/base`).length > 0, { intervalMs: 5, timeoutMs: 30_000 });
      await assertStopped(program, signal);
      assert.deepEqual(globSync(`${home}/initialising-*`), []);
    });

  test('SIGINT while a migration waits for PostgreSQL, or runs', async () => {
    const program = start();
    await eventually(() => existsSync(postmaster), { intervalMs: 5, timeoutMs: 30_000 });
    await assertStopped(program, 'SIGINT');
  });

  test('a second Ctrl-C ends even a stop that hangs', async () => {
    const program = await startAndWait();
    const pid = Number(postmasterLine(0));
    process.kill(pid, 'SIGSTOP');
    program.process.kill('SIGINT');
    await eventually(() => program.stdout().includes('Stopping'));
    await eventually(() => (program.process.kill('SIGINT'), program.process.exitCode !== null));
    assert.equal(await program.ended, 1);
    process.kill(pid, 'SIGCONT');
    await eventually(() => !existsSync(postmaster));
  });
});
