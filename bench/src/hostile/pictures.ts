import { crc32, deflateSync } from 'node:zlib';

export interface PlainPicture {
  width: number;
  height: number;
  isInterlaced?: boolean;
}

/** The passes of an interlaced PNG: first column and row, and the steps between them (PNG, section 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A transparent PNG of four channels of 8 bits: a small file, however many pixels. */
export function plainPng({ width, height, isInterlaced = false }: PlainPicture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  const bytesOf = ([left, top, right, down]: readonly [number, number, number, number]): number =>
    left >= width || top >= height ? 0 : Math.ceil((height - top) / down) * (1 + Math.ceil((width - left) / right) * 4);
  const bytes = isInterlaced ? passes.reduce((sum, pass) => sum + bytesOf(pass), 0) : bytesOf([0, 0, 1, 1]);
  const pixels = deflateSync(Buffer.alloc(bytes), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** The same file with as much behind it as makes it so long. */
export const padded = (picture: Buffer, bytes: number): Buffer<ArrayBuffer> =>
  Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))]);

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
