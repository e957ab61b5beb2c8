import type { Readable } from 'node:stream';
import { invalid } from '@partner-ordering/kernel';
import { refusals } from './refusals.ts';

/** The upload form that `GET /v1/me` returns, in the shape of S3's POST policy. A client sends the fields unchanged and the file last. */
export interface UploadForm {
  action: string;
  method: 'POST';
  enctype: 'multipart/form-data';
  fields: Record<string, string>;
  file_field: string;
  /** Bytes. */
  max_size: number;
  expires_at: string;
}

/** What an upload form allows: to upload one file under one path. */
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

/** What a form has uploaded and is not recorded yet, as its content is examined. Methods fail when its bytes have changed meanwhile. */
export interface Upload {
  path: string;
  /** Gid of the user. */
  uploader: string;
  /** The client's name for the file; empty when it is unknown. */
  name: string;
  /** The content type that the client declares; empty when there is none. */
  declaredType: string;
  sizeBytes: number;
  /** The bytes, as a stream that reads on demand. */
  read(range?: ByteRange): Readable;
}

/** An upload that has passed through this service. */
export interface ReceivedUpload extends Upload {
  /** Stores it under its path, completely or not at all; from then on nothing changes it. Answers the SHA-256 in hexadecimal. */
  store(): Promise<{ sha256: string }>;
  /** Removes the upload, but not the file that was stored from it. */
  discard(): Promise<void>;
}

/** An upload that a client has sent past this service. Its form can overwrite it until it expires. */
export interface DirectUpload extends Upload {
  /** Changes with the bytes. */
  tag: string;
  uploadedAt: Date;
}

/** The file of an upload form, as a stream. */
export interface ArrivingFile {
  name: string;
  /** The content type that the client declares. */
  declaredType: string;
  content: Readable;
}

/** The endpoint of a storage that clients reach through this service, at `/v1/storage`. */
export interface StorageEndpoint {
  /** What the fields of an upload form allow; 403 for a form that is not ours, was changed, or has expired. */
  granted(fields: Readonly<Record<string, string>>, now: Date): UploadGrant;
  /** Whether an address is signed by us and has not expired. */
  isReadable(path: string, address: { expires: string; signature: string }, now: Date): boolean;
  /** Receives a file; 413 above the limit, and then nothing is left behind. */
  receive(grant: UploadGrant, file: ArrivingFile): Promise<ReceivedUpload>;
  /** Removes what a crash before a time kept from being stored. */
  tidy(before: Date): Promise<void>;
}

/**
 * What became of an upload that was to be kept: it is under its path, with the SHA-256 in hexadecimal if the storage computes it; it was
 * overwritten before; or there is neither an upload nor a file.
 */
export type KeepResult = { sha256: string | null } | 'overwritten' | 'missing';

/** From `since`, which belongs to it, to `before`, which does not. */
export interface Period {
  since: Date;
  before: Date;
}

/** Uploads to a storage that clients reach directly. */
export interface DirectUploads {
  /** What a form has uploaded and was not discarded; undefined when there is nothing. */
  find(path: string): Promise<DirectUpload | undefined>;
  /**
   * Copies the upload with this tag to where its path leads and no form does, in time that grows with its size. Doing it again, several
   * at once too, changes nothing: under the path there is never anything but the bytes with this tag.
   */
  keep(upload: { path: string; tag: string }): Promise<KeepResult>;
  /** Removes the upload, if there is one, but not the file that was kept from it. */
  discard(path: string): Promise<void>;
  /** Paths of what was uploaded before a time and not discarded, in batches. */
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

/** A place for each small version, a file on this machine. */
export type Targets = Readonly<Record<Variation, string>>;

/** One place for each. */
export const byVariation = (place: (variation: Variation) => string): Targets => ({ icon: place('icon'), thumb: place('thumb') });

/** Writes the small versions of the image `source`, a file on this machine. */
export type Shrink = (source: string, targets: Targets) => Promise<void>;

/**
 * The storage of the files' bytes. Clients upload and download them without a token, by forms and addresses that are signed for some time.
 * Methods throw for a path that is not one by `isPath`, and `unavailable` when the storage does not answer.
 */
export interface Storage {
  /** Undefined when clients reach the storage directly. */
  readonly endpoint: StorageEndpoint | undefined;
  /** Undefined when they do not. */
  readonly direct: DirectUploads | undefined;
  /** Checks that the storage can be used. Throws an Error of one line that says what is wrong. */
  check(): Promise<void>;
  /**
   * Stores a file that a service made, replacing what is there; durable when it resolves. Answers the SHA-256 in hexadecimal. Throws
   * `unavailable` soon after `signal` is aborted.
   */
  put(path: string, content: Buffer, signal?: AbortSignal): Promise<{ sha256: string }>;
  /** A form that stores one file under the grant's path. */
  uploadForm(grant: UploadGrant): Promise<UploadForm>;
  /** An address from which the file can be fetched, with `Range`, until it expires. */
  signedUrl(path: string, expiresAt: Date, headers: DownloadHeaders): Promise<string>;
  /** The path that an address names, if it is an address of this storage signed by us, expired or not; else undefined. */
  pathOf(url: URL): Promise<string | undefined>;
  /** The bytes, as a stream that reads on demand and fails when there is no such file. */
  read(path: string, range?: ByteRange): Readable;
  /** A small version of an image; undefined until it was made. */
  small(path: string, variation: Variation): Promise<SmallImage | undefined>;
  /** Has the small versions of an image made and stores them. In a bucket the image is copied to this machine for it. */
  makeSmall(path: string, shrink: Shrink): Promise<void>;
  /** Removes the file and its small versions, as far as they exist. */
  remove(path: string): Promise<void>;
  /** Paths of the files that were stored in this time, in batches. */
  storedIn(period: Period): AsyncIterable<readonly string[]>;
}

/** Whether a text is a path: one segment of characters that have no meaning to a file system, an address or a proxy. */
export const isPath = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);

/** The path itself; 400 for a text that is none. */
export function checkedPath(text: string): string {
  if (!isPath(text)) throw invalid({ path: 'path', message: refusals.path });
  return text;
}
