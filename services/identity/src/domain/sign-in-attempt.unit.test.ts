import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountKey, delayAfterMs } from './sign-in-attempt.ts';

describe('sign-in attempts', () => {
  test('five are free, then the delay doubles up to 15 minutes', () => {
    assert.deepEqual([0, 1, 4, 5, 6, 7, 14].map(delayAfterMs), [0, 0, 0, 1_000, 2_000, 4_000, 512_000]);
    assert.equal(delayAfterMs(15), 900_000);
    assert.equal(delayAfterMs(5_000), 900_000);
  });

  test('an account has one key, however its address is written', () => {
    assert.equal(accountKey(' User@Example.com '), accountKey('user@example.com'));
    assert.doesNotMatch(accountKey('user@example.com'), /user/);
  });
});
