// Generated from openapi/internal by `npm run generate`. Do not edit.

/** The operations of all services for each other: one function per operation, by service. Each throws `unavailable`. */
export interface AllServices {
  identity: {
    /** Lists the sessions that have ended and whose access tokens have not expired yet. `GET /internal/revocations` */
    listRevocations(input: { after?: number }): Promise<RevocationPage>;
    /** Lists the organizations of a user, for the gateway's limits. `GET /internal/memberships` */
    listMemberships(input: { user: Gid }): Promise<Memberships>;
    /** Stores that users have just sent requests. `POST /internal/seen` */
    noteSeen(input: SeenUsers): Promise<void>;
    /** Issues an access token for the user of a browser session, for the gateway's console. `POST /internal/browser_sessions/token` */
    issueBrowserToken(input: BrowserSecret): Promise<BrowserToken | undefined>;
    /** Reads the newest public state of an aggregate that this service owns. `GET /internal/state/{type}/{key}` */
    getState(input: { type: string; key: string }): Promise<State | undefined>;
    /** Lists which resources of this service, named by their paths, a user may now see. `POST /internal/visible` */
    findVisible(input: VisibleQuestion): Promise<VisibleResources>;
    /** Lists which files a user, or everybody, may now read, by the resources of this service that hold them. `POST /internal/readable` */
    findReadable(input: ReadableQuestion): Promise<ReadableFiles>;
    /** Lists which files are attached to a resource of this service. `POST /internal/held` */
    findHeld(input: HeldQuestion): Promise<HeldFiles>;
  };
  catalog: {
    /** Reads the newest public state of an aggregate that this service owns. `GET /internal/state/{type}/{key}` */
    getState(input: { type: string; key: string }): Promise<State | undefined>;
    /** Lists which resources of this service, named by their paths, a user may now see. `POST /internal/visible` */
    findVisible(input: VisibleQuestion): Promise<VisibleResources>;
    /** Reads an organization's current price for one unit of a product with its options. `GET /internal/prices/for` */
    getUnitPrice(input: { product: string; organization: string; mode: string; due: number; skill?: string }): Promise<UnitPriceAnswer>;
  };
  ordering: {
    /** Reads the newest public state of an aggregate that this service owns. `GET /internal/state/{type}/{key}` */
    getState(input: { type: string; key: string }): Promise<State | undefined>;
    /** Lists which files a user, or everybody, may now read, by the resources of this service that hold them. `POST /internal/readable` */
    findReadable(input: ReadableQuestion): Promise<ReadableFiles>;
    /** Lists which files are attached to a resource of this service. `POST /internal/held` */
    findHeld(input: HeldQuestion): Promise<HeldFiles>;
    /** Reads whether a product has projects. `GET /internal/product_use` */
    getProductUse(input: { product: string }): Promise<ProductUse>;
    /** Lists the files of a project that a user may see. `GET /internal/project_files` */
    listProjectFiles(input: { project: string; user: string; path?: string }): Promise<ProjectFiles | undefined>;
  };
  billing: {
    /** Reads the newest public state of an aggregate that this service owns. `GET /internal/state/{type}/{key}` */
    getState(input: { type: string; key: string }): Promise<State | undefined>;
    /** Lists which resources of this service, named by their paths, a user may now see. `POST /internal/visible` */
    findVisible(input: VisibleQuestion): Promise<VisibleResources>;
    /** Lists which files a user, or everybody, may now read, by the resources of this service that hold them. `POST /internal/readable` */
    findReadable(input: ReadableQuestion): Promise<ReadableFiles>;
    /** Lists which files are attached to a resource of this service. `POST /internal/held` */
    findHeld(input: HeldQuestion): Promise<HeldFiles>;
  };
  files: {
    /** Gives a user's upload form, the open one or another. `GET /internal/upload_form` */
    getUploadForm(input: { user: Gid }): Promise<UploadForm>;
    /** Resolves the files that a user names in a request. `POST /internal/resolve` */
    resolveFiles(input: NamedFiles): Promise<ResolvedFiles>;
    /** Resolves names of files to paths. `POST /internal/paths` */
    findPaths(input: GivenNames): Promise<FoundPaths>;
    /** Stores a document that the calling service has made for its resource. `POST /internal/documents` */
    storeDocument(input: Document): Promise<StoredDocument>;
  };
  notifications: {
    /** Lists which resources of this service, named by their paths, a user may now see. `POST /internal/visible` */
    findVisible(input: VisibleQuestion): Promise<VisibleResources>;
  };
}

