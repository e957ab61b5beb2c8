import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testQueue, type TestQueue } from '../fixtures/queue.ts';
import { claimJobs } from './claims.ts';

describe('claimJobs', () => {
  let queue: TestQueue;
  before(async () => void (queue = await testQueue()));
  after(() => queue.drop());

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
    await queue.clear();
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
});
