import { addAbortSignal } from 'node:stream';
import pLimit from 'p-limit';
import sharp, { type Metadata } from 'sharp';
import { unavailable } from '@partner-ordering/kernel';
import type { Upload } from '../../storage/storage.ts';
import { decodedBytesOf } from './decoded-bytes.ts';
import { readOptions } from './shrink-order.ts';

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

/** The most bytes that are read of an image whose size stands behind long metadata. */
const LONG_HEAD_BYTES = 8_388_608;
/** sharp measures these only as a whole. */
const wholeTypes = new Set(['image/webp', 'image/avif']);
/** One at a time, so that whole files take little memory. */
const inSlot = pLimit(1);

/** The size of an upright image; undefined for a broken one. Reads only the beginning behind `head`, but all of WebP and AVIF. */
export async function imageSize(upload: Measured, head: Buffer, contentType: string): Promise<Size | undefined> {
  const lean = pngTypes.has(contentType) ? withoutTexts : (bytes: Buffer): Buffer => bytes;
  const isWhole = head.length === upload.sizeBytes;
  if (isWhole) return sizeIn(await metadataOf(lean(head)));
  if (wholeTypes.has(contentType)) return inSlot(async () => sizeIn(await metadataOf(await bytesOf(upload, 0, upload.sizeBytes))));
  return sizeIn((await metadataOf(lean(head), 'none')) ?? (await metadataOf(lean(await bytesOf(upload, 0, LONG_HEAD_BYTES)), 'none')));
}

const sizeIn = (metadata: Metadata | undefined): Size | undefined =>
  metadata && { ...metadata.autoOrient, decodedBytes: decodedBytesOf(metadata) };

const HEAD_BYTES = 262_144;

/** The beginning of a file, which tells its type and mostly its size. */
export const headOf = (upload: Measured): Promise<Buffer> => bytesOf(upload, 0, HEAD_BYTES);

/** A slower storage is unavailable. */
const READ_MS = 10_000;

/** `length` bytes of an upload, fewer at its end. */
async function bytesOf({ sizeBytes, read }: Measured, start: number, length: number): Promise<Buffer> {
  const end = Math.min(start + length, sizeBytes);
  if (start >= end) return Buffer.alloc(0);
  const signal = AbortSignal.timeout(READ_MS);
  try {
    // Not by `buffer` of `node:stream/consumers`: its Blob blocks requests several times as long.
    return Buffer.concat((await addAbortSignal(signal, read({ start, end: end - 1 })).toArray()) as Buffer[]);
  } catch (error) {
    throw signal.aborted ? unavailable(error) : error;
  }
}

const metadataOf = (source: Buffer, failOn: 'none' | 'truncated' = readOptions.failOn): Promise<Metadata | undefined> =>
  sharp(source, { failOn, limitInputPixels: false })
    .metadata()
    .catch(() => undefined);

/** A PNG's signature, and what a chunk has besides its data: length, name and checksum. */
const [SIGNATURE_BYTES, CHUNK_BYTES] = [8, 12];
const texts = new Set(['tEXt', 'zTXt', 'iTXt']);
/** The most chunks before the pixels: many times as many as programs write. */
const MAX_CHUNKS = 1_000;

/**
 * The beginning of a PNG without texts, cut-off ones too: who reads the head unpacks them to a hundred times their size. Only the
 * signature, which is no image, of one that has too many chunks.
 */
function withoutTexts(png: Buffer): Buffer {
  const keptParts = [png.subarray(0, SIGNATURE_BYTES)];
  let position = SIGNATURE_BYTES;
  for (let chunks = 1; position + CHUNK_BYTES <= png.length; chunks += 1) {
    const name = png.toString('latin1', position + 4, position + 8);
    if (name === 'IDAT') break;
    if (chunks > MAX_CHUNKS) return png.subarray(0, SIGNATURE_BYTES);
    const end = position + CHUNK_BYTES + png.readUInt32BE(position);
    if (!texts.has(name)) keptParts.push(png.subarray(position, end));
    position = end;
  }
  return Buffer.concat([...keptParts, png.subarray(position)]);
}
