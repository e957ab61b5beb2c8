// Generated from openapi/internal/notifications.yaml by `npm run generate`. Do not edit.
import type { InternalRouteBuilder, Router } from '@partner-ordering/http';
import type { Operations } from './operations.ts';

/** Binds every route of the document to its operation; what every service answers is bound by libs/http. */
export function createRouter(_operations: Operations, routes: InternalRouteBuilder): Router {
  routes.shared('findVisible');
  return routes.router();
}
