import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import pLimit from 'p-limit';

/** A picture of somebody's initials, as its file name describes it. */
export interface Avatar {
  initials: string;
  /** 0 to 255; chooses the colour. */
  shade: number;
  /** Pixels. */
  side: number;
}

const font = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');
const sides: Readonly<Record<string, number>> = { '': 320, '-thumb': 160, '-icon': 64 };
const MAX_INITIALS = 4;

/** `avatar-<UTF-8 of the initials in hexadecimal>-<two hexadecimal digits>[-icon|-thumb].png`; undefined for every other name. */
export function avatarOf(filename: string): Avatar | undefined {
  const [, hex, shade, variation = ''] = /^avatar-((?:[0-9a-f]{2}){0,32})-([0-9a-f]{2})(-icon|-thumb)?\.png$/.exec(filename) ?? [];
  if (hex === undefined || shade === undefined) return undefined;
  const initials = [
    ...Buffer.from(hex, 'hex')
      .toString('utf8')
      .replace(/[\p{Cc}\uFFFD]/gu, ''),
  ];
  return { initials: initials.slice(0, MAX_INITIALS).join(''), shade: Number.parseInt(shade, 16), side: sides[variation]! };
}

/** The path of an avatar's file, its large version; undefined for what is no name of an avatar. */
export const avatarPath = (filename: string): string | undefined => avatarOf(filename) && filename.replace(/-(?:icon|thumb)\.png$/, '.png');

/** Of about 10 KB each: pages show the same few again and again. */
const drawn = new LRUCache<string, Promise<Buffer>>({ max: 300 });
/** Many different avatars leave threads to files. */
const inTurn = pLimit(1);

/** An avatar as a PNG: white letters on a colour that is dark enough for them. */
export function drawAvatar(avatar: Avatar): Promise<Buffer> {
  const { initials, shade, side } = avatar;
  const key = `${side} ${shade} ${initials}`;
  const known = drawn.get(key);
  if (known) return known;
  const picture = inTurn(() => draw(avatar));
  drawn.set(key, picture);
  picture.catch(() => drawn.delete(key));
  return picture;
}

async function draw({ initials, shade, side }: Avatar): Promise<Buffer> {
  const background = colour(shade);
  const picture = sharp({ create: { width: side, height: side, channels: 3, background } });
  if (initials.trim() === '') return picture.png().toBuffer();
  const room = Math.round(side * 0.56);
  const letters = await sharp({
    text: { text: `<span foreground="white">${escaped(initials)}</span>`, font: 'DejaVu Sans Bold', fontfile: font, rgba: true, dpi: 1200 },
  })
    .resize(room, room, { fit: 'inside' })
    .png()
    .toBuffer();
  return picture
    .composite([{ input: letters }])
    .png()
    .toBuffer();
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A colour for each shade. All differ in hue and are equally dark. */
function colour(shade: number): { r: number; g: number; b: number } {
  const [hue, saturation, lightness] = [(shade / 256) * 360, 0.45, 0.38];
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    const amplitude = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return { r: channel(0), g: channel(8), b: channel(4) };
}
