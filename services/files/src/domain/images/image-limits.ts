import { Failure } from '@partner-ordering/kernel';
import { refusals } from '../../storage/refusals.ts';

/** What an image may take. */
export interface ImageLimits {
  /** Bytes of a file that is shown as an image; larger ones are files like any other. */
  maxSizeBytes: number;
  /** Bytes of the pixels of an image of which small versions are made, as `decodedBytesOf` counts them. */
  maxDecodedBytes: number;
}

/** 32 MiB, and 16 megapixels of 8-bit RGBA. */
export const defaultImageLimits: ImageLimits = { maxSizeBytes: 33_554_432, maxDecodedBytes: 67_108_864 };

/** 404 for a small version of an image that is too large to make any, with the reason. */
export function tooLarge(image: { sizeBytes: number; decodedBytes: number }, limits: ImageLimits): Failure | undefined {
  const { maxSizeBytes, maxDecodedBytes } = limits;
  if (image.sizeBytes > maxSizeBytes) return noVariations(refusals.fileTooLarge(maxSizeBytes));
  return image.decodedBytes > maxDecodedBytes ? noVariations(refusals.decodingTooLarge(maxDecodedBytes)) : undefined;
}

const noVariations = (message: string): Failure =>
  new Failure('notFound', 'Could not find this image', { details: [{ path: 'filename', message }] });
