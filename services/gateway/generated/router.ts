// Generated from openapi/gateway.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, _resources: Resources, routes: RouteBuilder): Router {
  routes.operation({ method: 'get', path: '/', operationId: 'getRoot', public: true, scopes: [], transaction: false }, operations.getRoot);
  routes.operation(
    { method: 'post', path: '/v1/batch', operationId: 'runBatch', public: false, scopes: [], transaction: true },
    operations.runBatch,
  );
  routes.operation(
    { method: 'get', path: '/v1/openapi.json', operationId: 'getOpenApi', public: true, scopes: [], transaction: false },
    operations.getOpenApi,
  );
  routes.operation(
    { method: 'get', path: '/v1/schema/query', operationId: 'getQuerySchema', public: false, scopes: [], transaction: false },
    operations.getQuerySchema,
  );
  return routes.router();
}
