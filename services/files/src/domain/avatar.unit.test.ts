import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { avatarOf, drawAvatar } from './avatar.ts';

const drawn = (initials: string): Promise<Buffer> => drawAvatar(avatarOf(`avatar-${Buffer.from(initials).toString('hex')}-1f-icon.png`)!);

test('an avatar is drawn once, however often it is requested', async () => {
  const [first, again, other] = await Promise.all(
    ['avatar-4a44-1f.png', 'avatar-4a44-1f.png', 'avatar-4a44-20.png'].map((name) => drawAvatar(avatarOf(name)!)),
  );
  assert.equal(first, again);
  assert.notDeepEqual(first, other);
});

test('initials of every script give their own pictures, and letters without a font a replacement sign', async () => {
  const plain = await drawn('');
  const unknown = await drawn('\u1797');
  const pictures = new Set([plain.toString('hex'), unknown.toString('hex')]);
  for (const initials of ['JD', 'ÉŁ', 'ЖД', 'ΩΣ', '田中', '김이', 'สว', 'टस', 'أس', 'שכ', '🎨👩', 'ভ1']) {
    const picture = await drawn(initials);
    const { width, height } = await sharp(picture).metadata();
    assert.deepEqual([width, height, pictures.has(picture.toString('hex'))], [64, 64, false], initials);
    pictures.add(picture.toString('hex'));
  }
  assert.ok((await drawn('ভ')).equals(unknown));
});

test('invisible characters alone give the picture without letters, and add nothing beside letters', async () => {
  const [plain, letter] = [await drawn(''), await drawn('J')];
  // The blank of Ogham is the only one with a stroke.
  const unseen = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
    /[[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]--\u1680]/v.test(character),
  );
  for (const character of unseen) {
    const name = `U+${character.charCodeAt(0).toString(16)}`;
    assert.ok((await drawn(character + character)).equals(plain), name);
    if (!/[\p{Z}\u2800]/u.test(character)) assert.ok((await drawn(`${character}J`)).equals(letter), name);
  }
});
