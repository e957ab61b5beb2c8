import { facesFor, paragraphOf, invisible, type Face } from '@partner-ordering/fonts';
import { plainText } from '@partner-ordering/kernel';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import pLimit from 'p-limit';

/** A picture of a user's initials, as its file name describes it. */
export interface Avatar {
  initials: string;
  /** 0 to 255; chooses the color. */
  shade: number;
  /** Pixels. */
  side: number;
}

const sides: Readonly<Record<string, number>> = { '': 320, '-thumb': 160, '-icon': 64 };
const MAX_INITIALS = 4;
const LETTERS_SHARE = 0.56;
/** Replaces a character without a font. */
const UNKNOWN = '\ufffd';
/** Size of an em in the letters' coordinates. */
const EM = 1000;

/** `avatar-<UTF-8 of the initials in hexadecimal>-<two hexadecimal digits>[-icon|-thumb].png`; undefined for every other name. */
export function avatarOf(filename: string): Avatar | undefined {
  const [, hex, shade, variation = ''] = /^avatar-((?:[0-9a-f]{2}){0,32})-([0-9a-f]{2})(-icon|-thumb)?\.png$/.exec(filename) ?? [];
  if (hex === undefined || shade === undefined) return undefined;
  const initials = [...plainText(Buffer.from(hex, 'hex').toString('utf8')).replaceAll('\ufffd', '')];
  return { initials: initials.slice(0, MAX_INITIALS).join(''), shade: Number.parseInt(shade, 16), side: sides[variation]! };
}

/** The path of an avatar's large version; undefined for a name that is no avatar's. */
export const avatarPath = (filename: string): string | undefined => avatarOf(filename) && filename.replace(/-(?:icon|thumb)\.png$/, '.png');

/** Each has about 10 KB; pages show the same few again and again. */
const drawnAvatars = new LRUCache<string, Promise<Buffer>>({ max: 300 });
/** Many different avatars at once must leave threads to files. */
const inSlot = pLimit(1);

/** An avatar as a PNG: white letters on a color that is dark enough for them. */
export function drawAvatar(avatar: Avatar): Promise<Buffer> {
  const { initials, shade, side } = avatar;
  const key = `${side} ${shade} ${initials}`;
  const known = drawnAvatars.get(key);
  if (known) return known;
  const picture = inSlot(() => draw(avatar));
  drawnAvatars.set(key, picture);
  picture.catch(() => drawnAvatars.delete(key));
  return picture;
}

async function draw({ initials, shade, side }: Avatar): Promise<Buffer> {
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: colorOf(shade) } });
  const letters = await outlineOf(initials, Math.round(side * LETTERS_SHARE));
  return (letters === undefined ? picture : picture.composite([{ input: letters }])).png().toBuffer();
}

/** White letters as an SVG, at most `room` pixels wide and high; undefined if all are invisible. */
async function outlineOf(initials: string, room: number): Promise<Buffer | undefined> {
  const faces = await facesFor([...initials, UNKNOWN], { country: null, isBold: true });
  const faceOf = (character: string): Face => faces.get(character)!;
  const drawable = [...initials].map((character) => (faces.has(character) || invisible.test(character) ? character : UNKNOWN)).join('');
  const paths: string[] = [];
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let advance = 0;
  for (const { text, face } of paragraphOf(drawable, faceOf)(0, drawable.length)) {
    const scale = EM / face!.font.unitsPerEm;
    const { glyphs, positions } = face!.font.layout(text);
    for (const [index, { path }] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index]!;
      const [x, y] = [advance + xOffset * scale, -yOffset * scale];
      const { minX, minY, maxX, maxY } = path.bbox;
      if (minX < maxX) {
        paths.push(`<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" d="${path.toSVG()}"/>`);
        box.left = Math.min(box.left, x + minX * scale);
        box.right = Math.max(box.right, x + maxX * scale);
        box.top = Math.min(box.top, y - maxY * scale);
        box.bottom = Math.max(box.bottom, y - minY * scale);
      }
      advance += xAdvance * scale;
    }
  }
  if (paths.length === 0) return undefined;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const fit = room / Math.max(width, height);
  const size = `width="${Math.ceil(width * fit)}" height="${Math.ceil(height * fit)}"`;
  const view = `viewBox="${box.left} ${box.top} ${width} ${height}"`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view} fill="white">${paths.join('')}</svg>`);
}

/** A color for each shade. All differ in hue and are equally dark. */
function colorOf(shade: number): { r: number; g: number; b: number } {
  const [hue, saturation, lightness] = [(shade / 256) * 360, 0.45, 0.38];
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    const amplitude = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return { r: channel(0), g: channel(8), b: channel(4) };
}
