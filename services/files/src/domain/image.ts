import sharp from 'sharp';
import { notFound } from '@partner-ordering/kernel';
import type { Shrink, Variation } from '../storage/storage.ts';
import { MAX_PIXELS } from './content.ts';

/** The most pixels that a side of a small version has. */
const sides: Record<Variation, number> = { icon: 64, thumb: 320 };

// One picture at a time on one thread, nothing kept: a burst of large images must not take the process's memory.
sharp.cache(false);
sharp.concurrency(1);

/** What a name stands for: `<path>`, `<path>-icon` or `<path>-thumb`; an extension says nothing. */
export function imageNamed(filename: string): { path: string; variation: Variation | undefined } {
  const [, path = filename, variation] = /^(.+?)(?:-(icon|thumb))?(?:\.[a-z]{2,5})?$/.exec(filename) ?? [];
  return { path, variation: variation as Variation | undefined };
}

/** Photographs stay photographs, everything else keeps its transparency. */
export const shrunkType = (contentType: string): 'image/jpeg' | 'image/png' => (contentType === 'image/jpeg' ? 'image/jpeg' : 'image/png');

/** Makes a small version of an image, upright and without its metadata; 404 for one that cannot be read to its end. */
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
