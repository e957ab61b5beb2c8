import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { noteEffect, recordingLog } from '../fixtures/queue.ts';
import { queue, workers } from '../fixtures/workers.ts';

let folder: string;
let file: string;
let children: ChildProcess[];

function run(mode: 'hang' | 'die' | 'work'): ChildProcess {
  const script = join(import.meta.dirname, '../fixtures/crash-child.ts');
  const child = spawn(process.execPath, [script, queue.url, file, mode], { stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  return child;
}
const endLease = () => queue.database.pool.query('update job set leased_until = now()');

/** A worker that is killed by its job, whose lease then ends. */
async function die(): Promise<void> {
  assert.deepEqual(await once(run('die'), 'exit'), [null, 'SIGKILL']);
  await endLease();
}

const attempts = async (): Promise<string> => readFile(file, 'utf8').catch(() => '');

describe('killed workers', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'jobs-'));
    file = join(folder, 'attempts');
    children = [];
  });
  afterEach(async () => {
    children.forEach((child) => child.kill('SIGKILL'));
    await rm(folder, { recursive: true });
  });

  test('the job of a killed worker is resumed by another when its lease, of at most 15 s, has ended', async () => {
    await queue.add([{ name: 'hello', key: 'a', data: {} }]);
    const killed = run('hang');
    await eventually(async () => assert.equal(await attempts(), 'hang 1\n'), { timeoutMs: 20_000 });
    const logger = recordingLog();
    const survivor = workers.start({ hello: { run: async ({ attempt }) => noteEffect(`attempt ${attempt}`) } }, { logger });
    await eventually(async () => {
      const { rows } = await queue.database.pool.query(`select from pg_stat_activity where application_name = 'things jobs'`);
      return rows.length > 0;
    });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const { rows } = await queue.database.pool.query<{ seconds: number }>(
      'select extract(epoch from leased_until - now())::float as seconds from job',
    );
    assert.ok(rows[0]!.seconds > 0 && rows[0]!.seconds <= 15, `${rows[0]!.seconds} s`);
    assert.deepEqual(await queue.effects(), []);
    await queue.database.pool.query(`update job set leased_until = clock_timestamp() + interval '500 milliseconds'`);
    survivor.wake();
    // Shorter than the poll interval.
    await workers.effectsAre(['attempt 2'], 4_000);
    await workers.isEmpty();
    await survivor.stop();
    assert.deepEqual(logger.messages, ['warn: A job that lost its worker is resumed']);
  });

  test('a job that kills its worker each time is given up in the end', async () => {
    await queue.add([{ name: 'hello', key: 'a', data: {} }]);
    for (let death = 1; death <= 2; death++) await die();
    run('work');
    const [job] = await eventually(
      async () => {
        const jobs = await queue.queued();
        return jobs[0]?.['given_up_at'] !== null && jobs;
      },
      { timeoutMs: 20_000 },
    );
    assert.equal(job?.['last_error'], 'Error: its worker was lost in attempt 2');
    assert.equal(await attempts(), 'die 1\ndie 2\n');
    assert.deepEqual(await queue.effects(), []);
  });

  test('`afterLoss` ends a job that killed its worker, and the job runs only if it is added again', async () => {
    await queue.add([{ name: 'hello', key: 'a', data: {} }]);
    await die();
    const jobs = { hello: { run: async () => noteEffect('run'), afterLoss: async () => noteEffect('after loss') } };
    const worker = workers.start(jobs);
    await workers.effectsAre(['after loss']);
    await workers.isEmpty();
    await queue.add([{ name: 'hello', key: 'a', data: {} }]);
    worker.wake();
    await workers.effectsAre(['after loss', 'run']);
  });
});
