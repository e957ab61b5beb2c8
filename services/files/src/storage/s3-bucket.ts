import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { unavailable } from '@partner-ordering/kernel';
import type { ByteRange } from './storage.ts';

/** Which bucket, and how it is reached. */
export interface S3Options {
  bucket: string;
  region: string;
  /** Where this service reaches the storage; undefined is AWS. */
  endpoint: string | undefined;
  /** Where clients reach it; undefined is the same. */
  publicEndpoint: string | undefined;
  /** The bucket stands in the path of addresses (`https://host/bucket/key`) and not in the host name. */
  isPathStyle: boolean;
  /** Undefined leaves it to the places where AWS's libraries look. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** What is known of an object without reading it. */
export interface ObjectHead {
  sizeBytes: number;
  /** Names these very bytes. */
  tag: string;
  metadata: Readonly<Record<string, string>>;
}

/** The objects of a bucket. Where the storage does not answer, methods throw `unavailable`. */
export interface Bucket {
  /** Throws an Error of one line when the bucket is not there or may not be used. */
  check(): Promise<void>;
  head(key: string): Promise<ObjectHead | undefined>;
  /** The bytes, read as they are taken; with `tag` only if they are still those. */
  read(key: string, options?: { range?: ByteRange | undefined; tag?: string }): Readable;
  write(key: string, content: Buffer): Promise<void>;
  /** Copies inside of the storage, if the source is still what `tag` names. Answers the SHA-256 in hexadecimal. */
  copy(from: { key: string; tag: string }, to: string): Promise<string>;
  remove(key: string): Promise<void>;
  /** Keys without a slash that were last written before a time. */
  topLevelKeys(before: Date): AsyncIterable<string>;
}

const TIMEOUTS = { connectionTimeout: 2_000, requestTimeout: 100_000 };

/** A client for the storage as it is reached at `endpoint`. */
export const s3Client = ({ region, isPathStyle, credentials }: S3Options, endpoint: string | undefined): S3Client =>
  new S3Client({
    region,
    forcePathStyle: isPathStyle,
    requestHandler: TIMEOUTS,
    // Checksums by default came late to S3; other storages refuse them, and nobody could add them to a signed address.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });

/** Should an object ever be read without one of our signed addresses, no browser runs it. */
const INERT = { ContentType: 'application/octet-stream', ContentDisposition: 'attachment' };

/** See `Bucket`. */
export function bucketOf(options: S3Options): Bucket {
  const { bucket: Bucket, endpoint } = options;
  const client = s3Client(options, endpoint);
  const bytes = (key: string, { range, tag }: { range?: ByteRange | undefined; tag?: string } = {}): Readable => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    return Readable.from(
      chunksOf(() => client.send(new GetObjectCommand({ Bucket, Key: key, Range, IfMatch: tag }))),
      { objectMode: false },
    );
  };

  return {
    read: bytes,
    check: async () => {
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        const reason = problem(error);
        throw reason === undefined ? unavailable(error) : new Error(`S3_BUCKET: ${Bucket} at ${endpoint ?? 'AWS'} ${reason}`);
      });
    },
    head: async (key) => {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(absentOr(unavailable));
      return found && { sizeBytes: found.ContentLength ?? 0, tag: found.ETag ?? '', metadata: found.Metadata ?? {} };
    },
    write: async (key, content) => {
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: content, ...INERT })).catch(failing);
    },
    copy: async ({ key, tag }, to) => {
      const source = { CopySource: `${Bucket}/${key}`, CopySourceIfMatch: tag, MetadataDirective: 'REPLACE' } as const;
      const copied = await client
        .send(new CopyObjectCommand({ Bucket, Key: to, ...source, ...INERT, ChecksumAlgorithm: 'SHA256' }))
        .catch(failing);
      const checksum = copied.CopyObjectResult?.ChecksumSHA256;
      // A storage that does not know the checksum leaves the reading to us.
      return checksum === undefined ? sha256Of(bytes(to)) : Buffer.from(checksum, 'base64').toString('hex');
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch(absentOr(unavailable));
    },
    async *topLevelKeys(before) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Delimiter: '/' }))
        for (const { Key, LastModified } of Contents)
          if (Key !== undefined && LastModified !== undefined && LastModified < before) yield Key;
    },
  };
}

async function* chunksOf(open: () => Promise<{ Body?: unknown }>): AsyncGenerator<Buffer> {
  const { Body } = await open().catch(failing);
  for await (const chunk of Body as Readable) yield chunk as Buffer;
}

async function sha256Of(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function problem(error: unknown): string | undefined {
  if (!(error instanceof S3ServiceException)) return undefined;
  const status = error.$metadata.httpStatusCode ?? 0;
  if (status === 404) return 'does not exist';
  if (status === 403) return 'refuses these credentials';
  return status === 301 || status === 400 ? `answers ${status}: check S3_REGION and S3_PATH_STYLE` : undefined;
}

const absentOr =
  (failure: (cause: unknown) => Error) =>
  (error: unknown): undefined => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw failure(error);
  };

const failing = (error: unknown): never => {
  throw unavailable(error);
};
