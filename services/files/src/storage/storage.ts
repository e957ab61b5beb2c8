import type { Readable } from 'node:stream';
import { invalid } from '@partner-ordering/kernel';
import type { UploadForm } from '../../generated/internal/models.ts';
import { faults } from '../faults.ts';

export type { UploadForm };

/** The permission in an upload form: one file under one path. */
export interface UploadGrant {
  path: string;
  /** Gid of the user. */
  uploader: string;
  maxSizeBytes: number;
  expiresAt: Date;
}

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** An upload that is not recorded yet. Methods fail if its bytes have changed since. */
export interface Upload {
  path: string;
  /** Gid of the user. */
  uploader: string;
  /** The client's name for the file; empty when unknown. */
  name: string;
  /** The content type that the client declares; empty without one. */
  declaredType: string;
  sizeBytes: number;
  /** The bytes, as a stream that reads on demand. */
  read(range?: ByteRange): Readable;
}

/** An upload that has passed through this service. */
export interface ReceivedUpload extends Upload {
  /** Stores it durably under its path, completely or not at all. Answers the SHA-256 in hexadecimal. */
  store(): Promise<{ sha256: string }>;
  /** Removes the upload, but not the file that was stored from it. */
  discard(): Promise<void>;
}

/** An upload in a bucket. Its form can overwrite it until the form expires. */
export interface DirectUpload extends Upload {
  /** Changes with the bytes. */
  tag: string;
  uploadedAt: Date;
}

/** The file of an upload form, as a stream. */
export interface ArrivingFile {
  name: string;
  declaredType: string;
  content: Readable;
}

/** `/v1/storage`, where clients reach a storage through this service. */
export interface StorageEndpoint {
  /** The grant in the fields of a form; 403 for a form that is foreign, changed or expired. */
  granted(fields: Readonly<Record<string, string>>, now: Date): UploadGrant;
  /** Whether an address is signed by us. It may have expired. */
  isSigned(path: string, address: { expires: string; signature: string }): boolean;
  /** Receives a file; 413 above the limit, and then nothing is left. */
  receive(grant: UploadGrant, file: ArrivingFile): Promise<ReceivedUpload>;
  /** Removes uploads from before a time that were never stored because of a crash. */
  tidy(before: Date): Promise<void>;
}

/** The time from `since`, included, to `before`, excluded. */
export interface Period {
  since: Date;
  before: Date;
}

/** Uploads to a bucket, which clients reach directly. */
export interface DirectUploads {
  /** The upload of a form; undefined when there is none. */
  find(path: string): Promise<DirectUpload | undefined>;
  /**
   * Copies the upload with this tag to its path, where no form reaches. The time grows with the size. May be repeated, also at once.
   * Answers the SHA-256 in hexadecimal if the storage computes it; `overwritten` for another upload, `missing` without upload and file.
   */
  keep(upload: { path: string; tag: string }): Promise<{ sha256: string | null } | 'overwritten' | 'missing'>;
  /** Removes the upload, if there is one, but not the file that was kept from it. */
  discard(path: string): Promise<void>;
  /** Paths of the uploads from before a time, in batches. */
  uploadedBefore(time: Date): AsyncIterable<readonly string[]>;
}

/** The headers with which a file is served at its signed address. */
export interface DownloadHeaders {
  contentType: string;
  /** RFC 6266. */
  contentDisposition: string;
}

/** A small version of an image. */
export interface SmallImage {
  sizeBytes: number;
  content: Readable;
}

/** The names of an image's small versions. */
export const variations = ['icon', 'thumb'] as const;
export type Variation = (typeof variations)[number];

/** A file on this machine for each small version. */
export type Targets = Readonly<Record<Variation, string>>;

export const byVariation = (targetOf: (variation: Variation) => string): Targets => ({ icon: targetOf('icon'), thumb: targetOf('thumb') });

/** Writes the small versions of the image `source`, a file on this machine. */
export type Shrink = (source: string, targets: Targets) => Promise<void>;

/**
 * The storage of the files' bytes. Clients upload and download without a token, by forms and addresses that are signed for some time.
 * Methods throw for a path that fails `isPath`, and `unavailable` when the storage does not answer.
 */
export interface Storage {
  /** Undefined for a bucket. */
  readonly endpoint: StorageEndpoint | undefined;
  /** Undefined for a folder. */
  readonly direct: DirectUploads | undefined;
  /** Throws an Error of one line when the storage cannot be used. */
  check(): Promise<void>;
  /** Stores or replaces a service's file durably. Answers the SHA-256 in hexadecimal. Throws `unavailable` soon after an abort. */
  put(path: string, content: Buffer, signal?: AbortSignal): Promise<{ sha256: string }>;
  /** A form that stores one file under the grant's path. */
  uploadForm(grant: UploadGrant): Promise<UploadForm>;
  /** An address that serves the file, with `Range`, until it expires. */
  signedUrl(path: string, expiresAt: Date, headers: DownloadHeaders): Promise<string>;
  /** The path in an address of this storage that we signed, expired or not; undefined for any other address. */
  pathOf(url: URL): Promise<string | undefined>;
  /** Whether the file is there. Rejects when the storage does not answer or its bucket is missing. */
  exists(path: string): Promise<boolean>;
  /** The bytes, as a stream that reads on demand and fails when there is no such file. */
  read(path: string, range?: ByteRange): Readable;
  /** A small version of an image; undefined until it was made. */
  small(path: string, variation: Variation): Promise<SmallImage | undefined>;
  /** Makes and stores the small versions of an image, which is copied from a bucket to this machine first. */
  makeSmall(path: string, shrink: Shrink): Promise<void>;
  /** Removes the file and its small versions, if they exist. */
  remove(path: string): Promise<void>;
  /** Paths of the files that were stored in the period, in batches of at most 500. */
  storedIn(period: Period): AsyncIterable<readonly string[]>;
}

/** Whether a text is a path: one segment of characters that have no meaning to a file system, an address or a proxy. */
export const isPath = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);

/** The path itself; 400 for a text that is none. */
export function checkedPath(text: string): string {
  if (!isPath(text)) throw invalid(faults.not_a_file_path('path'));
  return text;
}
