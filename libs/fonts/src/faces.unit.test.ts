import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facesFor } from './faces.ts';
import { filesFor } from './families.ts';

const style = { country: 'JP', isBold: false };

/** Han characters, each of another font file. */
const characters = Array.from({ length: 0x5000 }, (_, index) => String.fromCodePoint(0x4e00 + index));
const oneOfEachFile = [...Map.groupBy(characters, (character) => filesFor(character, style)[0]).values()].map(([first]) => first!);

test('other work runs between the files of fonts that a text needs', async () => {
  assert.ok(oneOfEachFile.length > 100);
  let turns = 0;
  const ended = new AbortController();
  const count = (): void => {
    turns++;
    if (!ended.signal.aborted) setImmediate(count);
  };
  setImmediate(count);
  const faces = await facesFor(oneOfEachFile, style);
  ended.abort();
  assert.ok(new Set(faces.values()).size > 100);
  assert.ok(turns >= oneOfEachFile.length, String(turns));
});
