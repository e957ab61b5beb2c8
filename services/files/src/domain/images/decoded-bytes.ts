import type { Metadata } from 'sharp';

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

/** Formats that are always decoded with four channels; `heif` is AVIF. */
const alwaysRgba = new Set(['gif', 'webp', 'heif']);

/** Memory of decoding: width × `rowsKept` × channels × bytes of a channel of one frame, times `timesKept`. */
export function decodedBytesOf(metadata: Metadata): number {
  const { format, width, channels, depth, bitsPerSample = 8 } = metadata;
  const bytes = Math.max(depthBytes[depth] ?? 16, Math.ceil(bitsPerSample / 8));
  return width * rowsKept(metadata) * (alwaysRgba.has(format) ? Math.max(4, channels) : channels) * bytes * timesKept(metadata);
}

/** Rows in memory of a plain JPEG, which is made smaller before it is turned, and of a PNG that is not turned (measured). */
const MAX_ROWS = 768;

function rowsKept({ format, isProgressive, orientation = 1, height }: Metadata): number {
  const isReadByRow = !isProgressive && (format === 'jpeg' || (format === 'png' && orientation === 1));
  return isReadByRow ? Math.min(height, MAX_ROWS) : height;
}

/** Decoders of AVIF, and of a progressive JPEG whose colors have all its pixels, keep more than twice the pixels. */
function timesKept({ format, isProgressive, chromaSubsampling = '' }: Metadata): number {
  if (format === 'heif') return 3;
  return format === 'jpeg' && isProgressive && chromaSubsampling.startsWith('4:4:4') ? 2 : 1;
}
