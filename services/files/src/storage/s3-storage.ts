import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isGid } from '@partner-ordering/kernel';
import { bucketOf, type Bucket, type S3Options } from './s3-bucket.ts';
import { s3Signing, uploadedBy } from './s3-signing.ts';
import {
  byVariation,
  checkedPath,
  isPath,
  variations,
  type DirectUpload,
  type DirectUploads,
  type Shrink,
  type Storage,
  type Upload,
  type Variation,
} from './storage.ts';

const STORED = 'stored/';

/**
 * Storage in a bucket of S3 or a compatible service. Forms upload to the top level, and can be sent again until they expire. A kept upload
 * is copied to `stored/`, where no form reaches. Small versions are in `small/`.
 */
export function s3Storage(options: S3Options, clock: () => Date): Storage {
  const bucket = bucketOf(options);
  const signing = s3Signing(options, clock);
  const storedKey = (path: string): string => `${STORED}${checkedPath(path)}`;
  const smallKey = (path: string, variation: Variation): string => `small/${checkedPath(path)}-${variation}`;

  return {
    endpoint: undefined,
    direct: directUploads(bucket, storedKey),
    check: bucket.check,
    put: async (path, content, signal) => {
      await bucket.write(storedKey(path), content, signal);
      return { sha256: createHash('sha256').update(content).digest('hex') };
    },
    uploadForm: (grant) => signing.form(checkedPath(grant.path), grant),
    signedUrl: async (path, expiresAt, downloadHeaders) => signing.address(storedKey(path), expiresAt, downloadHeaders),
    pathOf: async (url) => {
      const path = url.pathname.split('/').at(-1)!;
      if (!isPath(path)) return undefined;
      const isOurs = url.search === '' ? await signing.isPlain(url, [path, storedKey(path)]) : await signing.isOurs(url, storedKey(path));
      return isOurs ? path : undefined;
    },
    exists: (path) => bucket.has(storedKey(path)),
    read: (path, range) => bucket.read(storedKey(path), { range }),
    small: async (path, variation) => {
      const key = smallKey(path, variation);
      const head = await bucket.head(key);
      return head && { sizeBytes: head.sizeBytes, content: bucket.read(key, { tag: head.tag }) };
    },
    makeSmall: (path, shrink) => makeSmall(bucket, { from: storedKey(path), to: (variation) => smallKey(path, variation) }, shrink),
    remove: async (path) => {
      const keys = [storedKey(path), ...variations.map((variation) => smallKey(path, variation))];
      await Promise.all(keys.map((key) => bucket.remove(key)));
    },
    async *storedIn(period) {
      for await (const keys of bucket.keys(STORED, period)) yield keys.filter(isPath);
    },
  };
}

/** Makes an image smaller in a temporary folder. */
async function makeSmall(
  bucket: Bucket,
  { from, to }: { from: string; to: (variation: Variation) => string },
  shrink: Shrink,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-ordering-'));
  try {
    const original = join(folder, 'original');
    const targets = byVariation((variation) => join(folder, variation));
    await pipeline(bucket.read(from), createWriteStream(original, { mode: 0o600 }));
    await shrink(original, targets);
    for (const variation of variations) await bucket.write(to(variation), await readFile(targets[variation]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Metadata of a kept file. */
const KEPT_TAG = 'upload-tag';

const directUploads = (bucket: Bucket, storedKey: (path: string) => string): DirectUploads => ({
  find: async (path) => uploadAt(bucket, checkedPath(path)),
  keep: async ({ path, tag }) => {
    const keptTag = tag.replaceAll('"', '');
    const copied = await bucket.copy({ key: path, tag, metadata: { [KEPT_TAG]: keptTag } }, storedKey(path));
    if (typeof copied === 'object') return copied;
    // It may have been kept before, and its upload discarded or overwritten since.
    const kept = await bucket.head(storedKey(path));
    if (kept?.metadata[KEPT_TAG] === keptTag) return { sha256: null };
    return copied === 'changed' ? 'overwritten' : 'missing';
  },
  discard: (path) => bucket.remove(checkedPath(path)),
  async *uploadedBefore(before) {
    // Only uploads are named by a gid; other objects in the bucket stay.
    for await (const keys of bucket.keys('', { since: new Date(0), before })) yield keys.filter(isGid);
  },
});

async function uploadAt(bucket: Bucket, key: string): Promise<DirectUpload | undefined> {
  const head = await bucket.head(key);
  const { uploader, name } = uploadedBy(head?.metadata ?? {});
  if (!head || uploader === undefined || !isGid(uploader)) return undefined;
  const { sizeBytes, tag, modifiedAt } = head;
  const read: Upload['read'] = (range) => bucket.read(key, { range, tag });
  return { path: key, uploader, name, declaredType: '', sizeBytes, tag, uploadedAt: modifiedAt, read };
}
