// Generated from openapi/internal/files.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

export interface Document {
  /** Made from the resource, so that storing the document again replaces it. */
  path: string;
  /** Path of the resource that the document is of. */
  holder: string;
  /** The name under which it is downloaded. */
  name: string;
  content_type: string;
  /** In base64. The invoice over 100,000 receipts has 7 MB. */
  content: string;
}

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

/** A file, as it is described to the service that may attach it. */
export interface FileDescription {
  path: string;
  /** Stable and unsigned; read through `GET /v1/files/{url}`. */
  url: string;
  /** Of an image: where it is shown; `-icon` and `-thumb` can be appended. Null for other files. */
  image_url: string | null;
  /** The same without a token, once it is attached to a resource with public files. */
  public_image_url: string | null;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

/** Paths of files, or addresses that clients have. */
export type FileNames = string[];

/** A detail of a 400 without its path. */
export interface FileRefusal {
  code: string;
  message: string;
  params?: Record<string, unknown>;
}

export interface FoundPath {
  /** As the request names it. */
  given: string;
  /** Null for a name of no file here. */
  path: string | null;
}

export type FoundPathList = FoundPath[];

export interface FoundPaths {
  paths: FoundPathList;
}

/** Opaque identifier. */
export type Gid = string;

export interface GivenNames {
  names: FileNames;
}

/** Body of every error except failed authentication. */
export interface Error {
  error: ErrorDescription;
}

export interface NamedFiles {
  /** Gid of the user. */
  user: string;
  names: FileNames;
}

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
}

/** The result for a name: a file or a refusal. */
export interface ResolvedFile {
  /** As the request names it. */
  given: string;
  file: FileDescription | null;
  /** Why the user may not name it. */
  refusal: FileRefusal | null;
  /** Whether it is an address outside of this installation. */
  is_foreign: boolean;
}

export type ResolvedFileList = ResolvedFile[];

export interface ResolvedFiles {
  files: ResolvedFileList;
}

export interface StoredDocument {
  url: string;
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
