import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DomainRefusal } from '@partner-ordering/kernel';
import { checkJsonSize } from './body.ts';

/** The code of the fault, if a text exceeds a limit. */
function exceeded(text: string, limits: { values?: number; depth?: number }): string | undefined {
  try {
    checkJsonSize(Buffer.from(text), { values: Infinity, depth: Infinity, ...limits });
    return undefined;
  } catch (error) {
    return (error as DomainRefusal).details?.[0]?.code;
  }
}

function sizeOf(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const parts = Object.values(value).map(sizeOf);
  return {
    values: 1 + (parts.length === 0 ? 1 : parts.reduce((sum, { values }) => sum + values, 0)),
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
  };
}

describe('the limits of a JSON text', () => {
  test('the limits of values and depth are exact, whatever strings contain', () => {
    for (const value of [
      7,
      'text',
      [],
      {},
      [[], [], {}],
      { a: [1, 2, { b: null }], 'c,[{"': '],}' },
      ['\\', '\\"', '"[', '\\\\"', 'é,["', '\u{1f98a}', '\\\\\\'],
      { deep: { deeper: { deepest: [[['"']]] } } },
    ])
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
        const { values, depth } = sizeOf(value);
        assert.equal(exceeded(text, { values, depth }), undefined, text);
        assert.equal(exceeded(text, { values: values - 1 }), 'too_many_values', text);
        if (depth > 0) assert.equal(exceeded(text, { depth: depth - 1 }), 'too_deep', text);
      }
  });

  test('the limits hold for broken JSON too', () => {
    for (const text of [',,,', '[[[', '{{{', ']]][[[', '[",[{"]],,']) {
      assert.equal(exceeded(text, { values: 3 }), 'too_many_values', text);
      assert.equal(exceeded(text, { values: 4 }), undefined, text);
    }
    assert.equal(exceeded('"never ends, [[[', { values: 1 }), undefined);
    assert.equal(exceeded('"never ends\\', { values: 1 }), undefined);
  });
});
