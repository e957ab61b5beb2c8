// Generated from openapi/internal/catalog.yaml by `npm run generate`. Do not edit.
import type { InternalRouteBuilder, Router } from '@partner-ordering/http';
import type { Operations } from './operations.ts';

/** Binds every route of the document to its operation; what every service answers is bound by libs/http. */
export function createRouter(operations: Operations, routes: InternalRouteBuilder): Router {
  routes.operation(
    { method: 'get', path: '/internal/prices/for', operationId: 'getUnitPrice', callers: ['ordering'] },
    operations.getUnitPrice,
  );
  routes.shared({ method: 'get', path: '/internal/state/{type}/{key}', operationId: 'getState', callers: ['identity', 'ordering'] });
  routes.shared({ method: 'post', path: '/internal/visible', operationId: 'findVisible', callers: ['ordering'] });
  return routes.router();
}
