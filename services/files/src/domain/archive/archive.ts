import { createHash } from 'node:crypto';
import { Zip, ZipPassThrough } from 'fflate';
import type { FileRow } from '../find-file.ts';
import type { Storage } from '../../storage/storage.ts';

/** A file under its name in an archive. */
export interface ArchiveEntry {
  name: string;
  file: Pick<FileRow, 'path' | 'sizeBytes' | 'createdAt'>;
}

/** The list of all files with their hashes, for `sha256sum -c`. */
const MANIFEST = 'SHA256SUMS';
const line = (hash: string, name: string): string => `${hash}  ${name}\n`;
const noHash = '0'.repeat(64);

/** The headers of an entry, its descriptor and its place in the directory, besides twice its name. */
const ENTRY_BYTES = 30 + 16 + 46;
const END_BYTES = 22;

/** Programs take the names of entries from other systems for other than UTF-8, though a flag says so. */
const UNIX = 3;
const REGULAR_FILE = 0o100644 << 16;

/** The size of an archive with these files. Nothing in it is compressed: most files are pictures. */
export function archiveBytes(entries: readonly ArchiveEntry[]): number {
  const manifest = { name: MANIFEST, file: { sizeBytes: manifestOf(entries.map(({ name }) => line(noHash, name))).length } };
  const sizes = [...entries, manifest].map(({ name, file }) => ENTRY_BYTES + 2 * Buffer.byteLength(name) + file.sizeBytes);
  return sizes.reduce((sum, size) => sum + size, END_BYTES);
}

const manifestOf = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''));

interface ArchiveParts {
  storage: Pick<Storage, 'read'>;
  entries: readonly ArchiveEntry[];
  now: Date;
  /** Called before each file is read. Throws when the right to it has ended. */
  confirmRight: (path: string) => Promise<void>;
}

/** The bytes of the archive, each read when it is asked for. Fails if a file is not as long as it was. */
export async function* archiveOf({ storage, entries, now, confirmRight }: ArchiveParts): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  const begin = (name: string, mtime: Date): ZipPassThrough => {
    const entry = Object.assign(new ZipPassThrough(name), { mtime, os: UNIX, attrs: REGULAR_FILE });
    zip.add(entry);
    return entry;
  };
  const lines: string[] = [];
  for (const { name, file } of entries) {
    await confirmRight(file.path);
    const entry = begin(name, file.createdAt);
    const hash = createHash('sha256');
    let leftBytes = file.sizeBytes;
    // One byte more shows a longer file. Without an end, each small file takes 128 kB, and V8 stops for 100 ms to collect them.
    const range = file.sizeBytes === 0 ? undefined : { start: 0, end: file.sizeBytes };
    for await (const chunk of storage.read(file.path, range) as AsyncIterable<Uint8Array>) {
      leftBytes -= chunk.length;
      if (leftBytes < 0) break;
      hash.update(chunk);
      entry.push(chunk);
      yield* written.splice(0);
    }
    if (leftBytes !== 0) throw new Error(`${file.path} has ${leftBytes > 0 ? 'less' : 'more'} than ${file.sizeBytes} bytes`);
    entry.push(new Uint8Array(), true);
    lines.push(line(hash.digest('hex'), name));
  }
  begin(MANIFEST, now).push(manifestOf(lines), true);
  zip.end();
  yield* written;
}
