import type { Metadata } from 'sharp';

/** What of sharp's metadata says how much memory the pixels take. */
export type PixelLayout = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'bitsPerSample' | 'isProgressive' | 'chromaSubsampling'
>;

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
 * Bytes that an image is counted with: those of the pixels of one frame, width × height × channels × bytes of a channel, and more where the
 * decoder keeps more than twice that besides: three times as many for AVIF, twice as many for a progressive JPEG whose colours have all its
 * pixels.
 */
export function decodedBytesOf(layout: PixelLayout): number {
  const { format, width, height, channels, depth, bitsPerSample = 8 } = layout;
  const bytes = Math.max(depthBytes[depth] ?? 16, Math.ceil(bitsPerSample / 8));
  return width * height * (alwaysRgba.has(format) ? Math.max(4, channels) : channels) * bytes * timesKept(layout);
}

function timesKept({ format, isProgressive, chromaSubsampling = '' }: PixelLayout): number {
  if (format === 'heif') return 3;
  return format === 'jpeg' && isProgressive && chromaSubsampling.startsWith('4:4:4') ? 2 : 1;
}
