// Generated from openapi/internal/identity.yaml by `npm run generate`. Do not edit.
import type { InternalRouteBuilder, Router } from '@partner-ordering/http';
import type { Operations } from './operations.ts';

/** Binds every route of the document to its operation; what every service answers is bound by libs/http. */
export function createRouter(operations: Operations, routes: InternalRouteBuilder): Router {
  routes.operation('issueBrowserToken', operations.issueBrowserToken);
  routes.shared('findHeld');
  routes.operation('listMemberships', operations.listMemberships);
  routes.shared('findReadable');
  routes.operation('listRevocations', operations.listRevocations);
  routes.operation('noteSeen', operations.noteSeen);
  routes.shared('getState');
  routes.shared('findVisible');
  return routes.router();
}
