import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { SheetFailure } from './sheet.ts';

const MAX_PARTS = 1_000;
/** A zip file of 25 MiB can unpack to a thousand times as much. A sheet of 100,000 prices has some 40 MiB. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

/** The parts of an XLSX file, by name. */
export interface ZipParts {
  has(name: string): boolean;
  /** A part as text, piece by piece. All parts together count towards one limit of unpacked bytes; throws `SheetFailure` beyond. */
  text(name: string): AsyncGenerator<string>;
}

/** Reads the list of parts. Throws `SheetFailure` for too many. */
export async function zipParts(zip: ZipFile): Promise<ZipParts> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > MAX_PARTS) throw new SheetFailure('has too many parts');
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  let unpackedBytes = 0;

  async function* text(name: string): AsyncGenerator<string> {
    const entry = entries.get(name);
    if (!entry || entry.isEncrypted()) throw new SheetFailure('is no valid XLSX file, or is encrypted');
    // yauzl breaks off a part that has more bytes than the file says.
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > MAX_UNPACKED_BYTES) throw new SheetFailure(`is larger than ${MAX_UNPACKED_BYTES} bytes when unpacked`);
    const stream: Readable = await zip.openReadStreamPromise(entry);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
      yield decoder.decode();
    } finally {
      stream.on('error', () => undefined).destroy();
    }
  }

  return { has: (name) => entries.has(name), text };
}
