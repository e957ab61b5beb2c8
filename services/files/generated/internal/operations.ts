// Generated from openapi/internal/files.yaml by `npm run generate`. Do not edit.
import type { InternalContext as Context } from '../../src/context.ts';
import type { Document, FoundPaths, Gid, GivenNames, NamedFiles, ResolvedFiles, StoredDocument, UploadForm } from './models.ts';

/** The arguments of `storeDocument`. */
export interface StoreDocumentRequest {
  path: {};
  query: {};
  body: Document;
}

/** The arguments of `findPaths`. */
export interface FindPathsRequest {
  path: {};
  query: {};
  body: GivenNames;
}

/** The arguments of `resolveFiles`. */
export interface ResolveFilesRequest {
  path: {};
  query: {};
  body: NamedFiles;
}

/** The arguments of `getUploadForm`. */
export interface GetUploadFormRequest {
  path: {};
  query: { user: Gid };
  body: undefined;
}

/** The internal operations of the service: one function for each in the document, except those that every service has. */
export interface Operations {
  /** Stores a document that the calling service has made for its resource. `POST /internal/documents` */
  storeDocument(context: Context<StoreDocumentRequest>): Promise<StoredDocument>;
  /** Resolves names of files to paths. `POST /internal/paths` */
  findPaths(context: Context<FindPathsRequest>): Promise<FoundPaths>;
  /** Resolves the files that a user names in a request. `POST /internal/resolve` */
  resolveFiles(context: Context<ResolveFilesRequest>): Promise<ResolvedFiles>;
  /** Gives a user's upload form, the open one or another. `GET /internal/upload_form` */
  getUploadForm(context: Context<GetUploadFormRequest>): Promise<UploadForm>;
}
