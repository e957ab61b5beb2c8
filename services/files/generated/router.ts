// Generated from openapi/files.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, _resources: Resources, routes: RouteBuilder): Router {
  routes.operation('getFileInfo', operations.getFileInfo);
  routes.operation('signFile', operations.signFile);
  routes.operation('getImage', operations.getImage);
  routes.operation('getPublicImage', operations.getPublicImage);
  routes.operation('getProjectArchive', operations.getProjectArchive);
  routes.operation('uploadFile', operations.uploadFile);
  routes.operation('downloadFile', operations.downloadFile);
  routes.operation('getUploadForm', operations.getUploadForm);
  return routes.router();
}
