import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { readBacklog } from '../queue/backlog.ts';
import { gate, noteEffect, recordingLog } from '../fixtures/queue.ts';
import { hello, queue, workers, writesItsText } from '../fixtures/workers.ts';
import type { AttemptResult } from './attempt.ts';
import type { Job as AnyJob, JobDefinitions } from './job-definition.ts';

type Job = AnyJob<{ text: string }>;
const { start, effectsAre, isEmpty } = workers;

describe('jobs that run together', () => {
  test('due jobs of one name run together; if they fail together, each runs alone', async () => {
    const runs: string[] = [];
    const results: AttemptResult[] = [];
    const run: JobDefinitions[string]['run'] = async ({ data, attempt }) => {
      runs.push(data.text);
      if (data.text === 'bad' && attempt === 2) throw new Error('cannot');
      return noteEffect(data.text);
    };
    const together: JobDefinitions[string]['together'] = {
      most: 3,
      run: async (jobs) => {
        const texts = jobs.map(({ data }) => data.text);
        runs.push(texts.join('+'));
        return async (tx) => {
          for (const text of texts) await noteEffect(text)(tx);
          if (texts.includes('bad')) throw new Error('cannot');
        };
      },
    };
    await queue.add([hello('a'), hello('b'), hello('c')]);
    start({ hello: { run, together } }, { onAttempt: (_name, result) => results.push(result) });
    await isEmpty();
    await queue.add([hello('d'), hello('bad')]);
    await isEmpty();
    assert.deepEqual(runs, ['a+b+c', 'bad+d', 'bad', 'd', 'bad']);
    assert.deepEqual((await queue.effects()).toSorted(), ['a', 'b', 'bad', 'c', 'd']);
    assert.deepEqual(results.slice(0, 5), ['done', 'done', 'done', 'failed', 'failed']);
    assert.deepEqual(results.slice(5).toSorted(), ['done', 'done', 'failed']);
  });

  test('jobs that failed together run alone at once, at the same time', async () => {
    const started: string[] = [];
    const run: JobDefinitions[string]['run'] = async ({ data, attempt }) => {
      started.push(`${data.text}${attempt}`);
      await eventually(() => started.length === 3);
      return noteEffect(data.text);
    };
    await queue.add(['a', 'b', 'c'].map(hello));
    start({ hello: { run, together: { most: 3, run: () => Promise.reject(new Error('cannot')) } } }, { random: () => 0 });
    await effectsAre(['a', 'b', 'c']);
    assert.deepEqual(started.toSorted(), ['a2', 'b2', 'c2']);
  });

  test('a job that failed with others runs before those that became due after it', async () => {
    const runs: string[] = [];
    const run: JobDefinitions[string]['run'] = async ({ data }) => {
      runs.push(data.text);
      if (data.text === 'bad') throw new Error('cannot');
    };
    const together: JobDefinitions[string]['together'] = {
      most: 2,
      run: async (jobs) => {
        runs.push(jobs.map(({ data }) => data.text).join('+'));
        if (jobs.some(({ data }) => data.text === 'bad')) throw new Error('cannot');
      },
    };
    const ago = (ms: number) => new Date(Date.now() - ms);
    for (const key of ['good', 'bad']) await queue.add([{ ...hello(key), runAt: ago(60_000) }]);
    await queue.add(Array.from({ length: 20 }, (_, index) => ({ ...hello(`later${index}`), runAt: ago(30_000) })));
    start({ hello: { run, together, maxAttempts: 2 } }, { random: () => 0, concurrency: 1 });
    await eventually(async () =>
      assert.deepEqual(
        (await queue.queued()).map(({ key }) => key),
        ['bad'],
      ),
    );
    assert.deepEqual([runs[0], ...runs.slice(1, 3).toSorted()], ['good+bad', 'bad', 'good']);
    assert.equal(runs.length, 13);
  });

  test('each job that failed with others has the error, and the log has the keys of all', async () => {
    const [begun, goOn] = [gate(), gate()];
    const warnings: object[] = [];
    const logger = { ...recordingLog(), warn: (details: object) => void warnings.push(details) };
    const run: JobDefinitions[string]['run'] = async () => (begun.resolve(), goOn.promise);
    await queue.add(['a', 'b'].map(hello));
    start({ hello: { run, together: { most: 2, run: () => Promise.reject(new Error('cannot')) } } }, { logger });
    await begun.promise;
    const errors = (await queue.queued()).map(({ last_error: error }) => error);
    const [{ failing } = { failing: 0 }] = await readBacklog(queue.database, new Date());
    goOn.resolve();
    await isEmpty();
    assert.deepEqual([errors, failing], [['Error: cannot', 'Error: cannot'], 2]);
    assert.deepEqual(
      warnings.map((details) => (details as { keys: string[] }).keys.toSorted()),
      [['a', 'b']],
    );
  });

  test('jobs that run together count no attempt when the worker stops', async () => {
    const entered = gate();
    const run: NonNullable<JobDefinitions[string]['together']>['run'] = ([job]) => {
      entered.resolve();
      return new Promise((_, reject) => job!.signal.addEventListener('abort', () => reject(job!.signal.reason as Error)));
    };
    await queue.add(['a', 'b', 'c'].map(hello));
    const worker = start({ hello: { ...writesItsText['hello']!, together: { most: 3, run } } });
    await entered.promise;
    await worker.stop();
    const left = (await queue.queued()).map(({ leased_until: until, attempts, last_error: error }) => [until, attempts, error]);
    assert.deepEqual(left, Array(3).fill([null, 0, null]));
  });

  for (const isNoticed of [true, false])
    test(`jobs that run with a lost one, ${isNoticed ? 'as the worker notices' : 'as shows at the end'}, run once more and count no attempt`, async () => {
      const [entered, goOn] = [gate(), gate()];
      const runs: string[] = [];
      const named = (jobs: readonly Job[]) => jobs.map(({ key, attempt }) => `${key}${attempt}`).join('+');
      const together: JobDefinitions[string]['together'] = {
        most: 3,
        run: async (jobs) => {
          runs.push(named(jobs));
          entered.resolve();
          if (runs.length === 1) await (isNoticed ? once(jobs[0]!.signal, 'abort') : goOn.promise);
          if (isNoticed) jobs[0]!.signal.throwIfAborted();
          return async (tx) => {
            for (const { data } of jobs) await noteEffect(data.text)(tx);
          };
        },
      };
      const run: JobDefinitions[string]['run'] = async (job) => (runs.push(named([job])), noteEffect(job.data.text));
      await queue.add(['a', 'b', 'c'].map(hello));
      start({ hello: { run, together } });
      await entered.promise;
      await queue.database.pool.query(`update job set leased_until = null where key = 'b'`);
      await effectsAre(['b']);
      if (!isNoticed) goOn.resolve();
      await effectsAre(['a', 'b', 'c']);
      await isEmpty();
      assert.deepEqual(runs, ['a1+b1+c1', 'b2', 'a1+c1']);
    });

  test('a job that is added again while it runs with others runs once more', async () => {
    const [entered, goOn] = [gate(), gate()];
    const run: NonNullable<JobDefinitions[string]['together']>['run'] = async (jobs) => {
      entered.resolve();
      await goOn.promise;
      return async (tx) => {
        for (const { data } of jobs) await noteEffect(data.text)(tx);
      };
    };
    await queue.add(['a', 'b'].map(hello));
    start({ hello: { ...writesItsText['hello']!, together: { most: 3, run } } });
    await entered.promise;
    await queue.add([{ ...hello('b'), data: { text: 'b again' } }]);
    goOn.resolve();
    await effectsAre(['a', 'b', 'b again']);
    await isEmpty();
  });
});
