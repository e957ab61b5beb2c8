import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchWrites } from './delivery-sender.ts';

test('items that arrive during a write are written together afterwards, in order and within the limit', async () => {
  const writes: number[][] = [];
  const begun = Promise.withResolvers<void>();
  const write = batchWrites<number>(async (items) => {
    writes.push([...items]);
    await begun.promise;
  }, 500);
  const first = write(0);
  await Promise.resolve();
  const others = Array.from({ length: 501 }, (_, index) => write(index + 1));
  begun.resolve();
  await Promise.all([first, ...others]);
  assert.deepEqual(
    writes.map(({ length }) => length),
    [1, 500, 1],
  );
  assert.deepEqual(
    writes.flat(),
    Array.from({ length: 502 }, (_, index) => index),
  );
});

test('a failing write rejects its own items and no others', async () => {
  const write = batchWrites<string>(async (items) => {
    if (items.includes('bad')) throw new Error('no');
  }, 1);
  const results = await Promise.allSettled(['good', 'bad', 'good'].map(write));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});
