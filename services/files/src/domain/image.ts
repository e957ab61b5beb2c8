import sharp from 'sharp';
import { notFound } from '@partner-ordering/data';
import { MAX_PIXELS } from './content.ts';

/** Small versions of an image; the numbers are the most pixels that a side has. */
const sides = { icon: 64, thumb: 320 };
export type Variation = keyof typeof sides;

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

/** Writes a small version of an image, upright and without its metadata; 404 for one that cannot be read to its end. */
export async function shrink(
  source: string,
  target: string,
  { variation, contentType }: { variation: Variation; contentType: string },
): Promise<void> {
  const side = sides[variation];
  const small = sharp(source, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .autoOrient()
    .resize(side, side, { fit: variation === 'icon' ? 'cover' : 'inside', withoutEnlargement: true });
  const written = shrunkType(contentType) === 'image/jpeg' ? small.jpeg({ quality: 82 }) : small.png();
  await written.toFile(target).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? notFound('image') : error;
  });
}
