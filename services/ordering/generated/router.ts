// Generated from openapi/ordering.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.list(
    {
      method: 'get',
      path: '/v1/projects',
      operationId: 'listProjects',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'short_code', 'status', 'state', 'owner', 'owner.gid', 'organization.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'title', 'due_date'],
    },
    resources.projects,
  );
  routes.operation(
    { method: 'post', path: '/v1/projects', operationId: 'createProject', public: false, scopes: ['base'], transaction: true },
    operations.createProject,
  );
  routes.count(
    {
      method: 'get',
      path: '/v1/projects/total_count',
      operationId: 'countProjects',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'short_code', 'status', 'state', 'owner', 'owner.gid', 'organization.gid'],
    },
    resources.projects,
  );
  routes.read(
    { method: 'get', path: '/v1/projects/{gid}', operationId: 'getProject', public: false, scopes: ['base'], parameter: 'gid' },
    resources.projects,
  );
  routes.operation(
    { method: 'put', path: '/v1/projects/{gid}', operationId: 'updateProject', public: false, scopes: ['base'], transaction: true },
    operations.updateProject,
  );
  routes.operation(
    { method: 'delete', path: '/v1/projects/{gid}', operationId: 'deleteProject', public: false, scopes: ['base'], transaction: true },
    operations.deleteProject,
  );
  return routes.router();
}
