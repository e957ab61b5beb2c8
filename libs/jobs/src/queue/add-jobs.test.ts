import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { queue } from '../fixtures/workers.ts';
import { addJobs } from './add-jobs.ts';
import { findJob, queueLength, readBacklog, retryGivenUp } from './backlog.ts';

const now = new Date('2026-11-20T10:00:00Z');
const later = new Date('2026-11-20T11:00:00Z');

const columns =
  (...names: string[]) =>
  async (): Promise<unknown[]> =>
    (await queue.queued()).map((job) => names.map((name) => job[name]));

describe('addJobs', () => {
  test('a job is queued when its transaction commits, and not after a rollback', async () => {
    const rolledBack = queue.database.transactional(async (tx) => {
      await addJobs(tx, [{ name: 'hello', data: {} }], now);
      throw new Error('rolled back');
    });
    await assert.rejects(rolledBack, /rolled back/);
    assert.deepEqual(await queue.queued(), []);
    await queue.add([{ name: 'hello', data: { gid: 'ü"' }, runAt: later }], now);
    assert.deepEqual(await columns('name', 'key', 'data', 'run_at', 'added_at')(), [['hello', null, { gid: 'ü"' }, later, now]]);
  });

  test('a job with the same name and key is not queued twice: the newest data and the earliest time count', async () => {
    const job = (number: number) => ({ name: 'hello', key: 'a', data: { number } });
    await queue.add([{ ...job(1), runAt: later }, job(2)], now);
    await queue.add([{ ...job(3), runAt: later }], now);
    await queue.add([{ name: 'other', key: 'a', data: {} }], now);
    assert.deepEqual(await columns('name', 'data', 'run_at')(), [
      ['hello', { number: 3 }, now],
      ['other', {}, now],
    ]);
  });

  test('jobs without a key are separate jobs', async () => {
    await queue.add([
      { name: 'hello', data: {} },
      { name: 'hello', data: {} },
    ]);
    await queue.add([{ name: 'hello', data: {} }]);
    assert.equal((await queue.queued()).length, 3);
  });

  test('a job that was given up starts over when it is added again, or when all are retried', async () => {
    await queue.add([{ name: 'hello', key: 'a', data: {} }], now);
    const giveUp = `update job set attempts = 30, given_up_at = $1, last_error = 'no'`;
    await queue.database.pool.query(giveUp, [now]);
    assert.deepEqual(await readBacklog(queue.database, now), [{ name: 'hello', due: 0, failing: 0, givenUp: 1, oldestMs: 0 }]);
    await queue.add([{ name: 'hello', key: 'a', data: {} }], later);
    assert.deepEqual(await columns('attempts', 'given_up_at', 'run_at')(), [[0, null, later]]);
    await queue.database.pool.query(giveUp, [now]);
    assert.equal(await retryGivenUp(queue.database, now), 1);
    assert.deepEqual(await columns('attempts', 'given_up_at', 'run_at')(), [[0, null, now]]);
  });

  test('the backlog counts jobs that failed and are tried again, though none is due', async () => {
    await queue.add([{ name: 'hello', data: {} }], now);
    await queue.database.pool.query(`update job set attempts = 1, last_error = 'no', run_at = $1`, [later]);
    assert.deepEqual(await readBacklog(queue.database, now), [{ name: 'hello', due: 0, failing: 1, givenUp: 0, oldestMs: 0 }]);
  });

  test('the backlog counts due jobs and has the age of the oldest', async () => {
    await queue.add([{ name: 'hello', data: {} }], now);
    await queue.add([{ name: 'hello', data: {}, runAt: later }], now);
    const inAMinute = new Date(now.getTime() + 60_000);
    assert.deepEqual(await readBacklog(queue.database, inAMinute), [{ name: 'hello', due: 1, failing: 0, givenUp: 0, oldestMs: 60_000 }]);
  });

  test('the length of a queue counts waiting jobs, in total and by fields of their data', async () => {
    const by = (name: string, key: string) => ({ name: 'hello', key, data: { by: name, key } });
    await queue.add([by('robin', 'a'), { ...by('robin', 'b'), runAt: later }, by('kim', 'c'), { ...by('kim', 'd'), name: 'other' }], now);
    assert.deepEqual(await queueLength(queue.database, 'hello', { by: 'robin' }), { all: 3, alike: 2, alikeUntil: later });
    assert.deepEqual(await queueLength(queue.database, 'hello', { by: 'nobody' }), { all: 3, alike: 0, alikeUntil: null });
    assert.deepEqual(await findJob(queue.database, 'hello', 'b'), { runAt: later, hasFailed: false, data: { by: 'robin', key: 'b' } });

    await queue.database.pool.query(`update job set last_error = 'no' where key = 'b'`);
    assert.deepEqual(await findJob(queue.database, 'hello', 'b'), { runAt: later, hasFailed: true, data: { by: 'robin', key: 'b' } });
    await queue.database.pool.query('update job set given_up_at = $1', [now]);
    assert.equal(await findJob(queue.database, 'hello', 'b'), undefined);
    assert.equal((await queueLength(queue.database, 'hello', {})).all, 0);
  });

  test('transactions that add the same jobs in different orders do not deadlock', async () => {
    const jobs = ['a', 'b', 'c', 'd'].map((key) => ({ name: 'hello', key, data: {} }));
    await Promise.all(Array.from({ length: 20 }, (_, index) => queue.add(index % 2 ? jobs : jobs.toReversed())));
    assert.equal((await queue.queued()).length, 4);
  });
});
