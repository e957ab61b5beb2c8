// Generated from openapi/internal/ordering.yaml by `npm run generate`. Do not edit.
import type { InternalRouteBuilder, Router } from '@partner-ordering/http';
import type { Operations } from './operations.ts';

/** Binds every route of the document to its operation; what every service answers is bound by libs/http. */
export function createRouter(operations: Operations, routes: InternalRouteBuilder): Router {
  routes.shared('findHeld');
  routes.operation('getProductUse', operations.getProductUse);
  routes.operation('listProjectFiles', operations.listProjectFiles);
  routes.shared('findReadable');
  routes.shared('getState');
  return routes.router();
}
