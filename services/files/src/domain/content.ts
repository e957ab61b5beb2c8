import { extname } from 'node:path';
import { fileTypeFromBuffer, type Detector } from 'file-type';
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import type { Upload } from '../storage/storage.ts';
import { headOf, imageSize } from './images/image-size.ts';
import { MAX_DECODED_BYTES } from './images/shrink-order.ts';
import { shortened } from './short-name.ts';

/** Facts about a file that its bytes prove. */
export interface Content {
  contentType: string;
  /** Pixels of the upright image; null for a plain file. */
  image: { width: number; height: number } | null;
}

/** Image types that browsers show and that cannot contain scripts. */
const imageTypes = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const imageExtensions = new Set(['.png', '.apng', '.jpg', '.jpeg', '.gif', '.webp', '.avif']);

/** 16,383 pixels squared, sharp's own limit. */
const MAX_PIXELS = 268_402_689;
/** 32 MiB; larger images are plain files, and so are those whose pixels take more than `MAX_DECODED_BYTES`. */
export const MAX_IMAGE_BYTES = 33_554_432;

/** Whether a browser shows a file of this type in place, or offers it for download. */
export const isShownInline = (contentType: string): boolean => imageTypes.has(contentType);

/**
 * Examines an upload; `extension` is the usual one of its type. Reads only the beginning of a large upload that is no WebP or AVIF. 400
 * for a false image, an image with a broken head, and too many pixels.
 */
export async function contentOf(upload: Upload): Promise<Content & { extension: string }> {
  const head = await headOf(upload);
  const unknown = isText(head) ? { mime: 'text/plain', ext: 'txt' } : { mime: 'application/octet-stream', ext: 'bin' };
  const { mime: contentType, ext: extension } = (await fileTypeFromBuffer(firstEntries(head), { customDetectors: [gzip] })) ?? unknown;
  if (imageTypes.has(contentType)) {
    const isShown = upload.sizeBytes <= MAX_IMAGE_BYTES;
    return { contentType, extension, image: isShown ? await dimensions(upload, head, contentType) : null };
  }
  const isCalledImage = imageExtensions.has(extname(upload.name).toLowerCase()) || imageTypes.has(upload.declaredType);
  // Phones and mail programs give HEIC, TIFF and BMP the name of a JPEG.
  if (isCalledImage && !contentType.startsWith('image/')) throw invalid(faults.mislabeled_image('file'));
  return { contentType, extension, image: null };
}

/** The most files of an archive that are looked at: those that tell its type are among the first. */
const MAX_ENTRIES = 128;
/** The most bytes that are searched for the end of a file of unknown length, one after the other. */
const MAX_SEARCHED_BYTES = 131_072;

/** The beginning of a ZIP file that tells its type in a few milliseconds; all of any other file. */
function firstEntries(head: Buffer): Buffer {
  let entries = head;
  for (let count = 0, at = head.indexOf('PK\x03\x04'); at >= 0; count += 1, at = entries.indexOf('PK\x03\x04', at + 4)) {
    if (count === MAX_ENTRIES) return entries.subarray(0, at);
    const hasUnknownLength = (entries[at + 6]! & 8) !== 0;
    if (hasUnknownLength) entries = entries.subarray(0, at + MAX_SEARCHED_BYTES);
  }
  return entries;
}

/** Knows gzip files, even behind byte order marks: file-type unpacks up to 16 MiB of each, only to tell `tar.gz` from `gz`. */
const gzip: Detector = {
  id: 'gzip',
  detect: async (tokenizer) => {
    const start = Buffer.alloc(1_024);
    await tokenizer.peekBuffer(start, { mayBeLess: true });
    return /^(?:\xEF\xBB\xBF)*\x1F\x8B\x08/.test(start.toString('latin1')) ? { ext: 'gz', mime: 'application/gzip' } : undefined;
  },
};

async function dimensions(upload: Upload, head: Buffer, contentType: string): Promise<Content['image']> {
  const size = await imageSize(upload, head, contentType);
  if (!size) throw invalid(faults.image_not_readable('file', { name: fileName(upload.name) }));
  const { width, height, decodedBytes } = size;
  if (width * height > MAX_PIXELS) throw invalid(faults.too_many_pixels('file', { max: MAX_PIXELS }));
  return decodedBytes <= MAX_DECODED_BYTES ? { width, height } : null;
}

/** Whether the head is text in UTF-8. Its last character may be incomplete. */
const isText = (head: Buffer): boolean => !head.includes(0) && !new TextDecoder().decode(head).slice(0, -1).includes('\uFFFD');

/** Control characters, halves of characters, and marks that reverse the text, which show `gpj.exe` as `exe.jpg`. */
const unseenCharacters = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** What file systems take, as ext4 and APFS do. */
const MOST_NAME_BYTES = 255;

/** A file's name without folders and without invisible characters, at most 255 bytes of UTF-8. */
export function fileName(given: string): string {
  const last = given.split(/[\\/]/).at(-1)!;
  // Browsers encode a quotation mark like this.
  const name = last.replaceAll('%22', '"').replace(unseenCharacters, '').trim();
  return shortened(name, MOST_NAME_BYTES) || 'file';
}
