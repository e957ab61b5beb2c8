// Generated from openapi/internal/files.yaml by `npm run generate`. Do not edit.
import type { InternalRouteBuilder, Router } from '@partner-ordering/http';
import type { Operations } from './operations.ts';

/** Binds every route of the document to its operation; what every service answers is bound by libs/http. */
export function createRouter(operations: Operations, routes: InternalRouteBuilder): Router {
  routes.operation('storeDocument', operations.storeDocument);
  routes.operation('findPaths', operations.findPaths);
  routes.operation('resolveFiles', operations.resolveFiles);
  routes.operation('getUploadForm', operations.getUploadForm);
  return routes.router();
}
