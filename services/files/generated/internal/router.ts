// Generated from openapi/internal/files.yaml by `npm run generate`. Do not edit.
import type { InternalRouteBuilder, Router } from '@partner-ordering/http';
import type { Operations } from './operations.ts';

/** Binds every route of the document to its operation; what every service answers is bound by libs/http. */
export function createRouter(operations: Operations, routes: InternalRouteBuilder): Router {
  routes.operation(
    { method: 'post', path: '/internal/documents', operationId: 'storeDocument', callers: ['billing'] },
    operations.storeDocument,
  );
  routes.operation({ method: 'post', path: '/internal/paths', operationId: 'findPaths', callers: ['ordering'] }, operations.findPaths);
  routes.operation(
    { method: 'post', path: '/internal/resolve', operationId: 'resolveFiles', callers: ['identity', 'ordering'] },
    operations.resolveFiles,
  );
  routes.operation(
    { method: 'get', path: '/internal/upload_form', operationId: 'getUploadForm', callers: ['identity'] },
    operations.getUploadForm,
  );
  return routes.router();
}
