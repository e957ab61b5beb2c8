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
      ['heavy', 1],
      ['light', 4],
    ]);
    const session = await queue.database.pool.connect();
    const claim = async () => (await claimJobs(session, { worker: 1, places, now, limit: 4 })).map(({ key }) => key);
    const claimed = [await claim(), await claim(), await claim()];
    session.release();
    assert.deepEqual(claimed, [['0', '2', '4'], ['1', '6'], ['5']]);
  });
});
