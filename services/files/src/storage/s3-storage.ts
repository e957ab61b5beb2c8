import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isGid } from '@partner-ordering/kernel';
import { bucketOf, type Bucket, type S3Options } from './s3-bucket.ts';
import { s3Signing, uploadedBy } from './s3-signing.ts';
import { checkedPath, isPath, variations, type LocalCopy, type Storage, type Upload, type Variation } from './storage.ts';

/**
 * Storage in a bucket of S3 or a compatible service. Forms put uploads at the top level, under their path. Storing an upload copies it to
 * `stored/`, where no form can overwrite it: a form can be sent again until it expires. Small versions are in `small/`.
 */
export function s3Storage(options: S3Options, clock: () => Date): Storage {
  const bucket = bucketOf(options);
  const signing = s3Signing(options, clock);
  const storedKey = (path: string): string => `stored/${checkedPath(path)}`;
  const smallKey = (path: string, variation: Variation): string => `small/${checkedPath(path)}-${variation}`;

  return {
    endpoint: undefined,
    check: bucket.check,
    put: async (path, content) => {
      await bucket.write(storedKey(path), content);
      return { sha256: createHash('sha256').update(content).digest('hex') };
    },
    uploadForm: (grant) => signing.form(checkedPath(grant.path), grant),
    uploaded: async (path) => uploadedAt(bucket, checkedPath(path), storedKey(path)),
    signedUrl: async (path, expiresAt, shown) => signing.address(storedKey(path), expiresAt, shown),
    pathOf: async (url) => {
      const path = url.pathname.split('/').at(-1)!;
      if (!isPath(path)) return undefined;
      const isOurs = url.search === '' ? await signing.isPlain(url, [path, storedKey(path)]) : await signing.isOurs(url, storedKey(path));
      return isOurs ? path : undefined;
    },
    stat: async (path) => {
      const head = await bucket.head(storedKey(path));
      return head && { sizeBytes: head.sizeBytes };
    },
    read: (path, range) => bucket.read(storedKey(path), { range }),
    small: async (path, variation, shrink) => {
      const key = smallKey(path, variation);
      const made = await bucket.head(key);
      if (made) return { sizeBytes: made.sizeBytes, content: bucket.read(key, { tag: made.tag }) };
      const original = await localCopy(bucket.read(storedKey(path)));
      try {
        const target = `${original.path}-${variation}`;
        await shrink(original.path, target);
        const content = await readFile(target);
        await bucket.write(key, content);
        return { sizeBytes: content.length, content: Readable.from([content]) };
      } finally {
        await original.release();
      }
    },
    remove: async (path) => {
      const keys = [storedKey(path), ...variations.map((variation) => smallKey(path, variation)), path];
      await Promise.all(keys.map((key) => bucket.remove(key)));
    },
    tidy: async (before) => {
      // Only uploads are named by a gid; other objects in the bucket stay.
      for await (const key of bucket.topLevelKeys(before)) if (isGid(key)) await bucket.remove(key);
    },
  };
}

/** The upload under a key. Its methods fail when the object has changed meanwhile. */
async function uploadedAt(bucket: Bucket, key: string, target: string): Promise<Upload | undefined> {
  const head = await bucket.head(key);
  const { uploader, name } = uploadedBy(head?.metadata ?? {});
  if (!head || uploader === undefined || !isGid(uploader)) return undefined;
  const { sizeBytes, tag } = head;
  const read: Upload['read'] = (range) => bucket.read(key, { range, tag });
  return {
    ...{ path: key, uploader, name, declaredType: '', sizeBytes, read },
    local: () => localCopy(read()),
    store: async () => ({ sha256: await bucket.copy({ key, tag }, target) }),
    discard: () => bucket.remove(key),
  };
}

/** Copies a stream to a temporary folder of its own, which `release` removes. */
async function localCopy(content: Readable): Promise<LocalCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-ordering-'));
  const path = join(folder, 'file');
  const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    return { path, release };
  } catch (error) {
    await release();
    throw error;
  }
}
