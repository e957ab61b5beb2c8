import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { partsOf, showVersion, versionOf } from './version.ts';

describe('a version', () => {
  test('of the first generation is the number that it always was', () => {
    assert.equal(versionOf({ generation: 0, n: 7 }), 7);
    assert.equal(showVersion(7), '7');
  });

  test('of a generation is newer than all versions of the generation before', () => {
    assert.ok(versionOf({ generation: 3, n: 1 }) > versionOf({ generation: 2, n: 999_999_999_999 }));
  });

  test('is one number, exact in JSON up to 9,000 generations, with its two parts in it', () => {
    for (const parts of [
      { generation: 0, n: 1 },
      { generation: 2, n: 41 },
      { generation: 9_000, n: 999_999_999_999 },
    ]) {
      // prettier-ignore
      const version = versionOf(parts);
      assert.ok(Number.isSafeInteger(version));
      assert.deepEqual(partsOf(JSON.parse(JSON.stringify(version)) as number), parts);
    }
    assert.equal(showVersion(versionOf({ generation: 2, n: 41 })), '41 of generation 2');
  });
});
