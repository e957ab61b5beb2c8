// Generated from openapi/internal/files.yaml by `npm run generate`. Do not edit.

/** All of the files, or, when any is refused, none. */
export interface AttachAnswer {
  files: FileDescriptions;
  refused: RefusedFiles;
}

export interface AttachRequest {
  paths: Paths;
  /** Path of the resource to attach the files to: whoever sees it may read them. `{path}` in it stands for each file's path. Null only asks whether the user could attach them. */
  holder: string | null;
  /** Gid of the user who attaches the files. */
  user: string;
}

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

export interface DetachRequest {
  paths: Paths;
  /** As it was attached to. */
  holder: string;
}

export interface Document {
  /** Made from the resource, so that storing the document again replaces it. */
  path: string;
  /** Path of the resource; whoever sees it reads the document. */
  holder: string;
  /** The name under which it is downloaded. */
  name: string;
  content_type: string;
  /** In base64. */
  content: string;
}

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

/** A file, as it is described to the service that attaches it. */
export interface FileDescription {
  path: string;
  /** Stable and unsigned; read through `GET /v1/files/{url}`. */
  url: string;
  /** Of an image: where it is shown; `-icon` and `-thumb` can be appended. Null for other files. */
  image_url: string | null;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

export type FileDescriptions = FileDescription[];

/** Body of every error but a failed authentication. */
export interface Error {
  error: ErrorDescription;
}

export type Nothing = Record<string, never>;

/** Paths of files, or addresses that clients have. */
export type Paths = string[];

export interface RefusedFile {
  /** As the request names it. */
  given: string;
  message: string;
}

export type RefusedFiles = RefusedFile[];

export interface StoredDocument {
  url: string;
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
  /** Bytes. */
  max_size: number;
  expires_at: DateTime;
}
