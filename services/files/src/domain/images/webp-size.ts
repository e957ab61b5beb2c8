import sharp from 'sharp';

/** Reads so many bytes from a position, fewer at the end. */
type Read = (start: number, length: number) => Promise<Buffer>;

/**
 * The upright size of a WebP image (RFC 9649), which sharp measures only when it has all of it. `head` is its beginning, 30 bytes or more.
 * Undefined when it is broken.
 */
export async function webpSize(head: Buffer, read: Read): Promise<{ width: number; height: number } | undefined> {
  const kind = head.toString('latin1', 12, 16);
  if (kind === 'VP8 ' && head.readUIntBE(23, 3) === 0x9d012a)
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8L' && head[20] === 0x2f) {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8X') return undefined;
  const [width, height] = [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
  return (await isTurned(head, read)) ? { width: height, height: width } : { width, height };
}

const EXIF_FLAG = 0x08;
/** A picture has at most five chunks up to its EXIF. Frames of an animation before it are not followed further. */
const MAX_CHUNKS = 6;

/** Whether its EXIF, which comes after the picture, turns it by a quarter. */
async function isTurned(head: Buffer, read: Read): Promise<boolean> {
  if ((head[20]! & EXIF_FLAG) === 0) return false;
  let start = 12;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const chunk = start + 8 <= head.length ? head.subarray(start, start + 8) : await read(start, 8);
    if (chunk.length < 8) return false;
    const length = chunk.readUInt32LE(4);
    if (chunk.toString('latin1', 0, 4) === 'EXIF')
      return (await orientationIn(await read(start + 8, Math.min(length, MAX_EXIF_BYTES)))) > 4;
    start += 8 + length + (length % 2);
  }
  return false;
}

const exifMark = Buffer.from('Exif\0\0');
/** What a segment of a JPEG can hold. */
const MAX_EXIF_BYTES = 65_000;

/** The orientation that an EXIF block tells, 1 to 8. sharp reads it as that of a JPEG. */
async function orientationIn(exif: Buffer): Promise<number> {
  const block = exif.subarray(0, exifMark.length).equals(exifMark) ? exif : Buffer.concat([exifMark, exif]);
  const jpeg = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
    .jpeg()
    .toBuffer();
  const segment = Buffer.from([0xff, 0xe1, 0, 0]);
  segment.writeUInt16BE(block.length + 2, 2);
  const { orientation = 1 } = await sharp(Buffer.concat([jpeg.subarray(0, 2), segment, block, jpeg.subarray(2)])).metadata();
  return orientation;
}
