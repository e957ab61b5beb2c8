import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createWake } from './wake.ts';

describe('the bell', () => {
  test('the bell wakes a sleeper', async () => {
    const bell = createWake();
    const waiting = bell.wait(10_000);
    bell.wake();
    assert.equal(await waiting, true);
  });

  test('a ring before the sleep prevents it, once for all rings', async () => {
    const bell = createWake();
    bell.wake();
    bell.wake();
    assert.equal(await bell.wait(10_000), true);
    assert.equal(await bell.wait(1), false);
  });
});
