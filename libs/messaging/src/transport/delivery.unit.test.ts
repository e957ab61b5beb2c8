import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchOf } from './delivery.ts';

test('a batch has no more messages than it may have, and no more than 64 KiB unless it is one message', () => {
  const lengths = (given: readonly number[], size: number) => {
    const messages = given.map((kibibytes, position) => ({
      topic: 't',
      partition: 0,
      key: 'k',
      position,
      value: ' '.repeat(kibibytes * 1024),
    }));
    return batchOf(messages, size).length;
  };
  assert.deepEqual([lengths([1, 1, 1], 2), lengths([1, 1, 1], 500), lengths([], 500)], [2, 3, 0]);
  assert.deepEqual([lengths([32, 32, 1], 500), lengths([65, 1], 500)], [2, 1]);
});
