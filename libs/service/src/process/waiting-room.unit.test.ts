import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryUntilReachable } from './waiting-room.ts';

test('a start waits 90 s for the file of a changed password, then ends with the refusal, and a command ends at once', async (t) => {
  const refusal = Object.assign(new Error('password authentication failed for user "catalog"'), { code: '28P01' });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const attemptedAtMs: number[] = [];
  const attempt = (): Promise<never> => {
    attemptedAtMs.push(nowMs);
    nowMs += 60_000;
    return Promise.reject(refusal);
  };
  const retries = { stop: new AbortController().signal, onFailure: () => undefined };
  await assert.rejects(retryUntilReachable(attempt, { ...retries, waitsForLogin: true }), refusal);
  await assert.rejects(retryUntilReachable(attempt, retries), refusal);
  assert.deepEqual(attemptedAtMs, [0, 60_000, 120_000]);
});
