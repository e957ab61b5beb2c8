import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exceededLimit } from './json-size.ts';

const exceeded = (text: string, limits: { values?: number; depth?: number }) =>
  exceededLimit(Buffer.from(text), { values: Infinity, depth: Infinity, ...limits });

/** The same by parsing. */
function sizeOf(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const parts = Object.values(value).map(sizeOf);
  return {
    values: 1 + (parts.length === 0 ? 1 : parts.reduce((sum, { values }) => sum + values, 0)),
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
  };
}

describe('the limits of a JSON text', () => {
  test('are met exactly, whatever stands in strings', () => {
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
        assert.equal(exceeded(text, { values: values - 1 }), 'values', text);
        if (depth > 0) assert.equal(exceeded(text, { depth: depth - 1 }), 'depth', text);
      }
  });

  test('hold for broken JSON, too', () => {
    for (const text of [',,,', '[[[', '{{{', ']]][[[', '[",[{"]],,']) {
      assert.equal(exceeded(text, { values: 3 }), 'values', text);
      assert.equal(exceeded(text, { values: 4 }), undefined, text);
    }
    assert.equal(exceeded('"never ends, [[[', { values: 1 }), undefined);
    assert.equal(exceeded('"never ends\\', { values: 1 }), undefined);
  });
});
