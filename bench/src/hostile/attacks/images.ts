import sharp from 'sharp';
import type { Assault, Attack, Product } from '../attack.ts';
import { plainPng } from '../pictures.ts';
import { requestText } from '../wire.ts';

/** Sixteen megapixels of 8-bit RGBA: the most that is decoded. */
const SIDE = 4000;
const ROUND_MS = 500;

interface Pictures {
  file: Buffer;
  /** Asked for in each round. */
  atOnce: number;
}

/** Asks for the variations of files that nobody has asked for before: each is decoded once. */
async function thumbs(product: Product, seconds: number, { file, atOnce }: Pictures): Promise<Assault> {
  const client = await product.signIn('colleague@example.com', 'base upload_files');
  const requests: string[] = [];
  while (requests.length < Math.ceil((seconds * 1000) / ROUND_MS) * atOnce) {
    const path = await product.upload(client, new Blob([new Uint8Array(file)]), 'picture.png');
    requests.push(requestText('GET', `/v1/img/${path}-thumb`, { token: client.token! }));
  }
  return {
    everyMs: ROUND_MS,
    isUsedUp: true,
    round: (wire, index) => requests.slice(index * atOnce, (index + 1) * atOnce).forEach((request) => wire.send(request)),
  };
}

export const interlacedImages: Attack = {
  name: '2 interlaced PNGs of 16 megapixels',
  prepare: (product, seconds) => thumbs(product, seconds, { file: plainPng({ width: SIDE, height: SIDE, isInterlaced: true }), atOnce: 1 }),
};

export const avifImages: Attack = {
  name: '2 AVIF of 16 megapixels',
  async prepare(product, seconds) {
    const blank = { create: { width: SIDE, height: SIDE, channels: 4 as const, background: '#3a7f' } };
    return thumbs(product, seconds, { file: await sharp(blank).avif({ effort: 0 }).toBuffer(), atOnce: 1 });
  },
};

export const manyImages: Attack = {
  name: '2 many images at once',
  prepare: (product, seconds) => thumbs(product, seconds, { file: plainPng({ width: 1500, height: 1000 }), atOnce: 20 }),
};
