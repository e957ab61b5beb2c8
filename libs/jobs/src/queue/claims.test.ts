import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lockIsAwaited } from '@partner-ordering/testing';
import { queue } from '../fixtures/workers.ts';
import { addJobs } from './add-jobs.ts';
import { claimJobs, finishJobs, renewClaims } from './claims.ts';

describe('claimJobs', () => {
  test('one statement claims due jobs in order, of each name at most as many as it has slots', async () => {
    const now = new Date('2026-11-20T10:00:00Z');
    const jobs = ['heavy', 'heavy', 'light', 'unknown', 'light', 'heavy', 'light'].map((name, at) => ({ name, key: `${at}`, data: {} }));
    for (const job of jobs.toReversed()) await queue.add([{ ...job, runAt: new Date(now.getTime() - 1_000 + Number(job.key)) }], now);
    await queue.add([{ name: 'light', key: 'later', data: {}, runAt: new Date(now.getTime() + 1) }], now);
    const slots = new Map(Object.entries({ heavy: 1, light: 4 }));
    const session = await queue.database.pool.connect();
    const claim = async () => (await claimJobs(session, { slots, now, limit: 4 })).claimed.map(({ key }) => key);
    const claimed = [await claim(), await claim(), await claim()];
    session.release();
    assert.deepEqual(claimed, [['0', '2', '4', '6'], ['1'], ['5']]);
  });

  test('a claim reads no job of a name without a slot, however many are due now or later', async () => {
    const session = await queue.database.pool.connect();
    // So many wait of the other name too that statistics do not tell them apart.
    await session.query(`
      insert into job (name, run_at, lane) select name, now() + hours * interval '1 hour', lane
      from (values ('heavy', -1), ('heavy', 1), ('light', 2)) as queued (name, hours), (values (null), ('a')) as lanes (lane), generate_series(1, 1000)`);
    await session.query('analyze job');
    await session.query('begin');
    // PostgreSQL counts what earlier transactions of the session read too, until it tells others.
    const readRows = async () => {
      const text = `select (idx_tup_fetch + seq_tup_read)::int as rows from pg_stat_xact_user_tables where relname = 'job'`;
      return (await session.query<{ rows: number }>(text)).rows[0]!.rows;
    };
    const before = await readRows();
    const { claimed, nextInMs } = await claimJobs(session, { slots: new Map([['light', 4]]), now: new Date(), limit: 4 });
    const rows = (await readRows()) - before;
    await session.query('rollback');
    session.release();
    assert.deepEqual([claimed, Math.round(nextInMs / 3_600_000)], [[], 2]);
    assert.ok(rows < 20, `${rows} rows`);
  });

  test('only claimed jobs are locked, and concurrent claims take different jobs', async () => {
    const now = new Date();
    for (let index = 0; index < 12; index++) await queue.add([{ name: 'small', key: `k${index}`, data: {} }], now);
    const request = { slots: new Map([['small', 5]]), now, limit: 5 };
    const sessions = [await queue.database.pool.connect(), await queue.database.pool.connect()] as const;
    const keysOf = async (session: (typeof sessions)[0]) => (await claimJobs(session, request)).claimed.map(({ key }) => key);
    await sessions[0].query('begin');
    const first = await keysOf(sessions[0]);
    const free = await sessions[1].query<{ key: string }>('select key from job order by id for update skip locked');
    const second = await keysOf(sessions[1]);
    await sessions[0].query('commit');
    sessions.forEach((session) => session.release());
    assert.deepEqual(first, ['k0', 'k1', 'k2', 'k3', 'k4']);
    assert.deepEqual(
      free.rows.map(({ key }) => key),
      ['k5', 'k6', 'k7', 'k8', 'k9', 'k10', 'k11'],
    );
    assert.deepEqual(second, ['k5', 'k6', 'k7', 'k8', 'k9']);
  });

  test('lanes of a name take turns, however many jobs one of them has', async () => {
    const now = new Date();
    const add = (lane: string, ...keys: string[]) =>
      queue.add(
        keys.map((key) => ({ name: 'small', key: `${lane}${key}`, data: {}, lane })),
        now,
      );
    const claim = async () => {
      const {
        claimed: [job],
      } = await claimJobs(queue.database.pool, { slots: new Map([['small', 1]]), now, limit: 5 });
      await queue.database.transactional((tx) => finishJobs(tx, [job!]));
      return job!.key;
    };
    await add('a', ...Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0')));
    const claimed = [await claim(), await claim()];
    await add('b', '0', '1');
    await add('c', '0');
    await queue.add([{ name: 'small', key: 'later', data: {}, lane: 'b', runAt: new Date(now.getTime() + 1_000) }], now);
    while (claimed.length < 6) claimed.push(await claim());
    await add('c', '1');
    while (claimed.length < 10) claimed.push(await claim());
    assert.deepEqual(claimed, ['a00', 'a01', 'a02', 'b0', 'c0', 'a03', 'b1', 'c1', 'a04', 'a05']);
  });

  test('a claim of new jobs leaves out those that were tried before', async () => {
    const now = new Date();
    for (const key of ['a', 'b']) await queue.add([{ name: 'small', key, data: {} }], now);
    await queue.database.pool.query(`update job set attempts = 1 where key = 'a'`);
    const { claimed } = await claimJobs(queue.database.pool, { slots: new Map([['small', 2]]), now, limit: 2, areNew: true });
    assert.deepEqual(
      claimed.map(({ key }) => key),
      ['b'],
    );
  });
});

test('a claim that takes nothing says when a job of its names is due or a lease ends', async () => {
  const now = new Date();
  const claim = () => claimJobs(queue.database.pool, { slots: new Map([['small', 5]]), now, limit: 5 });
  await queue.add([{ name: 'unknown', data: {}, runAt: new Date(now.getTime() + 1_000) }]);
  assert.deepEqual(await claim(), { claimed: [], nextInMs: Infinity });
  await queue.add([{ name: 'small', key: 'later', data: {}, runAt: new Date(now.getTime() + 20_000) }]);
  assert.equal((await claim()).nextInMs, 20_000);
  await queue.add([{ name: 'small', key: 'now', data: {} }], now);
  assert.deepEqual(
    (await claim()).claimed.map(({ key }) => key),
    ['now'],
  );
  const { nextInMs } = await claim();
  assert.ok(nextInMs > 0 && nextInMs <= 15_000, `${nextInMs} ms`);
});

describe('finishJobs', () => {
  test('finished jobs are locked in the order in which jobs are added, so that transactions do not deadlock', async () => {
    const now = new Date();
    const job = (key: string) => ({ name: 'small', key, data: {} });
    for (const key of ['b', 'a']) await queue.add([job(key)], now);
    const { claimed } = await claimJobs(queue.database.pool, { slots: new Map([['small', 2]]), now, limit: 2 });
    let finished: Promise<boolean> | undefined;
    await queue.database.transactional(async (tx) => {
      await addJobs(tx, [job('a')], now);
      finished = queue.database.transactional((other) => finishJobs(other, claimed));
      await lockIsAwaited(queue.database.pool);
      await addJobs(tx, [job('b')], now);
    });
    assert.equal(await finished, true);
    const left = (await queue.queued()).map(({ key, leased_until: until, attempts }) => [key, until, attempts]);
    assert.deepEqual(left.toSorted(), [
      ['a', null, 0],
      ['b', null, 0],
    ]);
  });
});

describe('leases', () => {
  const { pool, transactional } = queue.database;
  const claim = async () => (await claimJobs(pool, { slots: new Map([['small', 5]]), now: new Date(), limit: 5 })).claimed;
  const endLeases = () => pool.query('update job set leased_until = clock_timestamp()');

  test('a lease keeps a job from other workers until it ends; only the newest claim may finish the job', async () => {
    await queue.add([{ name: 'small', key: 'a', data: {} }]);
    const [first] = await claim();
    assert.deepEqual(await claim(), []);
    await endLeases();
    assert.deepEqual([...(await renewClaims(pool, [first!]))], [first!.id]);
    assert.deepEqual(await claim(), []);
    await endLeases();
    const [second] = await claim();
    assert.deepEqual([second?.id, second?.attempts, second?.hasLostWorker], [first!.id, 2, true]);
    assert.equal((await renewClaims(pool, [first!])).size, 0);
    assert.deepEqual(
      [await transactional((tx) => finishJobs(tx, [first!])), await transactional((tx) => finishJobs(tx, [second!]))],
      [false, true],
    );
  });

  test('the lease of a finished job that was added again is not renewed', async () => {
    await queue.add([{ name: 'small', key: 'a', data: {} }]);
    const [first] = await claim();
    await queue.add([{ name: 'small', key: 'a', data: {} }]);
    await transactional((tx) => finishJobs(tx, [first!]));
    await renewClaims(pool, [first!]);
    assert.deepEqual(
      (await claim()).map(({ attempts, hasLostWorker }) => [attempts, hasLostWorker]),
      [[1, false]],
    );
  });

  test('a lease is renewed even while another job of the worker is locked', async () => {
    await queue.add(['a', 'b'].map((key) => ({ name: 'small', key, data: {} })));
    const claims = await claim();
    await endLeases();
    const session = await pool.connect();
    await session.query(`begin; select from job where key = 'a' for update`);
    assert.equal((await renewClaims(pool, claims)).size, 2);
    assert.deepEqual(await claim(), []);
    await session.query('rollback');
    session.release();
    assert.deepEqual(
      (await claim()).map(({ key }) => key),
      ['a'],
    );
  });
});
