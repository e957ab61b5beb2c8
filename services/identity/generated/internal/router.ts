// Generated from openapi/internal/identity.yaml by `npm run generate`. Do not edit.
import type { InternalRouteBuilder, Router } from '@partner-ordering/http';
import type { Operations } from './operations.ts';

/** Binds every route of the document to its operation; what every service answers is bound by libs/http. */
export function createRouter(operations: Operations, routes: InternalRouteBuilder): Router {
  routes.operation(
    { method: 'post', path: '/internal/browser_sessions/token', operationId: 'issueBrowserToken', callers: ['gateway'] },
    operations.issueBrowserToken,
  );
  routes.shared({ method: 'post', path: '/internal/held', operationId: 'findHeld', callers: ['files'] });
  routes.operation(
    { method: 'get', path: '/internal/memberships', operationId: 'listMemberships', callers: ['gateway'] },
    operations.listMemberships,
  );
  routes.shared({ method: 'post', path: '/internal/readable', operationId: 'findReadable', callers: ['files'] });
  routes.operation(
    {
      method: 'get',
      path: '/internal/revocations',
      operationId: 'listRevocations',
      callers: ['gateway', 'catalog', 'ordering', 'billing', 'files', 'notifications'],
    },
    operations.listRevocations,
  );
  routes.operation({ method: 'post', path: '/internal/seen', operationId: 'noteSeen', callers: ['gateway'] }, operations.noteSeen);
  routes.shared({
    method: 'get',
    path: '/internal/state/{type}/{key}',
    operationId: 'getState',
    callers: ['billing', 'catalog', 'files', 'notifications', 'ordering'],
  });
  routes.shared({ method: 'post', path: '/internal/visible', operationId: 'findVisible', callers: ['ordering'] });
  return routes.router();
}
