import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually, freePort } from '@partner-ordering/testing';
import pg from 'pg';
import { answers, endsSoon, run, stop, stopAll, temporaryFolder, type Program } from './program.ts';

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

/** As superuser, in the PostgreSQL that runs now. */
async function query<Row extends pg.QueryResultRow>(database: string, ...texts: string[]): Promise<Row[]> {
  const password = readFileSync(join(home, 'password'), 'utf8');
  const client = new pg.Client({ host: '127.0.0.1', port: Number(postmasterLine(3)), user: 'postgres', password, database });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const text of texts) ({ rows } = await client.query<Row>(text));
    return rows;
  } finally {
    await client.end();
  }
}

const postmasterLine = (line: number): string => readFileSync(postmaster, 'utf8').split('\n')[line]!;

/** Keeps a lock in identity's database from now on, whoever restarts PostgreSQL. */
const lockForGood = (lock: string): Promise<unknown> => query('identity', 'begin', lock, `prepare transaction 'kept'`);
const unlock = (): Promise<unknown> => query('identity', `rollback prepared 'kept'`);

async function isWaitedForLock(): Promise<void> {
  const waiting = await query('identity', `select 1 from pg_locks where not granted`);
  assert.ok(waiting.length > 0);
}

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

  test('the next start finds a folder that it can use', async () => {
    const program = await startAndWait();
    await query('postgres', 'alter system set max_prepared_transactions = 1');
    assert.equal(await stop(program), 0);
  });

  for (const [phase, lock] of [
    ['a migration waits for a table', 'lock table mikro_orm_migrations in access exclusive mode'],
    ['demo data is written', 'lock table application in access exclusive mode'],
  ] as const)
    test(`SIGINT while ${phase}`, async () => {
      const earlier = await startAndWait();
      await lockForGood(lock);
      await stop(earlier, 'SIGKILL');
      const program = start();
      await eventually(isWaitedForLock, { timeoutMs: 30_000 });
      await assertStopped(program, 'SIGINT');
      const next = start();
      await eventually(unlock, { timeoutMs: 30_000 });
      await answers(next, `http://127.0.0.1:${port}/readyz`);
      assert.equal(await stop(next), 0);
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
