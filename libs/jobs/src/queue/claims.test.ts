import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { queue } from '../fixtures/workers.ts';
import { claimJobs } from './claims.ts';

describe('claimJobs', () => {
  test('one statement takes what is due in order, of each name as many as have a place', async () => {
    const now = new Date('2026-11-20T10:00:00Z');
    const jobs = ['heavy', 'heavy', 'light', 'unknown', 'light', 'heavy', 'light'].map((name, at) => ({ name, key: `${at}`, data: {} }));
    for (const job of jobs.toReversed()) await queue.add([{ ...job, runAt: new Date(now.getTime() - 1_000 + Number(job.key)) }], now);
    await queue.add([{ name: 'light', key: 'later', data: {}, runAt: new Date(now.getTime() + 1) }], now);
    const places = new Map(Object.entries({ heavy: 1, light: 4 }));
    const session = await queue.database.pool.connect();
    const claim = async () => (await claimJobs(session, { worker: 1, places, now, limit: 4 })).map(({ key }) => key);
    const claimed = [await claim(), await claim(), await claim()];
    session.release();
    assert.deepEqual(claimed, [['0', '2', '4'], ['1', '6'], ['5']]);
  });

  test('only what is taken is locked, and two that take at the same time take different jobs', async () => {
    const now = new Date();
    for (let index = 0; index < 12; index++) await queue.add([{ name: 'small', key: `k${index}`, data: {} }], now);
    const request = { worker: 1, places: new Map([['small', 5]]), now, limit: 5 };
    const sessions = [await queue.database.pool.connect(), await queue.database.pool.connect()] as const;
    const keysOf = async (session: (typeof sessions)[0]) => (await claimJobs(session, request)).map(({ key }) => key);
    await sessions[0].query('begin');
    const first = await keysOf(sessions[0]);
    const free = await sessions[1].query<{ key: string }>('select key from job order by id for update skip locked');
    const second = await keysOf(sessions[1]);
    await sessions[0].query('commit');
    sessions.forEach((session) => session.release());
    assert.deepEqual(first, ['k0', 'k1', 'k2', 'k3', 'k4']);
    assert.deepEqual(free.rows.map(({ key }) => key), ['k5', 'k6', 'k7', 'k8', 'k9', 'k10', 'k11']); // prettier-ignore
    assert.deepEqual(second, ['k5', 'k6', 'k7', 'k8', 'k9']);
  });
});
