import type { Readable } from 'node:stream';
import { invalid } from '@partner-ordering/kernel';

/** The form that `GET /v1/me` gives out: the fields unchanged, the file last. Of the same shape as S3's POST policy. */
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

/** What an upload form allows: one file under one path. */
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

/** A file of this machine; `release` when it is no longer needed. */
export interface LocalCopy {
  path: string;
  release(): Promise<void>;
}

/** What a form has uploaded and is not recorded yet: its content is examined, then it is stored or discarded. Its bytes do not change meanwhile. */
export interface Upload {
  path: string;
  /** Gid of the user. */
  uploader: string;
  /** As the client calls it; empty when that is not known. */
  name: string;
  /** What the client says that it is; empty when it says nothing. */
  declaredType: string;
  sizeBytes: number;
  /** The bytes, read as they are taken. */
  read(range?: ByteRange): Readable;
  local(): Promise<LocalCopy>;
  /** Stores it under its path, completely or not at all; from then on nothing changes it. Answers the SHA-256 in hexadecimal. */
  store(): Promise<{ sha256: string }>;
  /** Removes the upload, but not the file that was stored from it. */
  discard(): Promise<void>;
}

/** The file of an upload form, while it arrives. */
export interface ArrivingFile {
  name: string;
  /** What the client says that it is. */
  declaredType: string;
  content: Readable;
}

/** Of a storage that clients reach through this service, at its `/v1/storage`. */
export interface Gate {
  /** What the fields of an upload form allow; 403 for what is not ours, changed or expired. */
  granted(fields: Readonly<Record<string, string>>, now: Date): UploadGrant;
  /** Whether an address may be read from now. */
  isReadable(path: string, address: { expires: string; signature: string }, now: Date): boolean;
  /** Takes a file as it arrives; 413 above the limit, of which nothing stays. */
  receive(grant: UploadGrant, file: ArrivingFile): Promise<Upload>;
}

/** How a file is answered at its signed address. */
export interface Shown {
  contentType: string;
  /** RFC 6266. */
  contentDisposition: string;
}

/** A small version of an image. */
export interface SmallImage {
  sizeBytes: number;
  content: Readable;
}

/** Writes a small version of the image `source` to `target`, both files of this machine. */
export type Shrink = (source: string, target: string) => Promise<void>;

/** The names of an image's small versions. */
export const variations = ['icon', 'thumb'] as const;
export type Variation = (typeof variations)[number];

/**
 * Where the bytes are. Clients send and fetch them without a token: by a form and by addresses that are signed for a time. Paths are
 * those of `isPath`; a method that is given another throws. Where the storage does not answer, methods throw `unavailable`.
 */
export interface Storage {
  /** Undefined where clients reach the storage itself. */
  readonly gate: Gate | undefined;
  /** Makes sure that the storage can be used. Throws an Error of one line that says what is wrong. */
  check(): Promise<void>;
  /** Stores what a service has made, over what is there; durable when it resolves. Answers the SHA-256 in hexadecimal. */
  put(path: string, content: Buffer): Promise<{ sha256: string }>;
  /** A form that stores one file under the grant's path. */
  uploadForm(grant: UploadGrant): Promise<UploadForm>;
  /** What a form has uploaded directly to the storage and is not recorded yet; undefined when there is nothing. */
  uploaded(path: string): Promise<Upload | undefined>;
  /** An address from which the file can be fetched, with `Range`, until it expires. */
  signedUrl(path: string, expiresAt: Date, shown: Shown): Promise<string>;
  /** The path that an address names, if it is one of this storage's own, signed by us whether expired or not. */
  pathOf(url: URL): Promise<string | undefined>;
  /** Undefined when there is no such file. */
  stat(path: string): Promise<{ sizeBytes: number } | undefined>;
  /** The bytes, read as they are taken; the stream fails when there is no such file. */
  read(path: string, range?: ByteRange): Readable;
  /** A small version of an image, made once. */
  small(path: string, variation: Variation, shrink: Shrink): Promise<SmallImage>;
  /** Removes the file and its small versions; what is not there is removed already. */
  remove(path: string): Promise<void>;
  /** Removes uploads from before a time that were never recorded. */
  tidy(before: Date): Promise<void>;
}

/** A path is one segment of harmless characters: nothing in it means anything to a file system, an address or a proxy. */
export const isPath = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);

/** The path itself; 400 for what is none. */
export function checkedPath(text: string): string {
  if (!isPath(text)) throw invalid({ path: 'path', message: 'is no path of a file' });
  return text;
}
