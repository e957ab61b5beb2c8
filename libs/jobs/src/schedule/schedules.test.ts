import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { gate, open, recordingLog } from '../fixtures/queue.ts';
import { queue } from '../fixtures/workers.ts';
import { startJobWorker, type JobWorker } from '../worker/job-worker.ts';
import { createSchedules } from './schedules.ts';

let now: Date;
let ran: string[];
let workers: JobWorker[];

const clock = (): Date => now;
function start(schedule: string, database = queue.database): JobWorker {
  const run = async (job: { now: Date }) => void ran.push(job.now.toISOString().slice(11, 16));
  const worker = startJobWorker({ database, source: 'things', jobs: { tidy: { schedule, run } }, clock, logger: recordingLog() });
  workers.push(worker);
  return worker;
}
/** Waits until the schedule is stored. `isUpTo` waits until its jobs up to a time are added. */
const isKnown = () =>
  eventually(async () => (await queue.database.pool.query(`select from job_schedule where name = 'tidy'`)).rowCount === 1);
const isUpTo = (at: string) =>
  eventually(async () => (await queue.database.pool.query('select from job_schedule where last_at >= $1', [at])).rowCount === 1);
const isQueueEmpty = () => eventually(async () => assert.deepEqual(await queue.queued(), []));
function advance(time: string): void {
  now = new Date(time);
  workers.forEach((worker) => worker.wake());
}

describe('schedules', () => {
  beforeEach(() => void ([ran, workers, now] = [[], [], new Date('2026-11-20T10:30:00Z')]));
  afterEach(() => Promise.all(workers.map((worker) => worker.stop())));

  test('a new schedule begins with its next time and adds its job each time', async () => {
    start('0 * * * *');
    await isKnown();
    advance('2026-11-20T10:59:59Z');
    advance('2026-11-20T11:00:00Z');
    await eventually(() => assert.deepEqual(ran, ['11:00']));
    advance('2026-11-20T12:00:01Z');
    await eventually(() => assert.deepEqual(ran, ['11:00', '12:00']));
  });

  test('all runs missed while no instance ran become one', async () => {
    start('0 * * * *');
    await isKnown();
    await workers.pop()!.stop();
    now = new Date('2026-11-21T03:10:00Z');
    start('0 * * * *');
    await eventually(() => assert.deepEqual(ran, ['03:10']));
    advance('2026-11-21T03:59:00Z');
    advance('2026-11-21T04:00:00Z');
    await eventually(() => assert.deepEqual(ran, ['03:10', '04:00']));
  });

  test('a schedule adds its job once, however many instances run', async () => {
    const others = await Promise.all([open(queue.url), open(queue.url)]);
    [queue.database, ...others].forEach((database) => start('0 * * * *', database));
    await isKnown();
    for (const hour of [11, 12, 13, 14]) {
      advance(`2026-11-20T${hour}:00:00Z`);
      await isUpTo(`2026-11-20T${hour}:00:00Z`);
      await isQueueEmpty();
    }
    await Promise.all(workers.map((worker) => worker.stop()));
    assert.deepEqual(ran, ['11:00', '12:00', '13:00', '14:00']);
    await Promise.all(others.map((other) => other.close()));
  });

  test('a schedule does not queue its job twice while the job runs', async () => {
    const [entered, goOn] = [gate(), gate()];
    let runs = 0;
    const run = async () => (runs++, entered.resolve(), goOn.promise);
    const jobs = { tidy: { schedule: '0 * * * *', run } };
    const worker = startJobWorker({ database: queue.database, source: 'things', jobs, clock, logger: recordingLog() });
    workers.push(worker);
    await isKnown();
    advance('2026-11-20T11:00:00Z');
    await entered.promise;
    for (const hour of [12, 13, 14]) {
      advance(`2026-11-20T${hour}:00:00Z`);
      await isUpTo(`2026-11-20T${hour}:00:00Z`);
    }
    assert.equal((await queue.queued()).length, 1);
    goOn.resolve();
    await isQueueEmpty();
    assert.equal(runs, 2);
  });

  test('the times of a schedule are UTC, even in the night when clocks change', async () => {
    now = new Date('2026-03-29T00:00:00Z');
    start('30 2 * * *');
    await isKnown();
    advance('2026-03-29T02:29:00Z');
    advance('2026-03-29T02:30:00Z');
    await eventually(() => assert.deepEqual(ran, ['02:30']));
  });

  test('an invalid cron expression is refused at the start', () => {
    for (const expression of ['hourly', '* * * * * *', '61 * * * *'])
      assert.throws(() => createSchedules({ tidy: expression }, clock), /CronPattern/);
  });
});
