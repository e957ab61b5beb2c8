// Generated from openapi/files.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

/** The name of the fault, for programs. A code keeps its meaning. Later releases add codes, so accept unknown ones. */
export type ErrorCode = string;

export interface ErrorDescription {
  /** The HTTP status. */
  code: number;
  reason: ErrorReason;
  message: string;
  params?: RefusalParams;
  details?: ErrorDetail[];
  /** Quote it when you contact support. */
  request_id?: string;
}

export interface ErrorDetail {
  /** The field, such as `options.due`. */
  path: string;
  code: ErrorCode;
  /** The fault, for people. It follows the name of the field. */
  message: string;
  params?: ErrorParams;
}

/** The values in the message, by name. Left out if it has none. */
export type ErrorParams = Record<string, unknown>;

/** Why the request failed, for programs. Later releases add reasons, so accept unknown ones. */
export type ErrorReason = string;

export interface FileInfo {
  /** Identifies the file in other resources. */
  path: string;
  /** The uploader's name for the file, without folders, control characters and direction marks (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069). */
  name: string;
  /** Detected from the content, not the name. */
  content_type: string;
  /** Bytes. */
  size: number;
  /** Null until it is computed, soon after a request first names the file. */
  sha256: string | null;
  created_at: DateTime;
  /** Null for a file that is not an image. */
  image: ImageSize | null;
}

/** Size in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Body of every error except failed authentication. */
export interface Error {
  error: ErrorDescription;
}

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
}

export interface SignedUrl {
  url: string;
  expires_at: DateTime;
}

/** The form's fields, unchanged, followed by the file. */
export interface Upload {
  key: string;
  policy: string;
  signature: string;
  file: string;
}

/** Fields to send unchanged before the file. You may replace the value `${filename}` with the name of the file. */
export type UploadFields = Record<string, string>;

/** A form that uploads one file directly to the storage. */
export interface UploadForm {
  /** URL to send the form to. */
  action: string;
  method: 'POST';
  enctype: 'multipart/form-data';
  fields: UploadFields;
  /** Name of the file's field; send it last. */
  file_field: string;
  /** Maximum size in bytes. Without `size`, smaller if a quota has less left, and 0 below 1 MiB. With `size`, 0 if a quota has less left. */
  max_size: number;
  expires_at: DateTime;
}
