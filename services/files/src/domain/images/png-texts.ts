/** A PNG's signature, and what a chunk has besides its data: length, name and checksum. */
const [SIGNATURE_BYTES, CHUNK_BYTES] = [8, 12];
const texts = new Set(['tEXt', 'zTXt', 'iTXt']);

/** The beginning of a PNG without texts, cut-off ones too: who reads the head unpacks them to a hundred times their size. */
export function withoutTexts(png: Buffer): Buffer {
  const kept = [png.subarray(0, SIGNATURE_BYTES)];
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_BYTES <= png.length) {
    const name = png.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') break;
    const end = at + CHUNK_BYTES + png.readUInt32BE(at);
    if (!texts.has(name)) kept.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, png.subarray(at)]);
}
