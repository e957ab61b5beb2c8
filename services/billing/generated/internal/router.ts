// Generated from openapi/internal/billing.yaml by `npm run generate`. Do not edit.
import type { InternalRouteBuilder, Router } from '@partner-ordering/http';
import type { Operations } from './operations.ts';

/** Binds every route of the document to its operation; what every service answers is bound by libs/http. */
export function createRouter(_operations: Operations, routes: InternalRouteBuilder): Router {
  routes.shared({ method: 'post', path: '/internal/missing', operationId: 'findMissing', callers: ['files'] });
  routes.shared({ method: 'get', path: '/internal/state/{type}/{key}', operationId: 'getState', callers: ['ordering'] });
  routes.shared({ method: 'get', path: '/internal/visible', operationId: 'getVisibility', callers: ['files'] });
  return routes.router();
}
