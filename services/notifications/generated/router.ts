// Generated from openapi/notifications.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(_operations: Operations, _resources: Resources, routes: RouteBuilder): Router {
  return routes.router();
}
