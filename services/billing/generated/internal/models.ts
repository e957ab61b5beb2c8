// Generated from openapi/internal/billing.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
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

/** Paths of files. */
export type FilePaths = string[];

/** The attachments of a file. */
export interface HeldFile {
  path: string;
  /** Whether the file is attached to anything here. */
  held: boolean;
  /** When it was last detached from something here, ISO 8601; null when it never was. */
  ended_at: string | null;
}

export type HeldFileList = HeldFile[];

export interface HeldFiles {
  files: HeldFileList;
}

export interface HeldQuestion {
  paths: FilePaths;
}

/** Body of every error except failed authentication. */
export interface Error {
  error: ErrorDescription;
}

/** The rights of one user on a file. */
export interface ReadableFile {
  path: string;
  /** Whether the user sees a resource here that the file is attached to. */
  readable: boolean;
  /** Whether the file is attached to anything here. */
  held: boolean;
}

export type ReadableFileList = ReadableFile[];

export interface ReadableFiles {
  files: ReadableFileList;
}

export interface ReadableQuestion {
  /** Gid of the user; null for somebody who is not signed in. */
  user: string | null;
  paths: FilePaths;
}

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
}

/** The newest public state of an aggregate. */
export interface State {
  type: string;
  key: string;
  /** A newer state has a greater one. */
  version: number;
  state: StateData;
}

/** As the event document of the service describes it; null once the aggregate is deleted. */
export type StateData = Record<string, unknown> | null;

export interface VisibleQuestion {
  /** Gid of the user. */
  user: string;
  /** Paths of the public document with their parameters filled in, such as `/v1/products/…`. */
  uris: string[];
}

/** The visibility of a path. */
export interface VisibleResource {
  uri: string;
  /** Whether it is a resource of this service. */
  exists: boolean;
  /** Whether the user may see it. */
  visible: boolean;
  /** Gid of the one organization that it belongs to; null for a resource of several. */
  organization: string | null;
}

export type VisibleResourceList = VisibleResource[];

export interface VisibleResources {
  resources: VisibleResourceList;
}
