import sharp from 'sharp';
import { notFound } from '@partner-ordering/kernel';
import type { Shrink, Variation } from '../storage/storage.ts';
import { MAX_PIXELS } from './content.ts';

/** The longest side of each small version, in pixels. */
const sides: Record<Variation, number> = { icon: 64, thumb: 320 };

// One thread and no cache: a burst of large images must not use up the process's memory.
sharp.cache(false);
sharp.concurrency(1);

/** The path and variation that a file name stands for: `<path>`, `<path>-icon` or `<path>-thumb`. An extension is ignored. */
export function imageNamed(filename: string): { path: string; variation: Variation | undefined } {
  const [, path = filename, variation] = /^(.+?)(?:-(icon|thumb))?(?:\.[a-z]{2,5})?$/.exec(filename) ?? [];
  return { path, variation: variation as Variation | undefined };
}

/** Type of a small version: JPEG for photographs, PNG for everything else, which keeps its transparency. */
export const shrunkType = (contentType: string): 'image/jpeg' | 'image/png' => (contentType === 'image/jpeg' ? 'image/jpeg' : 'image/png');

/** Makes a small version of an image, upright and without its metadata; 404 for an image that cannot be decoded completely. */
export const shrinking =
  ({ variation, contentType }: { variation: Variation; contentType: string }): Shrink =>
  async (source, target) => {
    const side = sides[variation];
    const small = sharp(source, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
      .autoOrient()
      .resize(side, side, { fit: variation === 'icon' ? 'cover' : 'inside', withoutEnlargement: true });
    const written = shrunkType(contentType) === 'image/jpeg' ? small.jpeg({ quality: 82 }) : small.png();
    await written.toFile(target).catch((error: NodeJS.ErrnoException) => {
      throw error.code === undefined ? notFound('image') : error;
    });
  };
