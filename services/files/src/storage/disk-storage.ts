import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProtocolRefusal, countStreamedBytes } from '@partner-ordering/http';
import { unavailable } from '@partner-ordering/kernel';
import type { Signer } from './signatures.ts';
import {
  byVariation,
  checkedPath,
  isPath,
  variations,
  type Period,
  type Shrink,
  type SmallImage,
  type Storage,
  type StorageEndpoint,
  type Targets,
  type UploadGrant,
  type Variation,
} from './storage.ts';
import { formOf, grantIn } from './upload-policy.ts';

/** Storage in a folder on this machine. Its forms and addresses lead to `/v1/storage` of this service at `issuer`. */
export async function diskStorage({ folder, issuer, signer }: { folder: string; issuer: string; signer: Signer }): Promise<Storage> {
  const [stored, incoming, small] = ['stored', 'incoming', 'small'].map((name) => join(folder, name)) as [string, string, string];
  for (const subfolder of [stored, incoming, small]) await mkdir(subfolder, { recursive: true, mode: 0o700 });
  const filePath = (path: string): string => join(stored, checkedPath(path));
  const draft = (): string => join(incoming, randomUUID());
  const smallVersions = smallVersionsIn(small, { draft, filePath });

  return {
    endpoint: endpointOf(signer, { incoming, draft, filePath }),
    direct: undefined,
    check: () => Promise.resolve(),
    uploadForm: (grant: UploadGrant) =>
      Promise.resolve(formOf({ ...grant, path: checkedPath(grant.path) }, `${issuer}/v1/storage`, signer)),
    signedUrl: async (path, expiresAt) => {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const signature = signer.sign('read', `${checkedPath(path)}\n${expires}`);
      return Promise.resolve(`${issuer}/v1/storage/${path}?expires=${expires}&signature=${signature}`);
    },
    pathOf: ({ origin, pathname, searchParams }) => {
      const path = pathname.split('/').at(-1)!;
      const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
      const isOurs = `${origin}${pathname}` === `${issuer}/v1/storage/${path}` && isSigned(signer, path, { expires, signature });
      return Promise.resolve(isOurs ? path : undefined);
    },
    exists: async (path) => (await stat(filePath(path)).catch(unlessAbsent)) !== undefined,
    read: (path, range) => createReadStream(filePath(path), range),
    put: async (path, content, signal) => {
      const target = filePath(path);
      const file = draft();
      try {
        await writeFile(file, content, { flag: 'wx', mode: 0o600, flush: true, signal });
        await rename(file, target);
      } catch (error) {
        await rm(file, { force: true });
        throw signal?.aborted ? unavailable(error) : error;
      }
      return { sha256: createHash('sha256').update(content).digest('hex') };
    },
    remove: async (path) => {
      await rm(filePath(path), { force: true });
      await smallVersions.remove(path);
    },
    small: smallVersions.read,
    makeSmall: smallVersions.make,
    async *storedIn(period) {
      for await (const names of writtenIn(stored, period)) yield names.filter(isPath);
    },
  };
}

/** The small versions of images, in a folder of their own. */
function smallVersionsIn(folder: string, { draft, filePath }: { draft: () => string; filePath: (path: string) => string }) {
  const smallPath = (path: string, variation: Variation): string => join(folder, `${checkedPath(path)}-${variation}`);
  const remove = async (targets: Targets): Promise<void> => {
    for (const variation of variations) await rm(targets[variation], { force: true });
  };
  return {
    read: async (path: string, variation: Variation): Promise<SmallImage | undefined> => {
      const file = smallPath(path, variation);
      const found = await stat(file).catch(unlessAbsent);
      return found && { sizeBytes: found.size, content: createReadStream(file) };
    },
    make: async (path: string, shrink: Shrink): Promise<void> => {
      const drafts = byVariation(draft);
      try {
        await shrink(filePath(path), drafts);
        for (const variation of variations) await rename(drafts[variation], smallPath(path, variation));
      } finally {
        await remove(drafts);
      }
    },
    remove: (path: string): Promise<void> => remove(byVariation((variation) => smallPath(path, variation))),
  };
}

/** The endpoint `/v1/storage` of this service. */
const endpointOf = (
  signer: Signer,
  { incoming, draft, filePath }: { incoming: string; draft: () => string; filePath: (path: string) => string },
): StorageEndpoint => ({
  granted: (fields, now) => grantIn(fields, now, signer),
  isSigned: (path, address) => isSigned(signer, path, address),
  receive: async ({ path, uploader, maxSizeBytes }, { content, name, declaredType }) => {
    const { file, sizeBytes, sha256 } = await receive(content, draft(), maxSizeBytes);
    return {
      path,
      uploader,
      name,
      declaredType,
      sizeBytes,
      read: (range) => createReadStream(file, range),
      store: () => rename(file, filePath(path)).then(() => ({ sha256 })),
      discard: () => rm(file, { force: true }),
    };
  },
  tidy: async (before) => {
    for await (const names of writtenIn(incoming, { since: new Date(0), before }))
      for (const name of names) await rm(join(incoming, name), { force: true });
  },
});

const BATCH = 500;

/** Names of a folder's files that were last written in the period, in batches. */
async function* writtenIn(folder: string, { since, before }: Period): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { name } of await opendir(folder)) {
    const found = await stat(join(folder, name)).catch(unlessAbsent);
    if (found && found.mtime >= since && found.mtime < before) batch.push(name);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const isSigned = (signer: Signer, path: string, { expires, signature }: { expires: string; signature: string }): boolean =>
  signer.isSigned('read', `${path}\n${expires}`, signature);

/** Streams to the disk and computes the hash; 413 above the limit, which leaves nothing behind. */
async function receive(source: Readable, file: string, maxSizeBytes: number): Promise<{ file: string; sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxSizeBytes)
        return done(new ProtocolRefusal({ status: 413, message: `The file is larger than ${maxSizeBytes} bytes` }));
      hash.update(chunk);
      countStreamedBytes(chunk.length);
      done(null, chunk);
    },
  });
  try {
    await pipeline(source, measured, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
    return { file, sizeBytes, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
