// Generated from openapi/files.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, _resources: Resources, routes: RouteBuilder): Router {
  routes.operation(
    { method: 'get', path: '/v1/file_info/{url}', operationId: 'getFileInfo', public: false, scopes: ['base'], transaction: false },
    operations.getFileInfo,
  );
  routes.operation(
    { method: 'get', path: '/v1/files/{url}', operationId: 'signFile', public: false, scopes: ['files', 'base'], transaction: false },
    operations.signFile,
  );
  routes.operation(
    { method: 'get', path: '/v1/img/{filename}', operationId: 'getImage', public: false, scopes: ['files', 'base'], transaction: false },
    operations.getImage,
  );
  routes.operation(
    { method: 'get', path: '/v1/p/img/{filename}', operationId: 'getPublicImage', public: true, scopes: [], transaction: false },
    operations.getPublicImage,
  );
  routes.operation(
    { method: 'post', path: '/v1/storage', operationId: 'uploadFile', public: true, scopes: [], transaction: false },
    operations.uploadFile,
  );
  routes.operation(
    { method: 'get', path: '/v1/storage/{path}', operationId: 'downloadFile', public: true, scopes: ['files', 'base'], transaction: false },
    operations.downloadFile,
  );
  routes.operation(
    { method: 'get', path: '/v1/upload_form', operationId: 'getUploadForm', public: false, scopes: ['upload_files'], transaction: false },
    operations.getUploadForm,
  );
  return routes.router();
}
