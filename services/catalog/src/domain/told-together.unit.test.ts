import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toldTogether } from './told-together.ts';

describe('organizations that are told the same', () => {
  const named = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
  const sizes = (count: number, shownBytes?: number) => toldTogether(named(count), shownBytes).map(({ length }) => length);

  test('are named in one fact up to 10,000, and in several beyond, each once and in order', () => {
    assert.deepEqual([0, 1, 10_000, 10_001, 25_000].map(sizes), [[], [1], [10_000], [10_000, 1], [10_000, 10_000, 5_000]]);
    assert.deepEqual(toldTogether(named(10_001)).flat(), named(10_001));
  });

  test('are fewer in a fact that shows much, as each of them keeps it: 128 MiB of copies, and one organization at least', () => {
    const mebibyte = 1_024 * 1_024;
    assert.deepEqual(sizes(300, mebibyte), [128, 128, 44]);
    assert.deepEqual(sizes(3, 200 * mebibyte), [1, 1, 1]);
    assert.deepEqual(sizes(10_001, 1_000), [10_000, 1]);
    assert.deepEqual(toldTogether(named(300), mebibyte).flat(), named(300));
  });
});
