// Generated from openapi/files.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

export interface ErrorDescription {
  /** The HTTP status. */
  code: number;
  message: string;
  details?: ErrorDetail[];
  /** To quote when asking for support. */
  request_id?: string;
}

export interface ErrorDetail {
  /** The field, for instance `options.due`. */
  path: string;
  message: string;
}

export interface FileInfo {
  /** What other resources name the file by. */
  path: string;
  /** As the uploader called it, without folders, control characters and what turns the direction of text (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069). */
  name: string;
  /** By its content, whatever the name says. */
  content_type: string;
  /** Bytes. */
  size: number;
  /** Null until it is computed, soon after a request first named the file. */
  sha256: string | null;
  created_at: DateTime;
  /** Null when it is no image. */
  image: ImageSize | null;
}

/** In pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Body of every error but a failed authentication. */
export interface Error {
  error: ErrorDescription;
}

export interface SignedUrl {
  url: string;
  expires_at: DateTime;
}

/** The form's fields unchanged, the file last. */
export interface Upload {
  key: string;
  policy: string;
  signature: string;
  file: string;
}

/** Fields to send unchanged before the file; where one is `${filename}`, a client may put the name of the file. */
export type UploadFields = Record<string, string>;

/** Form to upload one file straight to the storage. */
export interface UploadForm {
  /** Address to send the form to. */
  action: string;
  method: 'POST';
  enctype: 'multipart/form-data';
  fields: UploadFields;
  /** Name of the field that holds the file; it comes last. */
  file_field: string;
  /** Bytes; less than usual when less is left of a quota, 0 when nothing is. */
  max_size: number;
  expires_at: DateTime;
}
