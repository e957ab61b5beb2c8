// Generated from openapi/internal/files.yaml by `npm run generate`. Do not edit.
import type { InternalContext as Context } from '../../src/context.ts';
import type { AttachAnswer, AttachRequest, DetachRequest, Document, Nothing, StoredDocument, UploadForm } from './models.ts';

/** What `attachFiles` is called with. */
export interface AttachFilesRequest {
  path: {};
  query: {};
  body: AttachRequest;
}

/** What `storeDocument` is called with. */
export interface StoreDocumentRequest {
  path: {};
  query: {};
  body: Document;
}

/** What `detachFiles` is called with. */
export interface DetachFilesRequest {
  path: {};
  query: {};
  body: DetachRequest;
}

/** What `getUploadForm` is called with. */
export interface GetUploadFormRequest {
  path: {};
  query: { user: string };
  body: undefined;
}

/** What the service answers others: one function per operation of the document, but for what every service answers. */
export interface Operations {
  /** Attaches files to a resource of the calling service, all of them or none. `POST /internal/claims` */
  attachFiles(context: Context<AttachFilesRequest>): Promise<AttachAnswer>;
  /** Stores a document that the calling service has made for its resource. `POST /internal/documents` */
  storeDocument(context: Context<StoreDocumentRequest>): Promise<StoredDocument>;
  /** Detaches files from a resource of the calling service. `POST /internal/releases` */
  detachFiles(context: Context<DetachFilesRequest>): Promise<Nothing>;
  /** Makes an upload form for a user. `GET /internal/upload_form` */
  getUploadForm(context: Context<GetUploadFormRequest>): Promise<UploadForm>;
}
