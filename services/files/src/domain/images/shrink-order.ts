import type { Variation } from '../../storage/storage.ts';

/** The longest side of each small version, in pixels. */
export const sides: Readonly<Record<Variation, number>> = { icon: 64, thumb: 320 };

/** What the process that makes small versions is told. All paths are of files on this machine. */
export interface ShrinkOrder {
  source: string;
  contentType: string;
  targets: Readonly<Record<Variation, string>>;
  maxDecodedBytes: number;
  /** Bytes of memory beyond which the process ends itself, in all. */
  maxMemoryBytes: number;
}

/** How it ends; otherwise it was broken off, or something else than the image is at fault. */
export const exits = { made: 0, undecodable: 3 } as const;

/** Type of a small version: JPEG for photographs, PNG for everything else, which keeps its transparency. */
export const shrunkType = (contentType: string): 'image/jpeg' | 'image/png' => (contentType === 'image/jpeg' ? 'image/jpeg' : 'image/png');
