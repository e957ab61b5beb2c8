import type { Readable } from 'node:stream';

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

/**
 * Where the bytes are. Clients send and fetch them without a token: by a form and by addresses that are signed for a time. Paths are
 * those of `isPath`; a method that is given another throws.
 */
export interface Storage {
  /** Stores what a service has made, over what is there; durable when it resolves. */
  put(path: string, content: Buffer): Promise<{ sha256: string }>;
  /** A form that stores one file under the grant's path. */
  uploadForm(grant: UploadGrant): UploadForm;
  /** An address from which the file can be fetched, with `Range`, until it expires. */
  signedUrl(path: string, expiresAt: Date): string;
  /** Whether this is one of our signed addresses, expired or not; then the path that it names. */
  signedPath(url: URL): string | undefined;
  /** Undefined when there is no such file. */
  stat(path: string): Promise<{ sizeBytes: number } | undefined>;
  /** The bytes, read as they are taken; the stream fails when there is no such file. */
  read(path: string, range?: ByteRange): Readable;
  /** The file as one that image and type detection can read at random. */
  local(path: string): Promise<LocalCopy>;
  /** Removes the file; what is not there is removed already. */
  remove(path: string): Promise<void>;
}

/** A path is one segment of harmless characters: nothing in it means anything to a file system, an address or a proxy. */
export const isPath = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);
