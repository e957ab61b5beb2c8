import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata } from 'sharp';
import type { Upload } from '../../storage/storage.ts';
import { decodedBytesOf } from './decoded-bytes.ts';
import { withoutTexts } from './png-texts.ts';
import { webpSize } from './webp-size.ts';

// One thread and no cache: what is measured is not measured again.
sharp.cache(false);
sharp.concurrency(1);

/** Pixels, and the memory that decoding takes. */
export interface Size {
  width: number;
  height: number;
  decodedBytes: number;
}

/** A stored or arriving file. */
type Measured = Pick<Upload, 'sizeBytes' | 'read'>;

const pngTypes = new Set(['image/png', 'image/apng']);

/** How much is read of an image whose size does not stand in its head, but behind long metadata. */
const LONG_HEAD_BYTES = 8_388_608;
/** How much is read of the end of an AVIF, which may have its metadata there. */
const TAIL_BYTES = 65_536;

/**
 * The size of an image when it is shown upright; undefined for a broken one. However large it is, only its beginning is read, and for
 * some types a little more. `head` is what has been read of it already.
 */
export async function imageSize(upload: Measured, head: Buffer, contentType: string): Promise<Size | undefined> {
  const lean = pngTypes.has(contentType) ? withoutTexts : (bytes: Buffer): Buffer => bytes;
  const isWhole = head.length === upload.sizeBytes;
  if (isWhole) return sizeIn(await metadataOf(lean(head)));
  if (contentType === 'image/webp') return sizeOfWebp(upload, head);
  if (contentType === 'image/avif') return avifSize(upload, head);
  return sizeIn((await metadataOf(lean(head), 'none')) ?? (await metadataOf(lean(await bytesOf(upload, 0, LONG_HEAD_BYTES)), 'none')));
}

const sizeIn = (metadata: Metadata | undefined): Size | undefined =>
  metadata && { ...metadata.autoOrient, decodedBytes: decodedBytesOf(metadata) };

async function sizeOfWebp(upload: Measured, head: Buffer): Promise<Size | undefined> {
  const size = await webpSize(head, (start, length) => bytesOf(upload, start, length));
  return size && { ...size, decodedBytes: decodedBytesOf({ ...size, format: 'webp', channels: 4, depth: 'uchar', isProgressive: false }) };
}

/** How much of a file is read to tell its type and size. */
const HEAD_BYTES = 262_144;

/** The beginning of a file, by which its type and size are told. */
export const headOf = (upload: Measured): Promise<Buffer> => bytesOf(upload, 0, HEAD_BYTES);

/** So many bytes of an upload, fewer at its end. */
async function bytesOf({ sizeBytes, read }: Measured, start: number, length: number): Promise<Buffer> {
  const end = Math.min(start + length, sizeBytes);
  return start < end ? buffer(read({ start, end: end - 1 })) : Buffer.alloc(0);
}

const metadataOf = (source: Buffer | string, failOn: 'none' | 'warning' = 'warning'): Promise<Metadata | undefined> =>
  sharp(source, { failOn, limitInputPixels: false })
    .metadata()
    .catch(() => undefined);

/**
 * sharp reads only an AVIF's metadata, but refuses one that is shorter than they say. So it gets a file of the right size, with a hole
 * where the picture would be. With other types it would read the hole.
 */
async function avifSize(upload: Measured, head: Buffer): Promise<Size | undefined> {
  const tailStart = Math.max(head.length, upload.sizeBytes - TAIL_BYTES);
  const tail = await bytesOf(upload, tailStart, TAIL_BYTES);
  const folder = await mkdtemp(join(tmpdir(), 'partner-ordering-'));
  try {
    const path = join(folder, 'image');
    const file = await open(path, 'wx', 0o600);
    await file.write(head, 0, head.length, 0);
    await file.write(tail, 0, tail.length, tailStart).finally(() => file.close());
    return sizeIn(await metadataOf(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
