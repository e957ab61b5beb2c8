import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { queue } from '../fixtures/workers.ts';
import { eventually } from '@partner-ordering/testing';
import { addJobs } from './add-jobs.ts';
import { claimJobs, finishJobs } from './claims.ts';

describe('claimJobs', () => {
  test('one statement takes what is due in order, of each name as many as have a place', async () => {
    const now = new Date('2026-11-20T10:00:00Z');
    const jobs = ['heavy', 'heavy', 'light', 'unknown', 'light', 'heavy', 'light'].map((name, at) => ({ name, key: `${at}`, data: {} }));
    for (const job of jobs.toReversed()) await queue.add([{ ...job, runAt: new Date(now.getTime() - 1_000 + Number(job.key)) }], now);
    await queue.add([{ name: 'light', key: 'later', data: {}, runAt: new Date(now.getTime() + 1) }], now);
    const places = new Map([
      ['heavy', { runs: 1, together: 1 }],
      ['light', { runs: 4, together: 1 }],
    ]);
    const session = await queue.database.pool.connect();
    const claim = async () => (await claimJobs(session, { worker: 1, places, now, limit: 4 })).flat().map(({ key }) => key);
    const claimed = [await claim(), await claim(), await claim()];
    session.release();
    assert.deepEqual(claimed, [['0', '2', '4'], ['1', '6'], ['5']]);
  });

  test('several of one name make one run, but none that was tried before', async () => {
    const now = new Date();
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await queue.add([{ name: key === 'b' ? 'other' : 'small', key, data: {} }], now);
    await queue.database.pool.query(`update job set attempts = 1 where key = 'c'`);
    const places = new Map([['small', { runs: 3, together: 2 }], ['other', { runs: 3, together: 1 }]]); // prettier-ignore
    const session = await queue.database.pool.connect();
    const claim = async (limit: number) =>
      (await claimJobs(session, { worker: 1, places, now, limit })).map((jobs) => jobs.map(({ key }) => key).join(''));
    const claimed = [await claim(3), await claim(3)];
    session.release();
    assert.deepEqual(claimed, [['ad', 'b', 'c'], ['ef']]);
  });

  test('only what is taken is locked, and two that take at the same time take different jobs', async () => {
    const now = new Date();
    for (let index = 0; index < 12; index++) await queue.add([{ name: 'small', key: `k${index}`, data: {} }], now);
    await queue.database.pool.query(`update job set attempts = 1 where key in ('k0', 'k1', 'k2', 'k3')`);
    const request = { worker: 1, places: new Map([['small', { runs: 5, together: 3 }]]), now, limit: 5 };
    const sessions = [await queue.database.pool.connect(), await queue.database.pool.connect()] as const;
    const keysOf = async (session: (typeof sessions)[0]) => (await claimJobs(session, request)).map((jobs) => jobs.map(({ key }) => key));
    await sessions[0].query('begin');
    const first = await keysOf(sessions[0]);
    const free = await sessions[1].query<{ key: string }>('select key from job order by id for update skip locked');
    const second = await keysOf(sessions[1]);
    await sessions[0].query('commit');
    sessions.forEach((session) => session.release());
    assert.deepEqual(first, [['k0'], ['k1'], ['k2'], ['k3'], ['k4', 'k5', 'k6']]);
    assert.deepEqual(free.rows.map(({ key }) => key), ['k7', 'k8', 'k9', 'k10', 'k11']); // prettier-ignore
    assert.deepEqual(second, [
      ['k7', 'k8', 'k9'],
      ['k10', 'k11'],
    ]);
  });
});

describe('finishJobs', () => {
  test('jobs are locked in the order in which they are added, so that nobody waits for one who waits for it', async () => {
    const now = new Date();
    const job = (key: string) => ({ name: 'small', key, data: {} });
    for (const key of ['b', 'a']) await queue.add([job(key)], now);
    const session = await queue.database.pool.connect();
    const [claimed] = await claimJobs(session, { worker: 1, places: new Map([['small', { runs: 1, together: 2 }]]), now, limit: 1 });
    session.release();
    let finished: Promise<boolean> | undefined;
    await queue.database.transactional(async (tx) => {
      await addJobs(tx, [job('a')], now);
      finished = queue.database.transactional((other) => finishJobs(other, claimed!));
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(async () => (await queue.database.pool.query(waits)).rowCount === 1);
      await addJobs(tx, [job('b')], now);
    });
    assert.equal(await finished, true);
    const left = (await queue.queued()).map(({ key, worker, attempts }) => [key, worker, attempts]);
    assert.deepEqual(left.toSorted(), [['a', null, 0], ['b', null, 0]]); // prettier-ignore
  });
});
