import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { invalid } from '@partner-ordering/kernel';
import type { Upload } from '../storage/storage.ts';

/** What a file is, by its bytes alone. */
export interface Content {
  contentType: string;
  /** Pixels, as it is shown; null for what is no image that we show. */
  image: { width: number; height: number } | null;
}

/** Images that browsers show and that cannot run anything. */
const IMAGE_TYPES = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const IMAGE_EXTENSIONS = new Set(['.png', '.apng', '.jpg', '.jpeg', '.gif', '.webp', '.avif']);

/** Above this nothing is decoded: 16,383 pixels squared, sharp's own limit. */
export const MAX_PIXELS = 268_402_689;
/** By which types are told. */
const HEAD_BYTES = 262_144;

/** Whether a browser may show it in place; everything else is offered for download. */
export const isShownInline = (contentType: string): boolean => IMAGE_TYPES.has(contentType);

/**
 * Looks at what has arrived; `extension` is what names of its type end with. 400 for what only claims to be an image, for broken ones and
 * for those of too many pixels.
 */
export async function contentOf(upload: Upload): Promise<Content & { extension: string }> {
  const head = await headOf(upload);
  const unknown = isText(head) ? { mime: 'text/plain', ext: 'txt' } : { mime: 'application/octet-stream', ext: 'bin' };
  const { mime: contentType, ext: extension } = (await fileTypeFromBuffer(head)) ?? unknown;
  if (IMAGE_TYPES.has(contentType)) return { contentType, extension, image: await dimensions(upload) };
  if (IMAGE_EXTENSIONS.has(extname(upload.name).toLowerCase()) || IMAGE_TYPES.has(upload.declaredType))
    throw invalid({ path: 'file', message: 'claims to be an image and is none' });
  return { contentType, extension, image: null };
}

const headOf = async ({ sizeBytes, read }: Upload): Promise<Buffer> =>
  sizeBytes === 0 ? Buffer.alloc(0) : buffer(read({ start: 0, end: Math.min(HEAD_BYTES, sizeBytes) - 1 }));

async function dimensions({ local }: Upload): Promise<{ width: number; height: number }> {
  const copy = await local();
  const metadata = await sharp(copy.path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
    .finally(() => copy.release());
  if (!metadata) throw invalid({ path: 'file', message: 'is a broken image' });
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_PIXELS) throw invalid({ path: 'file', message: `is an image of more than ${MAX_PIXELS} pixels` });
  return { width, height };
}

/** The last character may be cut off. */
const isText = (head: Buffer): boolean => !head.includes(0) && !new TextDecoder().decode(head).slice(0, -1).includes('\uFFFD');
