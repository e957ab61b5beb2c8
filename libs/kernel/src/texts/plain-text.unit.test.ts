import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf, hasLink, isolated, isolating, isVisible, plainText, withoutLinks } from './plain-text.ts';

const PALETTE = '👩🏽‍🎨';

test('a text is visible by a letter, a mark, a digit or an emoji, and not by blanks, controls or fillers', () => {
  for (const text of ['a', ' 5', '\u200b.', '한', PALETTE, '\u1680\u0301']) assert.ok(isVisible(text), text);
  for (const text of ['', ' \t\n', '\u00a0\u3000', '\u200b\u2060\ufeff', '\u2800', '\u115f\u3164\uffa0', '\u202e\0', '\ufe0f'])
    assert.ok(!isVisible(text), JSON.stringify(text));
});

test('a link is one in any spelling of its letters and dots; a space behind each dot ends it', () => {
  const links = [
    'Pay at https://evil.example/x',
    'evil\u200b.example',
    'ｅvil．example',
    'evil\u034f.\ufe0fexample',
    'evil。example',
    'x 10.0.0.1',
  ];
  for (const text of links) {
    assert.ok(hasLink(text), text);
    assert.ok(!hasLink(withoutLinks(text)), withoutLinks(text));
  }
  assert.equal(withoutLinks(links[0]!), 'Pay at https: //evil. example/x');
  for (const text of ['Version 2.0, red', 'A. B.', 'ｅvil', '12:30', PALETTE]) assert.equal(withoutLinks(text), text);
});

test('the beginning of a text ends with a whole character', () => {
  assert.equal(beginningOf('abc', 3), 'abc');
  assert.equal(beginningOf('abc', 2), 'ab');
  assert.equal(beginningOf(`a${PALETTE}b`, 4), 'a');
  assert.equal(beginningOf(`a${PALETTE}b`, 5), `a${PALETTE}`);
  assert.equal(beginningOf('cafe\u0301', 4), 'caf');
});

/** Every assigned character of Unicode outside the private use areas. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => !/\p{Cn}|\p{Co}/u.test(character));

test('control characters and most invisible ones are removed from a text, and all others stay', () => {
  const kept = new Set(['\u061c', '\u200c', '\u200d', '\u200e', '\u200f']);
  for (const character of characters) {
    const name = `U+${character.codePointAt(0)!.toString(16)}`;
    const isGone =
      /[\p{Cc}\p{Zl}\p{Zp}]|[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}]/v.test(character) && !kept.has(character);
    const [, between] = /^a(.*)b$/su.exec(plainText(`a${character}b`))!;
    if (isGone) assert.match(between!, /^ ?$/, name);
    else assert.equal(between, character, name);
  }
});

test('line breaks of every kind become the given one, and other control characters a space', () => {
  const text = 'a\nb\r\nc\rd\u0085e\u2028f\u2029g\vh\fi\tj\0\u001b\u009bk';
  assert.equal(plainText(text, '\n'), 'a\nb\nc\nd\ne\nf\ng\nh\ni j k');
  assert.equal(plainText(text), 'a b c d e f g h i j k');
});

test('joined emoji, flags, Persian and Hindi words stay as they are', () => {
  for (const text of ['👩🏽‍🎨', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', 'می‌خواهم', 'क्‍ष', 'לפני\u200e (x)']) assert.equal(plainText(text), text);
});

test('only right-to-left text is isolated, line by line, and no character in it ends the isolation', () => {
  assert.equal(isolated('Łódź 株式会社 👩🏽‍🎨'), 'Łódź 株式会社 👩🏽‍🎨');
  assert.equal(isolated('חברת\u2069 \u202eabc\na', '\n'), '\u2068חברת abc\u2069\na');
  assert.equal(plainText(`${isolated('شركة')} (K7M2P9QX)`), '\u2068شركة\u2069 (K7M2P9QX)');
  assert.equal(plainText('a\u2068b\u2069\u2069 \u2067c\u2068'), 'a\u2068b\u2069 c');
});

test('texts isolate each inserted name, whether alone, in an object or in a list, and change nothing else', () => {
  const at = new Date(0);
  const texts = isolating({
    en: { plain: 'שלום', alone: (name: string, count: number) => `${name} ${count}` },
    of: ({ name, names, rest }: { name: string; names: string[]; rest: null }) => `${name} ${names.join()} ${rest}`,
    kept: (value: { at: Date; name: string }) => value,
  });
  assert.equal(texts.en.plain, 'שלום');
  assert.equal(texts.en.alone('שלום', 2), '\u2068שלום\u2069 2');
  assert.equal(texts.of({ name: 'שלום', names: ['a', 'ב'], rest: null }), '\u2068שלום\u2069 a,\u2068ב\u2069 null');
  assert.deepEqual(texts.kept({ at, name: 'שלום' }), { at, name: 'שלום' });
});
