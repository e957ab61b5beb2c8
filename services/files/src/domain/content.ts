import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { invalid } from '@partner-ordering/data';

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
const HEAD_BYTES = 4_096;

/** Whether a browser may show it in place; everything else is offered for download. */
export const isShownInline = (contentType: string): boolean => IMAGE_TYPES.has(contentType);

/** Looks at a file of this machine. 400 for what only claims to be an image, for broken ones and for those of too many pixels. */
export async function contentOf(file: string, claimed: { name: string; declaredType: string }): Promise<Content> {
  const detected = await fileTypeFromFile(file);
  const contentType = detected?.mime ?? ((await isText(file)) ? 'text/plain' : 'application/octet-stream');
  if (IMAGE_TYPES.has(contentType)) return { contentType, image: await dimensions(file) };
  if (IMAGE_EXTENSIONS.has(extname(claimed.name).toLowerCase()) || IMAGE_TYPES.has(claimed.declaredType))
    throw invalid({ path: 'file', message: 'claims to be an image and is none' });
  return { contentType, image: null };
}

async function dimensions(file: string): Promise<{ width: number; height: number }> {
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!metadata) throw invalid({ path: 'file', message: 'is a broken image' });
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_PIXELS) throw invalid({ path: 'file', message: `is an image of more than ${MAX_PIXELS} pixels` });
  return { width, height };
}

async function isText(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    // The last character may be cut off.
    return !head.includes(0) && new TextDecoder().decode(head).slice(0, -1).includes('\uFFFD') === false;
  } finally {
    await handle.close();
  }
}
