import { variations, type Variation } from '../storage/storage.ts';

const named = new RegExp(`^(.+?)(?:-(${variations.join('|')}))?(?:\\.[a-z]{2,5})?$`);

/** Splits `<path>`, `<path>-icon` or `<path>-thumb`, with any extension or none. */
export function imageNamed(filename: string): { path: string; variation: Variation | undefined } {
  const [, path = filename, variation] = named.exec(filename) ?? [];
  return { path, variation: variation as Variation | undefined };
}
