/** A file of text, as somebody chooses it. */
export const reads = (name: string, text: string, mimeType = 'text/plain'): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});
