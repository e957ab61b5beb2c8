import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, test } from 'node:test';
import { Failure } from '@partner-ordering/kernel';
import { together, type Together } from './together.ts';

/** What does texts together: the first run ends when the test lets it, so what comes meanwhile waits. Keys are first letters. */
function texts(doAll: (items: readonly string[]) => Promise<void> = async () => {}, options: Partial<Together<string>> = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const runs: string[] = [];
  const failures: string[] = [];
  const doOne = together<string>(
    {
      ...{ most: 3, runs: 1, untilMs: () => 1_000, keyOf: (text) => text[0]!, isAlone: (text) => text.length > 3 },
      ...{ isOfOne: (error) => error instanceof RangeError, clockMs: () => 0 },
      onFailed: (error, count) => failures.push(`${count}: ${(error as Error).message}`),
      ...options,
    },
    async (items) => {
      runs.push(items.join('+'));
      if (runs.length === 1) await released;
      await doAll(items);
    },
  );
  /** All of them at the same time, and how each has ended. */
  const all = async (items: readonly string[]) => {
    const done = items.map(doOne);
    release();
    const ends = await Promise.allSettled(done);
    return ends.map((end) => (end.status === 'fulfilled' ? 'done' : end.reason instanceof Failure ? end.reason.kind : String(end.reason)));
  };
  return { all, runs, failures, release, doOne };
}

const done = (count: number): string[] => Array.from({ length: count }, () => 'done');

describe('together', () => {
  test('the first is done at once and alone; those that come meanwhile share runs of at most so many', async () => {
    const { all, runs, doOne } = texts();
    const first = doOne('a');
    assert.deepEqual(runs, ['a']);
    assert.deepEqual(await all(['b', 'c', 'd', 'e']), done(4));
    assert.deepEqual(runs, ['a', 'b+c+d', 'e']);
    await first;
  });

  test('several runs go on at the same time', () => {
    const { runs, doOne } = texts(() => new Promise(() => {}), { runs: 2 });
    for (const text of ['a', 'b', 'c']) void doOne(text);
    assert.deepEqual(runs, ['a', 'b']);
  });

  test('two with the same key are never in one run, and keep their order', async () => {
    const { all, runs } = texts();
    assert.deepEqual(await all(['x', 'a1', 'a2', 'b']), done(4));
    assert.deepEqual(runs, ['x', 'a1+b', 'a2']);
  });

  test('one that is large has a run of its own', async () => {
    const { all, runs } = texts();
    assert.deepEqual(await all(['x', 'a', 'large', 'b', 'c']), done(5));
    assert.deepEqual(runs, ['x', 'a+b+c', 'large']);
  });

  test('a failure for one of several is only its own: each is done again, one after another', async () => {
    let atOnce = 0;
    const { all, runs, failures } = texts(async (items) => {
      atOnce++;
      await Promise.resolve();
      assert.equal(atOnce--, 1);
      if (items.includes('bad')) throw new RangeError('no');
    });
    assert.deepEqual(await all(['x', 'a', 'bad', 'c']), ['done', 'done', 'RangeError: no', 'done']);
    assert.deepEqual(runs, ['x', 'a+bad+c', 'a', 'bad', 'c']);
    assert.deepEqual(failures, ['3: no']);
  });

  test('any other failure is that of all, which are not done again', async () => {
    const { all, runs } = texts((items) => (items.length > 1 ? Promise.reject(new Error('down')) : Promise.resolve()));
    assert.deepEqual(await all(['x', 'a', 'b', 'c', 'd']), ['done', ...Array.from({ length: 3 }, () => 'Error: down'), 'done']);
    assert.deepEqual(runs, ['x', 'a+b+c', 'd']);
  });

  test('503 for one that waits too long, also for its turn after a failure', async () => {
    let nowMs = 0;
    const late = texts(async () => void (nowMs += 600), { most: 1, clockMs: () => nowMs });
    assert.deepEqual(await late.all(['a', 'b', 'c', 'd']), ['done', 'done', 'unavailable', 'unavailable']);
    assert.deepEqual(late.runs, ['a', 'b']);

    nowMs = 0;
    const failing = async (items: readonly string[]) => {
      nowMs += items.length > 1 ? 600 : 300;
      if (items.length > 1) throw new RangeError('no');
    };
    const failed = texts(failing, { clockMs: () => nowMs });
    assert.deepEqual(await failed.all(['x', 'a', 'b', 'c']), ['done', 'done', 'unavailable', 'unavailable']);
  });

  test('a run belongs to no trace, and each caller keeps its own', async () => {
    const trace = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { doOne, release } = texts(async () => void seen.push(trace.getStore()));
    release();
    const after = await Promise.all(['a', 'b'].map((text) => trace.run(text, async () => (await doOne(text), trace.getStore()))));
    assert.deepEqual(seen, [undefined, undefined]);
    assert.deepEqual(after, ['a', 'b']);
  });
});
