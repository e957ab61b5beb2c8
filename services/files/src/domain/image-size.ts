import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata } from 'sharp';
import type { Upload } from '../storage/storage.ts';
import { webpSize } from './webp-size.ts';

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** How much is read of an image whose size does not stand in its head, but behind long metadata. */
const LONG_HEAD_BYTES = 8_388_608;
/** How much is read of the end of an AVIF, which may have its metadata there. */
const TAIL_BYTES = 65_536;

/**
 * The size of an image when it is shown upright; undefined for a broken one. However large it is, only its beginning is read, and for
 * some types a little more. `head` is what has been read of it already.
 */
export async function imageSize(upload: Upload, head: Buffer, contentType: string): Promise<Size | undefined> {
  const isWhole = head.length === upload.sizeBytes;
  if (isWhole) return (await metadataOf(head))?.autoOrient;
  if (contentType === 'image/webp') return webpSize(head, (start, length) => bytesOf(upload, start, length));
  if (contentType === 'image/avif') return avifSize(upload, head);
  const size = (await metadataOf(head, 'none'))?.autoOrient;
  return size ?? (await metadataOf(await bytesOf(upload, 0, LONG_HEAD_BYTES), 'none'))?.autoOrient;
}

/** So many bytes of an upload, fewer at its end. */
export async function bytesOf({ sizeBytes, read }: Upload, start: number, length: number): Promise<Buffer> {
  const end = Math.min(start + length, sizeBytes);
  return start < end ? buffer(read({ start, end: end - 1 })) : Buffer.alloc(0);
}

const metadataOf = (source: Buffer | string, failOn: 'none' | 'warning' = 'warning'): Promise<Metadata | undefined> =>
  sharp(source, { failOn, limitInputPixels: false })
    .metadata()
    .catch(() => undefined);

/**
 * sharp reads only an AVIF's metadata, but refuses one that is shorter than they say. So it gets a file of the right size, with a hole where
 * the picture would be. With other types it would read the hole.
 */
async function avifSize(upload: Upload, head: Buffer): Promise<Size | undefined> {
  const tailStart = Math.max(head.length, upload.sizeBytes - TAIL_BYTES);
  const tail = await bytesOf(upload, tailStart, TAIL_BYTES);
  const folder = await mkdtemp(join(tmpdir(), 'partner-ordering-'));
  try {
    const path = join(folder, 'image');
    const file = await open(path, 'wx', 0o600);
    await file.write(head, 0, head.length, 0);
    await file.write(tail, 0, tail.length, tailStart).finally(() => file.close());
    return (await metadataOf(path))?.autoOrient;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
