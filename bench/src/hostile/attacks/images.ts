import sharp from 'sharp';
import type { Attack, Product } from '../attack.ts';
import { plainPng } from '../pictures.ts';
import { requestText } from '../wire.ts';

/** Sixteen megapixels of 8-bit RGBA: the most that is decoded. */
const SIDE = 4000;
const LARGE_FILES = 20;
const SMALL_FILES = 200;

/** Asks for the variations of files that nobody has asked for before: each is decoded once. */
async function thumbs(product: Product, files: Iterable<Buffer>, { everyMs, atOnce }: { everyMs: number; atOnce: number }) {
  const client = await product.signIn('user@example.com', 'base upload_files');
  const requests: string[] = [];
  for (const file of files) {
    const path = await product.upload(client, new Blob([new Uint8Array(file)]), 'picture.png');
    requests.push(requestText('GET', `/v1/img/${path}-thumb`, { token: client.token! }));
  }
  return {
    everyMs,
    round: (wire: { send(text: string): unknown }, index: number) =>
      requests.slice(index * atOnce, (index + 1) * atOnce).forEach((request) => wire.send(request)),
  };
}

function* times<Value>(count: number, value: Value): Generator<Value> {
  for (let index = 0; index < count; index += 1) yield value;
}

export const interlacedImages: Attack = {
  name: '2 interlaced PNGs of 16 megapixels',
  prepare: (product) =>
    thumbs(product, times(LARGE_FILES, plainPng({ width: SIDE, height: SIDE, isInterlaced: true })), { everyMs: 500, atOnce: 1 }),
};

export const avifImages: Attack = {
  name: '2 AVIF of 16 megapixels',
  async prepare(product) {
    const blank = { create: { width: SIDE, height: SIDE, channels: 4 as const, background: '#3a7f' } };
    return thumbs(product, times(LARGE_FILES, await sharp(blank).avif({ effort: 0 }).toBuffer()), { everyMs: 500, atOnce: 1 });
  },
};

export const manyImages: Attack = {
  name: '2 many images at once',
  prepare: (product) => thumbs(product, times(SMALL_FILES, plainPng({ width: 1500, height: 1000 })), { everyMs: 500, atOnce: 20 }),
};
