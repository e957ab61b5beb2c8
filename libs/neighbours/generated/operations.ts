// Generated from openapi/internal by `npm run generate`. Do not edit.

/** What the services answer each other: one function per operation, by service. Each throws `unavailable`. */
export interface Answering {
  identity: {
    /** Lists the sessions that have ended and whose access tokens have not expired yet. `GET /internal/revocations` */
    listRevocations(input: { after?: number }): Promise<RevocationPage>;
    /** Reads the newest public state of an aggregate that this service owns. `GET /internal/state/{type}/{key}` */
    getState(input: { type: string; key: string }): Promise<State | undefined>;
  };
  catalog: {
    /** Reads the newest public state of an aggregate that this service owns. `GET /internal/state/{type}/{key}` */
    getState(input: { type: string; key: string }): Promise<State | undefined>;
  };
  ordering: {
    /** Reads the newest public state of an aggregate that this service owns. `GET /internal/state/{type}/{key}` */
    getState(input: { type: string; key: string }): Promise<State | undefined>;
    /** Tells whether a user sees a resource of this service at this moment. `GET /internal/visible` */
    getVisibility(input: { href: string; user: string }): Promise<Visibility>;
    /** Tells which resources of this service do not exist. `POST /internal/missing` */
    findMissing(input: Hrefs): Promise<Missing>;
  };
  billing: {
    /** Reads the newest public state of an aggregate that this service owns. `GET /internal/state/{type}/{key}` */
    getState(input: { type: string; key: string }): Promise<State | undefined>;
    /** Tells whether a user sees a resource of this service at this moment. `GET /internal/visible` */
    getVisibility(input: { href: string; user: string }): Promise<Visibility>;
    /** Tells which resources of this service do not exist. `POST /internal/missing` */
    findMissing(input: Hrefs): Promise<Missing>;
  };
  files: {
    /** Makes an upload form for a user. `GET /internal/upload_form` */
    getUploadForm(input: { user: string }): Promise<UploadForm>;
    /** Attaches files to a resource of the calling service, all of them or none. `POST /internal/claims` */
    attachFiles(input: AttachRequest): Promise<AttachAnswer>;
    /** Detaches files from a resource of the calling service. `POST /internal/releases` */
    detachFiles(input: DetachRequest): Promise<Nothing>;
    /** Stores a document that the calling service has made for its resource. `POST /internal/documents` */
    storeDocument(input: Document): Promise<StoredDocument>;
  };
}

/** What the client has to know of these operations. */
export const operations = {
  identity: {
    listRevocations: { method: 'GET', path: '/internal/revocations', isIdempotent: true },
    getState: { method: 'GET', path: '/internal/state/{type}/{key}', isIdempotent: true, mayBeAbsent: true },
  },
  catalog: { getState: { method: 'GET', path: '/internal/state/{type}/{key}', isIdempotent: true, mayBeAbsent: true } },
  ordering: {
    getState: { method: 'GET', path: '/internal/state/{type}/{key}', isIdempotent: true, mayBeAbsent: true },
    getVisibility: { method: 'GET', path: '/internal/visible', isIdempotent: true },
    findMissing: { method: 'POST', path: '/internal/missing', isIdempotent: true },
  },
  billing: {
    getState: { method: 'GET', path: '/internal/state/{type}/{key}', isIdempotent: true, mayBeAbsent: true },
    getVisibility: { method: 'GET', path: '/internal/visible', isIdempotent: true },
    findMissing: { method: 'POST', path: '/internal/missing', isIdempotent: true },
  },
  files: {
    getUploadForm: { method: 'GET', path: '/internal/upload_form', isIdempotent: true },
    attachFiles: { method: 'POST', path: '/internal/claims', isIdempotent: true },
    detachFiles: { method: 'POST', path: '/internal/releases', isIdempotent: true },
    storeDocument: { method: 'POST', path: '/internal/documents', isIdempotent: true },
  },
} as const;

/** The operations that each service may call, by the service that answers. */
export const callable = {
  gateway: { identity: ['listRevocations'] },
  identity: { catalog: ['getState'], ordering: ['getState'], files: ['getUploadForm'] },
  catalog: { identity: ['listRevocations', 'getState'] },
  ordering: {
    identity: ['listRevocations', 'getState'],
    catalog: ['getState'],
    billing: ['getState'],
    files: ['attachFiles', 'detachFiles'],
  },
  billing: { identity: ['listRevocations', 'getState'], ordering: ['getState'], files: ['storeDocument'] },
  files: {
    identity: ['listRevocations', 'getState'],
    ordering: ['getVisibility', 'findMissing'],
    billing: ['getVisibility', 'findMissing'],
  },
  notifications: { identity: ['listRevocations'] },
} as const;

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

/** Paths of resources. Messages, files and the like are resources of their own here (`/v1/projects/<gid>/messages/<gid>`). */
export type HrefList = string[];

export interface Hrefs {
  hrefs: HrefList;
}

export interface Missing {
  missing: HrefList;
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

export interface Visibility {
  visible: boolean;
}