/** The descriptions of these operations for the client. */
export const operations = {
  identity: {
    listRevocations: { method: 'GET', path: '/internal/revocations', isIdempotent: true },
    listMemberships: { method: 'GET', path: '/internal/memberships', isIdempotent: true },
    noteSeen: { method: 'POST', path: '/internal/seen', isIdempotent: true },
    issueBrowserToken: { method: 'POST', path: '/internal/browser_sessions/token', isIdempotent: true, mayBeAbsent: true },
    getState: { method: 'GET', path: '/internal/state/{type}/{key}', isIdempotent: true, mayBeAbsent: true },
    findVisible: { method: 'POST', path: '/internal/visible', isIdempotent: true },
    findReadable: { method: 'POST', path: '/internal/readable', isIdempotent: true },
    findHeld: { method: 'POST', path: '/internal/held', isIdempotent: true },
  },
  catalog: {
    getState: { method: 'GET', path: '/internal/state/{type}/{key}', isIdempotent: true, mayBeAbsent: true },
    findVisible: { method: 'POST', path: '/internal/visible', isIdempotent: true },
    getUnitPrice: { method: 'GET', path: '/internal/prices/for', isIdempotent: true },
  },
  ordering: {
    getState: { method: 'GET', path: '/internal/state/{type}/{key}', isIdempotent: true, mayBeAbsent: true },
    findReadable: { method: 'POST', path: '/internal/readable', isIdempotent: true },
    findHeld: { method: 'POST', path: '/internal/held', isIdempotent: true },
    getProductUse: { method: 'GET', path: '/internal/product_use', isIdempotent: true },
    listProjectFiles: { method: 'GET', path: '/internal/project_files', isIdempotent: true, mayBeAbsent: true },
  },
  billing: {
    getState: { method: 'GET', path: '/internal/state/{type}/{key}', isIdempotent: true, mayBeAbsent: true },
    findVisible: { method: 'POST', path: '/internal/visible', isIdempotent: true },
    findReadable: { method: 'POST', path: '/internal/readable', isIdempotent: true },
    findHeld: { method: 'POST', path: '/internal/held', isIdempotent: true },
  },
  files: {
    getUploadForm: { method: 'GET', path: '/internal/upload_form', isIdempotent: true },
    resolveFiles: { method: 'POST', path: '/internal/resolve', isIdempotent: true, attemptMs: 6000 },
    findPaths: { method: 'POST', path: '/internal/paths', isIdempotent: true },
    storeDocument: { method: 'POST', path: '/internal/documents', isIdempotent: true, attemptMs: 10000 },
  },
  notifications: { findVisible: { method: 'POST', path: '/internal/visible', isIdempotent: true } },
} as const;

/** The operations that each service may call, by the service that answers. */
export const callable = {
  gateway: { identity: ['listRevocations', 'listMemberships', 'noteSeen', 'issueBrowserToken'] },
  identity: { catalog: ['getState'], ordering: ['getState'], files: ['getUploadForm', 'resolveFiles'] },
  catalog: { identity: ['listRevocations', 'getState'], ordering: ['getProductUse'] },
  ordering: {
    identity: ['listRevocations', 'getState', 'findVisible'],
    catalog: ['getState', 'findVisible', 'getUnitPrice'],
    billing: ['getState', 'findVisible'],
    files: ['resolveFiles', 'findPaths'],
    notifications: ['findVisible'],
  },
  billing: { identity: ['listRevocations', 'getState'], ordering: ['getState'], files: ['storeDocument'] },
  files: {
    identity: ['listRevocations', 'getState', 'findReadable', 'findHeld'],
    ordering: ['getState', 'findReadable', 'findHeld', 'listProjectFiles'],
    billing: ['getState', 'findReadable', 'findHeld'],
  },
  notifications: { identity: ['listRevocations', 'getState'], ordering: ['getState'] },
} as const;

export interface BrowserSecret {
  /** The secret in the browser's cookie. */
  secret: string;
}

export interface BrowserToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
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

/** Paths of files. */
export type FilePaths = string[];

/** A detail of a 400 without its path. */
export interface FileRefusal {
  code: string;
  message: string;
  params?: Record<string, unknown>;
}

export interface FolderFile {
  path: string;
  folder: 'brief_files' | 'messages' | 'works' | 'source_files';
}

export type FolderFileList = FolderFile[];

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

export interface Memberships {
  /** Their gids, in the order in which the user joined. */
  organizations: Gid[];
}

export interface NamedFiles {
  /** Gid of the user. */
  user: string;
  names: FileNames;
}

export interface ProductUse {
  has_projects: boolean;
}

export interface ProjectFiles {
  short_code: string;
  files: FolderFileList;
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

/** One page of ended sessions. */
export interface RevocationPage {
  items: RevokedSessions;
  /** Sequence number for the next question; if it is smaller than the one asked for, start again from 0. */
  last: number;
}

export interface RevokedSession {
  seq: number;
  /** The session. */
  sid: string;
  /** ISO 8601; all access tokens of the session have expired by then, and the entry can be dropped. */
  expires_at: string;
}

export type RevokedSessions = RevokedSession[];

export interface SeenUsers {
  /** Their gids. */
  users: Gid[];
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

export interface StoredDocument {
  url: string;
}

export interface UnitPrice {
  /** In the minor unit of the currency, net. */
  amount_minor: number;
  currency: string;
}

export interface UnitPriceAnswer {
  price: UnitPrice | null;
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
