import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from './eventually.ts';

test('a check that never holds fails with its own last error after the limit', async () => {
  const never = (): never => {
    throw new Error('the order is still a draft');
  };
  await assert.rejects(eventually(never, { timeoutMs: 50 }), /the order is still a draft/);
  await assert.rejects(
    eventually(() => false, { timeoutMs: 50 }),
    /still false after 50 ms/,
  );
});
