import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid } from '@partner-ordering/data';
import { HttpError, streamed } from '@partner-ordering/http';
import type { Signer } from './signatures.ts';
import { formOf, grantIn } from './upload-policy.ts';
import { isPath, type LocalCopy, type Storage, type UploadGrant } from './storage.ts';

/** A file that has arrived but has no path yet. */
export interface Received {
  /** On this machine. */
  file: string;
  sizeBytes: number;
  sha256: string;
}

/** Storage in a folder of this machine, whose form and addresses lead to this service's own `/v1/storage`. */
export interface DiskStorage extends Storage {
  /** What the fields of an upload form allow; 403 for what is not ours, changed or expired. */
  granted(fields: Readonly<Record<string, string>>, now: Date): UploadGrant;
  /** Whether an address may be read from now. */
  isReadable(path: string, address: { expires: string; signature: string }, now: Date): boolean;
  /** Streams to the disk, hashing on the way; 413 above the limit, of which nothing stays. */
  receive(source: Readable, maxSizeBytes: number): Promise<Received>;
  /** Gives what was received its path, at once or not at all. */
  keep(received: Received, path: string): Promise<void>;
  discard(received: Received): Promise<void>;
  /** A small version of an image, made once; `make` writes it to the file it is given. */
  derived(path: string, variation: string, make: (target: string) => Promise<void>): Promise<string>;
  /** Removes what uploads that were cut off have left. */
  tidy(before: Date): Promise<void>;
}

const VARIATIONS = ['icon', 'thumb'];

/** Makes the folders. `issuer` is the public address without a slash at its end. */
export async function diskStorage(options: { folder: string; issuer: string; signer: Signer }): Promise<DiskStorage> {
  const { folder, issuer, signer } = options;
  const [stored, incoming, small] = ['stored', 'incoming', 'small'].map((name) => join(folder, name)) as [string, string, string];
  for (const each of [stored, incoming, small]) await mkdir(each, { recursive: true, mode: 0o700 });
  const placeOf = (path: string): string => join(stored, checked(path));

  return {
    uploadForm: (grant) => formOf({ ...grant, path: checked(grant.path) }, `${issuer}/v1/storage`, signer),
    granted: (fields, now) => grantIn(fields, now, signer),
    signedUrl: (path, expiresAt) => {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const signature = signer.sign('read', `${checked(path)}\n${expires}`);
      return `${issuer}/v1/storage/${path}?expires=${expires}&signature=${signature}`;
    },
    signedPath: ({ pathname, searchParams }) => {
      const path = pathname.split('/').at(-1)!;
      const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
      return signer.isSigned('read', `${path}\n${expires}`, signature) ? path : undefined;
    },
    isReadable: (path, { expires, signature }, now) =>
      signer.isSigned('read', `${path}\n${expires}`, signature) && Number(expires) * 1000 > now.getTime(),
    stat: (path) => stat(placeOf(path)).then(({ size }) => ({ sizeBytes: size }), absent),
    read: (path, range) => createReadStream(placeOf(path), range),
    local: (path): Promise<LocalCopy> => Promise.resolve({ path: placeOf(path), release: () => Promise.resolve() }),
    receive: (source, maxSizeBytes) => receive(source, join(incoming, randomUUID()), maxSizeBytes),
    put: async (path, content) => {
      const target = placeOf(path);
      const { file, sha256 } = await receive(Readable.from([content]), join(incoming, randomUUID()), content.length);
      await rename(file, target);
      return { sha256 };
    },
    keep: ({ file }, path) => rename(file, placeOf(path)),
    discard: ({ file }) => rm(file, { force: true }),
    remove: async (path) => {
      await rm(placeOf(path), { force: true });
      for (const variation of VARIATIONS) await rm(join(small, `${path}-${variation}`), { force: true });
    },
    derived: async (path, variation, make) => {
      const target = join(small, `${checked(path)}-${variation}`);
      if (await stat(target).catch(absent)) return target;
      const draft = join(incoming, randomUUID());
      try {
        await make(draft);
        // Two that make it at once make the same.
        await link(draft, target).catch((error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? undefined : Promise.reject(error)));
      } finally {
        await rm(draft, { force: true });
      }
      return target;
    },
    tidy: async (before) => {
      for (const name of await readdir(incoming)) {
        const file = join(incoming, name);
        const left = await stat(file).catch(absent);
        if (left && left.mtime < before) await rm(file, { force: true });
      }
    },
  };
}

async function receive(source: Readable, file: string, maxSizeBytes: number): Promise<Received> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxSizeBytes) return done(new HttpError(413, `The file is larger than ${maxSizeBytes} bytes`));
      hash.update(chunk);
      streamed(chunk.length);
      done(null, chunk);
    },
  });
  try {
    await pipeline(source, measured, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    await flushed(file);
    return { file, sizeBytes, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** What is acknowledged is on the disk. */
async function flushed(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

function checked(path: string): string {
  if (!isPath(path)) throw invalid({ path: 'path', message: 'is no path of a file' });
  return path;
}
