import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually, lockIsAwaited, testDatabase, type TestDatabase } from '@partner-ordering/testing';
import pg from 'pg';
import { everyConnection } from '../fixtures/things.ts';
import { isConnectionError } from './connection-errors.ts';
import { openDatabase, type Database } from './database.ts';
import { onBehalfOf } from './connection-queue.ts';
import { byKey, prepared, sql, type Sql } from './sql.ts';

const POOL_SIZE = 6;
/** How many of them one party gets. */
const SHARE = 3;
const PIPES = 2;

describe('piped reads', () => {
  let created: TestDatabase;
  let other: pg.Client;
  before(async () => {
    created = await testDatabase('empty', async () => undefined);
    other = new pg.Client({ connectionString: created.url });
    await other.connect();
    await other.query('create table entry as select generate_series(1, 100) as number');
  });
  after(async () => {
    await other.end();
    await created.drop();
  });

  async function open(t: TestContext, url: string = created.url): Promise<Database> {
    const database = await openDatabase({ url, entities: [], migrations: [], poolSize: POOL_SIZE, applicationName: 'pipes' });
    t.after(() => database.close());
    return database;
  }

  const read = <Row>(database: Database, statement: Sql): Promise<Row[]> => database.query(byKey(prepared(statement, 'own')));
  /** Reads the numbers from 1 on at once, each by itself. */
  const readNumbers = async (database: Database, count: number): Promise<number[]> => {
    const reads = numbersTo(count).map((number) =>
      read<{ number: number }>(database, sql`select number from entry where number = ${number}`),
    );
    return (await Promise.all(reads)).map(([row]) => row!.number);
  };
  const numbersTo = (count: number): number[] => Array.from({ length: count }, (_none, index) => index + 1);

  /** The processes that answer more reads at once than the pool has connections: once they are open, the pipes alone. */
  const pipesOf = (database: Database): Promise<number[]> =>
    eventually(async () => {
      const reads = Array.from({ length: 2 * POOL_SIZE }, () => read<{ pid: number }>(database, sql`select pg_backend_pid() as pid`));
      const pids = [...new Set((await Promise.all(reads)).map(([row]) => row!.pid))];
      return pids.length === PIPES && pids;
    });

  test('backends that end with 50 reads in flight leave 50 right answers, and others take their place', async (t) => {
    const database = await open(t);
    const pids = await pipesOf(database);
    await other.query('begin; lock table entry');
    const answers = readNumbers(database, 50);
    const observer = await open(t);
    await lockIsAwaited(observer.pool, { count: SHARE + PIPES, like: 'select number%' });
    await observer.query(sql`select pg_terminate_backend(pid) from unnest(${pids}::int[]) pid`);
    await other.query('commit');
    assert.deepEqual(await answers, numbersTo(50));
    assert.equal(new Set([...pids, ...(await pipesOf(database))]).size, 2 * PIPES);
  });

  test('a list holds up no read by key', async (t) => {
    const database = await open(t);
    await pipesOf(database);
    const answered: string[] = [];
    const list = database.query(sql`select pg_sleep(1)`).then(() => answered.push('list'));
    const found = await readNumbers(database, 100);
    answered.push('reads');
    await list;
    assert.deepEqual([found, answered], [numbersTo(100), ['reads', 'list']]);
  });

  test('a read that waits for a lock holds up no other party for as long', async (t) => {
    const database = await open(t);
    await pipesOf(database);
    await other.query('create table locked ()');
    await other.query('begin; lock table locked');
    t.after(() => other.query('rollback'));
    const answered: string[] = [];
    const waiting = [1, 2].map(() =>
      read(database, sql`select from locked`).catch((error: unknown) => answered.push((error as { code: string }).code)),
    );
    const found = await onBehalfOf({ parties: ['other'], operation: '' }, () => readNumbers(database, 20));
    answered.push('reads');
    await Promise.all(waiting);
    assert.deepEqual([found, answered], [numbersTo(20), ['reads', '55P03', '55P03']]);
  });

  test('a pipe outlasts a process that stood still', async (t) => {
    const database = await open(t);
    const pids = await pipesOf(database);
    const answers = readNumbers(database, 10);
    await nextTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_100);
    assert.deepEqual(await answers, numbersTo(10));
    assert.deepEqual((await pipesOf(database)).toSorted(), pids.toSorted());
  });

  test('a statement that took too long is named by its error, within a transaction and outside', async (t) => {
    const database = await open(t);
    const slow = sql`select pg_sleep(9), number from entry`;
    const outcomes = [database.query(slow), database.transactional((tx) => tx.query(slow))].map((each) => each.catch(String));
    await eventually(async () => {
      const { rowCount } = await other.query(
        `select pid from pg_stat_activity where state = 'active' and query like 'select pg_sleep(9)%'`,
      );
      return rowCount === 2;
    });
    await other.query(`select pg_cancel_backend(pid) from pg_stat_activity where query like 'select pg_sleep(9)%'`);
    for (const outcome of await Promise.all(outcomes)) assert.match(String(outcome), /canceling statement due to .*: select entry$/);
  });

  test('a failed read fails alone, and says itself why though another one failed to prepare its statement', async (t) => {
    const database = await open(t);
    await pipesOf(database);
    const divide = (by: number) => read(database, sql`select 1 / ${by}::int as result`);
    const readMissing = (number: number) => read(database, sql`select from missing where number = ${number}`);
    const outcomes = await Promise.allSettled([...[0, 1, 0, 1].map(divide), ...[1, 2, 3, 4].map(readMissing)]);
    assert.deepEqual(
      outcomes.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as { code: string }).code)),
      ['22012', [{ result: 1 }], '22012', [{ result: 1 }], '42P01', '42P01', '42P01', '42P01'],
    );
  });

  test('a server that falls silent is an outage within 10 s', { timeout: 10_000 }, async (t) => {
    const proxy = await startProxy(t, new URL(created.url));
    const database = await open(t, proxy.url);
    await pipesOf(database);
    // The pool would have to connect first, which takes time too.
    for (const client of await everyConnection(database.pool)) client.release(true);
    proxy.fallSilent();
    for (const each of await Promise.allSettled(numbersTo(10).map(() => readNumbers(database, 1))))
      assert.ok(each.status === 'rejected' && isConnectionError(each.reason));
  });

  test('a server that fell silent holds up no stop', { timeout: 10_000 }, async (t) => {
    const proxy = await startProxy(t, new URL(created.url));
    const database = await open(t, proxy.url);
    await pipesOf(database);
    proxy.fallSilent();
    await database.close();
  });

  test('a server without connections for pipes is read by the pool', async (t) => {
    await other.query(`create role few login password 'few' connection limit ${SHARE + 1}; grant select on entry to few`);
    const url = new URL(created.url);
    Object.assign(url, { username: 'few', password: 'few' });
    const database = await open(t, url.href);
    await database.openConnections();
    for (let times = 0; times < 3; times++) assert.deepEqual(await readNumbers(database, POOL_SIZE), numbersTo(POOL_SIZE));
  });

  test('one read at a time needs one connection', async (t) => {
    const database = await open(t);
    const pids = new Set<number>();
    for (let times = 0; times < 3; times++)
      for (const { pid } of await read<{ pid: number }>(database, sql`select pg_backend_pid() as pid`)) pids.add(pid);
    // A backend of the test before may still end.
    const backends = await eventually(async () => {
      const { rows } = await other.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'pipes'`);
      return rows.length <= pids.size && rows.map(({ pid }) => pid);
    });
    assert.deepEqual(backends, [...pids]);
  });
});

/** A way to the server that can fall silent. */
async function startProxy(t: TestContext, to: URL): Promise<{ url: string; fallSilent: () => void }> {
  const sockets: Socket[] = [];
  let isSilent = false;
  const proxy = createServer((client) => {
    if (isSilent) return void sockets.push(client);
    const server = connect(Number(to.port), to.hostname);
    for (const socket of [client, server]) sockets.push(socket.on('error', () => undefined));
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(to);
  url.port = String((proxy.address() as AddressInfo).port);
  const fallSilent = (): void => {
    isSilent = true;
    sockets.forEach((socket) => socket.unpipe());
  };
  return { url: url.href, fallSilent };
}
