// Generated from openapi/files.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Created, Ok, Redirect, Reply } from '@partner-ordering/http';
import type { FileInfo, SignedUrl, Upload, UploadForm } from './models.ts';

/** The arguments of `getFileInfo`. */
export interface GetFileInfoRequest {
  path: { url: string };
  query: {};
  body: undefined;
}

/** The arguments of `signFile`. */
export interface SignFileRequest {
  path: { url: string };
  query: {};
  body: undefined;
}

/** The arguments of `getImage`. */
export interface GetImageRequest {
  path: { filename: string };
  query: {};
  body: undefined;
}

/** The arguments of `getPublicImage`. */
export interface GetPublicImageRequest {
  path: { filename: string };
  query: {};
  body: undefined;
}

/** The arguments of `getProjectArchive`. */
export interface GetProjectArchiveRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `uploadFile`. */
export interface UploadFileRequest {
  path: {};
  query: {};
  body: Upload;
}

/** The arguments of `downloadFile`. */
export interface DownloadFileRequest {
  path: { path: string };
  query: { expires?: string; signature?: string };
  body: undefined;
}

/** The arguments of `getUploadForm`. */
export interface GetUploadFormRequest {
  path: {};
  query: { size?: number };
  body: undefined;
}

/** The operations of the service: one function for each in the document. */
export interface Operations {
  /** Reads the metadata of a file (anyone who may read it). `GET /v1/file_info/{url}` */
  getFileInfo(context: Context<GetFileInfoRequest>): Promise<Ok<FileInfo>>;
  /** Creates a signed URL to download a file (anyone who may read it). `GET /v1/files/{url}` */
  signFile(context: Context<SignFileRequest>): Promise<Ok<SignedUrl>>;
  /** Downloads an image (anyone who may read it). `GET /v1/img/{filename}` */
  getImage(context: Context<GetImageRequest>): Promise<Reply>;
  /** Downloads a public image, such as an organization's logo (everybody, without a token). `GET /v1/p/img/{filename}` */
  getPublicImage(context: Context<GetPublicImageRequest>): Promise<Reply>;
  /** Downloads all files of a project you can see as a ZIP file. `GET /v1/projects/{gid}/archive` */
  getProjectArchive(context: Context<GetProjectArchiveRequest>): Promise<Reply>;
  /** Uploads a file with an upload form. `POST /v1/storage` */
  uploadFile(context: Context<UploadFileRequest>): Promise<Created>;
  /** Downloads a file by its signed URL, or redirects to it. `GET /v1/storage/{path}` */
  downloadFile(context: Context<DownloadFileRequest>): Promise<Redirect | Reply>;
  /** Creates an upload form for one file (everybody). `GET /v1/upload_form` */
  getUploadForm(context: Context<GetUploadFormRequest>): Promise<Ok<UploadForm>>;
}

/** The resources of the service: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {}
