import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { roundTrips } from '@partner-ordering/testing';
import { testThings, type TestThings } from '../fixtures/things.ts';
import { deferrable, lastStatements } from './client.ts';
import type { Queryable, Transaction } from './database.ts';
import { onBehalfOf } from './connection-queue.ts';
import { ofList, sql, type Statement } from './sql.ts';

describe('deferred statements', () => {
  let db: TestThings;
  let trips: () => number[];
  before(async () => {
    db = await testThings();
    await db.database.pool.query('create table entry (number int primary key)');
    trips = roundTrips(db.database.pool);
  });
  after(() => db.drop());
  beforeEach(() => db.database.pool.query('truncate entry'));

  /** Adds rows by deferred statements. */
  const add = (tx: Transaction, ...numbers: number[]) =>
    lastStatements(async () => {
      for (const number of numbers) await deferrable(() => tx.query(sql`insert into entry (number) values (${number})`));
    });
  const sum = (of: Pick<Transaction, 'query'>) => of.query(sql`select sum(number)::int as sum from entry`);

  test('deferred statements travel with the next one, so a transaction of five takes two round trips', async () => {
    trips();
    const seen = await db.database.transactional(async (tx) => {
      await add(tx, 1, 2);
      return sum(tx);
    });
    assert.deepEqual([seen, trips()], [[{ sum: 3 }], [2]]);
    assert.deepEqual(await sum(db.database), [{ sum: 3 }]);
  });

  test("a statement after the end of its transaction is refused, as its connection is somebody else's", async () => {
    for (const commits of [() => true, () => false]) {
      const ended = await db.database.transactional(async (tx) => tx, { commits });
      await assert.rejects(add(ended, 1), /The transaction has ended/);
    }
    assert.deepEqual(await sum(db.database), [{ sum: null }]);
  });

  test('a failed deferred statement rejects the next one or the commit, and nothing is stored', async () => {
    await db.database.query(sql`insert into entry (number) values (1)`);
    const twice = { code: '23505', table: 'entry' };
    const beforeCommit = db.database.transactional(async (tx) => {
      await add(tx, 2, 1);
    });
    await assert.rejects(beforeCommit, twice);
    const beforeRead = db.database.transactional(async (tx) => {
      await add(tx, 1);
      await sum(tx);
    });
    await assert.rejects(beforeRead, twice);
    assert.deepEqual(await sum(db.database), [{ sum: 1 }]);
  });

  test('a failure leaves the connection usable: a skipped statement is prepared when it is sent again', async () => {
    await db.database.query(sql`insert into entry (number) values (1)`);
    const skipped = (tx: Transaction) => tx.query(sql`select number, ${'skipped'} as text from entry`);
    const pids = new Set<number>();
    for (let times = 0; times < 2; times++) {
      const failing = db.database.transactional(async (tx) => {
        await add(tx, 1);
        await skipped(tx);
      });
      await assert.rejects(failing, { code: '23505' });
      const [row] = await db.database.transactional(async (tx) => {
        pids.add((await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid);
        return skipped(tx);
      });
      assert.deepEqual(row, { number: 1, text: 'skipped' });
    }
    assert.equal(pids.size, 1);
  });

  test('a deferrable statement before the end of a transaction is sent at once and rejects itself', async () => {
    await db.database.query(sql`insert into entry (number) values (1)`);
    let isReached = false;
    const early = db.database.transactional(async (tx) => {
      await deferrable(() => tx.query(sql`insert into entry (number) values (1)`));
      isReached = true;
    });
    await assert.rejects(early, { code: '23505' });
    assert.equal(isReached, false);
  });

  test('a statement that pg itself refuses ends the connection, and nothing is stored', async () => {
    const unreadable = { toPostgres: () => assert.fail('unreadable') };
    const refused = db.database.transactional(async (tx) => {
      await add(tx, 1);
      await lastStatements(async () => void (await deferrable(() => tx.query(sql`insert into entry (number) values (${unreadable})`))));
    });
    await assert.rejects(refused, { message: 'unreadable' });
    assert.deepEqual(await sum(db.database), [{ sum: null }]);
  });

  test('a rollback discards deferred statements', async () => {
    const left = db.database.transactional(async (tx) => {
      await add(tx, 1);
      throw new Error('no');
    });
    await assert.rejects(left, { message: 'no' });
    assert.deepEqual(await sum(db.database), [{ sum: null }]);
  });
});

describe('limits of statements', () => {
  let db: TestThings;
  before(async () => void (db = await testThings()));
  after(() => db.drop());

  test('a list has a limit of its own in one round trip, with which the next statement of its connection has nothing to do', async () => {
    const text = `select $1 || current_setting('statement_timeout') as limits, pg_backend_pid() as pid`;
    const limitsOf = async (of: Queryable, statement: Statement) => (await of.query<{ limits: string; pid: number }>(statement))[0]!;
    const trips = roundTrips(db.database.pool);
    const plain = { text, values: ['a '] };
    const list = ofList(plain);
    const prepared = ofList({ ...plain, values: ['b '], name: 'limits' });
    const seen = [];
    for (const statement of [list, plain, prepared, plain, prepared]) seen.push(await limitsOf(db.database, statement));
    assert.deepEqual(
      seen.map(({ limits }) => limits),
      ['a 2s', 'a 8s', 'b 2s', 'a 8s', 'b 2s'],
    );
    // The pool has its connection back before the last round trip of each use counts.
    assert.deepEqual([new Set(seen.map(({ pid }) => pid)).size, trips()], [1, [0, 0, 0, 0, 0]]);
    assert.equal((await db.database.transactional((tx) => limitsOf(tx, list))).limits, 'a 8s');
  });

  test('a transaction of a request waits 1.5 s for a lock, one of a job 3 s', async () => {
    const waits = () => db.database.transactional((tx) => tx.query(sql`show lock_timeout`));
    assert.deepEqual(await waits(), [{ lock_timeout: '3s' }]);
    assert.deepEqual(await onBehalfOf({ parties: ['a'], operation: '' }, waits), [{ lock_timeout: '1500ms' }]);
  });
});
