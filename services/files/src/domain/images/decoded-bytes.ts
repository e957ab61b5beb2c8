import type { Metadata } from 'sharp';

/** What of sharp's metadata says how much memory the pixels take. */
export type PixelLayout = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth' | 'bitsPerSample'>;

const depthBytes: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};

/** These are decoded with four channels, whatever they have; `heif` is AVIF. */
const alwaysRgba = new Set(['gif', 'webp', 'heif']);

/**
 * Bytes that the pixels of one frame take when they are decoded: width × height × channels × bytes of a channel. Twice that for AVIF, whose decoder
 * keeps pictures of its own beside them.
 */
export function decodedBytesOf({ format, width, height, channels, depth, bitsPerSample = 8 }: PixelLayout): number {
  const bytes = Math.max(depthBytes[depth] ?? 16, Math.ceil(bitsPerSample / 8));
  const pixelBytes = (alwaysRgba.has(format) ? Math.max(4, channels) : channels) * bytes;
  return width * height * pixelBytes * (format === 'heif' ? 2 : 1);
}
