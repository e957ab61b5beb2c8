import { Agent } from 'node:https';
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
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { unavailable } from '@partner-ordering/kernel';
import type { ByteRange, Period } from './storage.ts';

/** A bucket and how to reach it. */
export interface S3Options {
  bucket: string;
  region: string;
  /** The storage's address for this service; undefined for AWS. */
  endpoint: string | undefined;
  /** The one for clients; undefined for the same. */
  publicEndpoint: string | undefined;
  /** Whether the path has the bucket's name (`https://host/bucket/key`), and not the host name. */
  isPathStyle: boolean;
  /** Undefined where AWS's libraries look. */
  credentials: S3ClientConfig['credentials'];
  /** The authorities (PEM) of the storage's certificate, asked for each connection; undefined for Node's. */
  authorities?: (() => string) | undefined;
}

/** Until the storage begins to answer; without `throwOnRequestTimeout` it would only be logged. */
const timeouts = { connectionTimeout: 2_000, requestTimeout: 100_000, throwOnRequestTimeout: true };
/** The storage copies 1 GiB at 2 MB/s. */
const COPY_TIMEOUT_MS = 600_000;

/** As many sockets as the SDK's own agent has. */
class TrustingAgent extends Agent {
  constructor(authorities: () => string) {
    super({ keepAlive: true, maxSockets: 50 });
    const connect = this.createConnection.bind(this);
    this.createConnection = (options, connected) => connect({ ...options, ca: authorities() }, connected);
  }
}

/** A client for the storage at `endpoint`. */
export const s3Client = ({ region, isPathStyle, credentials, authorities }: S3Options, endpoint: string | undefined): S3Client =>
  new S3Client({
    region,
    forcePathStyle: isPathStyle,
    requestHandler: { ...timeouts, ...(authorities && { httpsAgent: new TrustingAgent(authorities) }) },
    // Newer clients add checksums by default. Other storages refuse them, and they cannot be part of a signed address.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });

/** Headers of an object that is read without one of our signed addresses: a browser must not run it. */
const inertHeaders = { ContentType: 'application/octet-stream', ContentDisposition: 'attachment' };

export type Bucket = ReturnType<typeof bucketOf>;

/** The objects of a bucket. Methods throw `unavailable` when the storage does not answer. */
export function bucketOf(options: S3Options) {
  const { bucket: Bucket, endpoint } = options;
  const client = s3Client(options, endpoint);

  return {
    /** The bytes, as a stream that reads on demand; with `tag` only if the object still has it. */
    read: (key: string, { range, tag }: { range?: ByteRange | undefined; tag?: string } = {}): Readable => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      return Readable.from(
        chunksOf(() => client.send(new GetObjectCommand({ Bucket, Key: key, Range, IfMatch: tag }))),
        { objectMode: false },
      );
    },
    /** Throws an Error of one line when the bucket is missing or cannot be used. */
    check: async (): Promise<void> => {
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        const reason = problem(error);
        throw reason === undefined ? unavailable(error) : new Error(`S3_BUCKET: ${Bucket} at ${endpoint ?? 'AWS'} ${reason}`);
      });
    },
    /** `tag` is the ETag: it changes with the bytes. */
    head: async (key: string) => {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(absentOr(unavailable));
      const { ContentLength: sizeBytes = 0, ETag: tag = '', LastModified: modifiedAt = new Date(0), Metadata: metadata = {} } = found ?? {};
      return found && { sizeBytes, tag, modifiedAt, metadata };
    },
    /** A missing bucket answers a HEAD like a missing object, with 404. */
    has: async (key: string): Promise<boolean> => {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(absentOr(unavailable));
      if (!found) await client.send(new HeadBucketCommand({ Bucket })).catch(throwUnavailable);
      return found !== undefined;
    },
    write: async (key: string, content: Buffer, signal?: AbortSignal): Promise<void> => {
      const command = new PutObjectCommand({ Bucket, Key: key, Body: content, ...inertHeaders });
      await client.send(command, { ...(signal && { abortSignal: signal }) }).catch(throwUnavailable);
    },
    /** Copies an object that still has `tag`. Answers the SHA-256 in hexadecimal, or null from a storage that does not compute it. */
    copy: async ({ key, tag, metadata: Metadata }: { key: string; tag: string; metadata: Record<string, string> }, to: string) => {
      const source = { CopySource: `${Bucket}/${key}`, CopySourceIfMatch: tag, MetadataDirective: 'REPLACE', Metadata } as const;
      const command = new CopyObjectCommand({ Bucket, Key: to, ...source, ...inertHeaders, ChecksumAlgorithm: 'SHA256' });
      const copied = await client.send(command, { requestTimeout: COPY_TIMEOUT_MS }).catch(copyFailure);
      if (typeof copied === 'string') return copied;
      const checksum = copied.CopyObjectResult?.ChecksumSHA256;
      return { sha256: checksum === undefined ? null : Buffer.from(checksum, 'base64').toString('hex') };
    },
    remove: async (key: string): Promise<void> => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch(absentOr(unavailable));
    },
    /** Keys last written in the period, without the prefix and none with a slash after it, in batches of at most 500. */
    async *keys(Prefix: string, { since, before }: Period): AsyncGenerator<string[]> {
      const isInPeriod = (at: Date | undefined): boolean => at !== undefined && at >= since && at < before;
      for await (const { Contents = [] } of paginateListObjectsV2({ client, pageSize: 500 }, { Bucket, Prefix, Delimiter: '/' }))
        yield Contents.flatMap(({ Key, LastModified }) => (isInPeriod(LastModified) && Key?.slice(Prefix.length)) || []);
    },
  };
}

async function* chunksOf(open: () => Promise<{ Body?: unknown }>): AsyncGenerator<Buffer> {
  const { Body } = await open().catch(throwUnavailable);
  for await (const chunk of Body as Readable) yield chunk as Buffer;
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

/** The reason why a copy has no source. A missing bucket is not the source's fault. */
function copyFailure(error: unknown): 'changed' | 'absent' {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === 412) return 'changed';
  if (status === 404 && (error as S3ServiceException).name === 'NoSuchKey') return 'absent';
  throw unavailable(error);
}

const throwUnavailable = (error: unknown): never => {
  throw unavailable(error);
};
