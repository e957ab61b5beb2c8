import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryPauseMs } from './attempt.ts';

test('the pause after a failure doubles from half a second up to an hour', () => {
  const pauses = [1, 2, 3, 4, 13, 14, 30].map((attempts) => retryPauseMs(attempts, () => 0));
  assert.deepEqual(pauses, [500, 1_000, 2_000, 4_000, 2_048_000, 3_600_000, 3_600_000]);
});

test('the longest pause can be another one', () => {
  const pauses = [1, 3, 4, 30].map((attempts) => retryPauseMs(attempts, () => 0, 3_000));
  assert.deepEqual(pauses, [500, 2_000, 3_000, 3_000]);
});

test('chance takes up to a quarter off a pause', () => {
  assert.equal(
    retryPauseMs(1, () => 0.999_999),
    375,
  );
});
