// Generated from openapi/files.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Created, Ok, Redirect, Reply } from '@partner-ordering/http';
import type { FileInfo, SignedUrl, Upload, UploadForm } from './models.ts';

/** What `getFileInfo` is called with. */
export interface GetFileInfoRequest {
  path: { url: string };
  query: {};
  body: undefined;
}

/** What `signFile` is called with. */
export interface SignFileRequest {
  path: { url: string };
  query: {};
  body: undefined;
}

/** What `getImage` is called with. */
export interface GetImageRequest {
  path: { filename: string };
  query: {};
  body: undefined;
}

/** What `getPublicImage` is called with. */
export interface GetPublicImageRequest {
  path: { filename: string };
  query: {};
  body: undefined;
}

/** What `uploadFile` is called with. */
export interface UploadFileRequest {
  path: {};
  query: {};
  body: Upload;
}

/** What `downloadFile` is called with. */
export interface DownloadFileRequest {
  path: { path: string };
  query: { expires?: string; signature?: string };
  body: undefined;
}

/** What `getUploadForm` is called with. */
export interface GetUploadFormRequest {
  path: {};
  query: { size?: number };
  body: undefined;
}

/** What the service decides: one function per operation of the document. */
export interface Operations {
  /** Tells about a file (whoever may read it). `GET /v1/file_info/{url}` */
  getFileInfo(context: Context<GetFileInfoRequest>): Promise<Ok<FileInfo>>;
  /** Makes or renews a signed address to fetch a file (whoever may read it). `GET /v1/files/{url}` */
  signFile(context: Context<SignFileRequest>): Promise<Ok<SignedUrl>>;
  /** Shows an image (whoever may read it). `GET /v1/img/{filename}` */
  getImage(context: Context<GetImageRequest>): Promise<Reply>;
  /** Shows an image that is public, such as the logo of an organization (everybody, without a token). `GET /v1/p/img/{filename}` */
  getPublicImage(context: Context<GetPublicImageRequest>): Promise<Reply>;
  /** Takes a file, sent with an upload form. `POST /v1/storage` */
  uploadFile(context: Context<UploadFileRequest>): Promise<Created>;
  /** Fetches a file by its signed address, or leads there. `GET /v1/storage/{path}` */
  downloadFile(context: Context<DownloadFileRequest>): Promise<Redirect | Reply>;
  /** Gives a form to upload one file, a new one each time (everybody). `GET /v1/upload_form` */
  getUploadForm(context: Context<GetUploadFormRequest>): Promise<Ok<UploadForm>>;
}

/** What the service shows: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {}
