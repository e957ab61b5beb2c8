import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toldTogether } from './price-facts.ts';

describe('organizations that are told the same', () => {
  const named = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
  const sizes = (count: number) => toldTogether(named(count)).map(({ length }) => length);

  test('are named in one fact up to 10,000, and in several beyond, each once and in order', () => {
    assert.deepEqual([0, 1, 10_000, 10_001, 25_000].map(sizes), [[], [1], [10_000], [10_000, 1], [10_000, 10_000, 5_000]]);
    assert.deepEqual(toldTogether(named(10_001)).flat(), named(10_001));
  });
});
