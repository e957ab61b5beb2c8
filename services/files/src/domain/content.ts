import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import type { Upload } from '../storage/storage.ts';
import { headOf, imageSize } from './images/image-size.ts';
import { MAX_DECODED_BYTES } from './images/shrink-order.ts';

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
  const { mime: contentType, ext: extension } = (await fileTypeFromBuffer(head)) ?? unknown;
  if (imageTypes.has(contentType)) {
    const isShown = upload.sizeBytes <= MAX_IMAGE_BYTES;
    return { contentType, extension, image: isShown ? await dimensions(upload, head, contentType) : null };
  }
  if (imageExtensions.has(extname(upload.name).toLowerCase()) || imageTypes.has(upload.declaredType))
    throw invalid(faults.mislabeled_image('file'));
  return { contentType, extension, image: null };
}

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

/** A file's name without folders and without invisible characters. */
export function fileName(given: string): string {
  const last = given.split(/[\\/]/).at(-1)!;
  // Browsers encode a quotation mark like this.
  const name = last.replaceAll('%22', '"').replace(unseenCharacters, '').trim();
  return [...name].slice(0, 200).join('') || 'file';
}
