// Generated from openapi/internal/catalog.yaml by `npm run generate`. Do not edit.
import type { InternalRouteBuilder, Router } from '@partner-ordering/http';
import type { Operations } from './operations.ts';

/** Binds every route of the document to its operation; what every service answers is bound by libs/http. */
export function createRouter(_operations: Operations, routes: InternalRouteBuilder): Router {
  routes.shared({ method: 'get', path: '/internal/state/{type}/{key}', operationId: 'getState', callers: ['identity', 'ordering'] });
  return routes.router();
}
