import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiverGroups } from './product-facts.ts';

test('a product fact has at most 1,000 receivers and 16 MiB of copies, with each organization once and in order', () => {
  const named = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
  const sizes = (count: number, payloadBytes: number) => receiverGroups(named(count), payloadBytes).map(({ length }) => length);
  const mebibyte = 1_024 * 1_024;
  assert.deepEqual([sizes(0, 0), sizes(2_001, 0), sizes(1_000, 1_000)], [[], [1_000, 1_000, 1], [1_000]]);
  assert.deepEqual(
    [sizes(40, mebibyte), sizes(2, 20 * mebibyte)],
    [
      [16, 16, 8],
      [1, 1],
    ],
  );
  assert.deepEqual(receiverGroups(named(40), mebibyte).flat(), named(40));
});
