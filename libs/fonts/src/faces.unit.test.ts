import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { facesFor } from './faces.ts';
import { filesFor } from './families.ts';
import { paragraphOf } from './runs.ts';

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

describe('a text that fontkit cannot shape', () => {
  const shaped = async (text: string) => {
    const faces = await facesFor(text, style);
    const [run] = paragraphOf(text, (character) => faces.get(character))(0, text.length);
    return run!.face!.font.layout(run!.text);
  };

  test('keeps its joined letters, without forms for its marks', async () => {
    // A consonant with ra below, and a vowel sign whose width has forms.
    const { glyphs, advanceWidth } = await shaped('ञ्रि');
    assert.deepEqual(
      glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)),
      ['ि', 'ञ्र'],
    );
    assert.ok(advanceWidth > 0);
  });

  for (const [text, expected] of [
    ['ञ्रि', ['ञ', '्', 'र', 'ि']],
    ['אבג', ['ג', 'ב', 'א']],
  ] as const)
    test(`a glyph stands for each character of ${text}, in the order of the page, if all features fail`, async (context) => {
      const { font } = (await facesFor(['ź'], style)).get('ź')!;
      const proto = Object.getPrototypeOf(font) as typeof font;
      const { layout } = proto;
      context.mock.method(proto, 'layout', function (this: typeof font, given: string) {
        if (given !== '') throw new TypeError('set is not iterable');
        return layout.call(this, given);
      });
      const { glyphs, positions, advanceWidth } = await shaped(text);
      assert.deepEqual(
        glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)),
        expected,
      );
      assert.ok(glyphs.every(({ id }) => id > 0));
      assert.equal(
        advanceWidth,
        positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
      );
    });
});
