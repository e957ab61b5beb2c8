import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createBackOff, retry } from './retry.ts';

/** Fails with each of the errors in turn, then succeeds; counts the attempts. */
function failing(...errors: Error[]) {
  const attempts = { count: 0 };
  const attempt = async () => {
    attempts.count++;
    const error = errors.shift();
    if (error) throw error;
    return 'done';
  };
  return { attempt, attempts };
}

describe('retry', () => {
  const passing = new Error('passing');
  const isPassing = (error: unknown) => error === passing;

  test('a temporary failure is retried and reported each time', async () => {
    const { attempt, attempts } = failing(passing, passing);
    const failures: unknown[] = [];
    assert.equal(await retry(attempt, { isPassing, onFailure: (error) => void failures.push(error) }), 'done');
    assert.equal(attempts.count, 3);
    assert.deepEqual(failures, [passing, passing]);
  });

  test('any other error is thrown at once', async () => {
    const { attempt, attempts } = failing(passing, new Error('for good'));
    await assert.rejects(retry(attempt, { isPassing }), /for good/);
    assert.equal(attempts.count, 2);
  });

  test('the last error is thrown when the attempts are used up', async () => {
    const { attempt, attempts } = failing(passing, passing, passing);
    await assert.rejects(retry(attempt, { isPassing, maxAttempts: 2 }), /passing/);
    assert.equal(attempts.count, 2);
  });

  test('an abort of the signal during a pause rejects', async () => {
    const stop = new AbortController();
    const { attempt, attempts } = failing(passing);
    const onFailure = () => void setImmediate(() => stop.abort());
    const pauses = { firstMs: 60_000, longestMs: 60_000 };
    await assert.rejects(retry(attempt, { isPassing, pauses, onFailure, signal: stop.signal }), { name: 'AbortError' });
    assert.equal(attempts.count, 1);
  });
});

test('a back-off doubles its pauses up to the longest, each up to a quarter shorter, and starts again after a success', async () => {
  const pauses: number[] = [];
  const randoms = [0, 0.5, 0.99, 0, 0];
  const backOff = createBackOff(
    { firstMs: 100, longestMs: 300 },
    async (pauseMs) => void pauses.push(pauseMs),
    () => randoms.shift()!,
  );
  for (let failures = 0; failures < 4; failures++) await backOff.pause();
  backOff.reset();
  await backOff.pause();
  assert.deepEqual(pauses, [100, 175, 226, 300, 100]);
});

test('a pause of a back-off ends at once when the signal is aborted', async () => {
  const stop = new AbortController();
  const pause = createBackOff({ firstMs: 60_000, longestMs: 60_000 }).pause(stop.signal);
  stop.abort();
  await pause;
});
