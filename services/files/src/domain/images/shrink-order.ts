import type { Targets, Variation } from '../../storage/storage.ts';

/** The longest side of each small version, in pixels. */
export const sides: Readonly<Record<Variation, number>> = { icon: 64, thumb: 320 };

/** 64 MiB, as `decodedBytesOf` counts. A larger image is a plain file. */
export const MAX_DECODED_BYTES = 67_108_864;

/** The argument of the process that makes small versions. All paths are of files on this machine. */
export interface ShrinkOrder {
  source: string;
  contentType: string;
  targets: Targets;
  maxDecodedBytes: number;
  /** Memory of the whole process, beyond which it ends itself. */
  maxMemoryBytes: number;
}

/** Options with which sharp reads all images: it passes over faults that lose no pixels, as browsers do. */
export const readOptions = { failOn: 'truncated' } as const;

/** Exit codes of the process. Any other code means that it was aborted, or that something else than the image is at fault. */
export const exits = { made: 0, undecodable: 3 } as const;

/** Type of a small version: JPEG for photographs, PNG for everything else, which keeps its transparency. */
export const shrunkType = (contentType: string): 'image/jpeg' | 'image/png' => (contentType === 'image/jpeg' ? 'image/jpeg' : 'image/png');
