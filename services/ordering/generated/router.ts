// Generated from openapi/ordering.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.operation(
    { method: 'get', path: '/v1/comments', operationId: 'listComments', public: false, scopes: ['base'], transaction: false },
    operations.listComments,
  );
  routes.operation(
    { method: 'post', path: '/v1/comments', operationId: 'createComment', public: false, scopes: ['base'], transaction: true },
    operations.createComment,
  );
  routes.operation(
    { method: 'get', path: '/v1/comments/{gid}', operationId: 'getComment', public: false, scopes: ['base'], transaction: false },
    operations.getComment,
  );
  routes.operation(
    { method: 'put', path: '/v1/comments/{gid}', operationId: 'updateComment', public: false, scopes: ['base'], transaction: true },
    operations.updateComment,
  );
  routes.operation(
    { method: 'delete', path: '/v1/comments/{gid}', operationId: 'deleteComment', public: false, scopes: ['base'], transaction: true },
    operations.deleteComment,
  );
  routes.operation(
    { method: 'post', path: '/v1/files', operationId: 'starFile', public: false, scopes: ['base'], transaction: true },
    operations.starFile,
  );
  routes.operation(
    { method: 'delete', path: '/v1/files/{url}', operationId: 'unstarFile', public: false, scopes: ['base'], transaction: true },
    operations.unstarFile,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/budgets',
      operationId: 'listOrganizationBudgets',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'user.gid', 'is_manager'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'organizations', parameter: 'orgGid', field: 'organization' },
    },
    resources.memberBudgets,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/projects',
      operationId: 'listProjects',
      public: false,
      scopes: ['base'],
      searchable: [
        'gid',
        'created_at',
        'modified_at',
        'deadline_at',
        'due_date',
        'short_code',
        'status',
        'state',
        'options.mode',
        'awaits_work',
        'owner',
        'owner.gid',
        'organization.gid',
      ],
      orderable: ['gid', 'created_at', 'modified_at', 'title', 'deadline_at', 'due_date'],
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
      searchable: [
        'gid',
        'created_at',
        'modified_at',
        'deadline_at',
        'due_date',
        'short_code',
        'status',
        'state',
        'options.mode',
        'awaits_work',
        'owner',
        'owner.gid',
        'organization.gid',
      ],
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
  routes.list(
    {
      method: 'get',
      path: '/v1/projects/{gid}/brief_files',
      operationId: 'listBriefFiles',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'path'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.briefFiles,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/projects/{gid}/brief_files',
      operationId: 'addBriefFile',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.addBriefFile,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/projects/{gid}/brief_files/{filepath}',
      operationId: 'getBriefFile',
      public: false,
      scopes: ['base'],
      parameter: 'filepath',
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.briefFiles,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/projects/{gid}/brief_files/{filepath}',
      operationId: 'removeBriefFile',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.removeBriefFile,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/projects/{gid}/files',
      operationId: 'listStarredFiles',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'path'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.stars,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/projects/{gid}/files/{starGid}',
      operationId: 'getStarredFile',
      public: false,
      scopes: ['base'],
      parameter: 'starGid',
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.stars,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/projects/{gid}/history',
      operationId: 'listProjectHistory',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'command', 'user.gid'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.history,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/projects/{gid}/messages',
      operationId: 'listMessages',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'type'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.messages,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/projects/{gid}/messages',
      operationId: 'createMessage',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.createMessage,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/projects/{gid}/messages/{messageGid}',
      operationId: 'getMessage',
      public: false,
      scopes: ['base'],
      parameter: 'messageGid',
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.messages,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/projects/{gid}/shared_with',
      operationId: 'listShares',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'user.gid'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.shares,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/projects/{gid}/shared_with',
      operationId: 'shareProject',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.shareProject,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/projects/{gid}/shared_with/{userGid}',
      operationId: 'getShare',
      public: false,
      scopes: ['base'],
      parameter: 'userGid',
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.shares,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/projects/{gid}/shared_with/{userGid}',
      operationId: 'unshareProject',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.unshareProject,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/projects/{gid}/source_files',
      operationId: 'listSourceFiles',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'path'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.sourceFiles,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/projects/{gid}/source_files',
      operationId: 'addSourceFile',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.addSourceFile,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/projects/{gid}/source_files/{filepath}',
      operationId: 'getSourceFile',
      public: false,
      scopes: ['base'],
      parameter: 'filepath',
      within: { resource: 'projects', parameter: 'gid', field: 'project' },
    },
    resources.sourceFiles,
  );
  routes.read(
    { method: 'get', path: '/v1/projects/{gid}/stat', operationId: 'getProjectStat', public: false, scopes: ['base'], parameter: 'gid' },
    resources.projectStats,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/reviews',
      operationId: 'listReviews',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'worker.gid', 'project.gid'],
      orderable: ['gid', 'created_at', 'modified_at'],
    },
    resources.reviews,
  );
  routes.operation(
    { method: 'post', path: '/v1/reviews', operationId: 'createReview', public: false, scopes: ['base'], transaction: true },
    operations.createReview,
  );
  routes.read(
    { method: 'get', path: '/v1/reviews/{gid}', operationId: 'getReview', public: false, scopes: ['base'], parameter: 'gid' },
    resources.reviews,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/users/{gid}/member_of/{orgaGid}/budget',
      operationId: 'getMemberBudget',
      public: false,
      scopes: ['base'],
      transaction: false,
    },
    operations.getMemberBudget,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/workers',
      operationId: 'listWorkers',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'service_id', 'full_name', 'works.project.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'full_name'],
    },
    resources.workers,
  );
  routes.operation(
    { method: 'post', path: '/v1/workers', operationId: 'createWorker', public: false, scopes: ['base'], transaction: true },
    operations.createWorker,
  );
  routes.read(
    { method: 'get', path: '/v1/workers/{gid}', operationId: 'getWorker', public: false, scopes: ['base'], parameter: 'gid' },
    resources.workers,
  );
  routes.operation(
    { method: 'put', path: '/v1/workers/{gid}', operationId: 'updateWorker', public: false, scopes: ['base'], transaction: true },
    operations.updateWorker,
  );
  routes.operation(
    { method: 'delete', path: '/v1/workers/{gid}', operationId: 'deleteWorker', public: false, scopes: ['base'], transaction: true },
    operations.deleteWorker,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/works',
      operationId: 'listWorks',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'won_at', 'worker.gid', 'project.gid', 'parent', 'parent.gid'],
      orderable: ['gid', 'created_at', 'modified_at'],
    },
    resources.works,
  );
  routes.operation(
    { method: 'post', path: '/v1/works', operationId: 'createWork', public: false, scopes: ['base'], transaction: true },
    operations.createWork,
  );
  routes.read(
    { method: 'get', path: '/v1/works/{gid}', operationId: 'getWork', public: false, scopes: ['base'], parameter: 'gid' },
    resources.works,
  );
  routes.operation(
    { method: 'put', path: '/v1/works/{gid}', operationId: 'updateWork', public: false, scopes: ['base'], transaction: true },
    operations.updateWork,
  );
  routes.operation(
    { method: 'delete', path: '/v1/works/{gid}', operationId: 'deleteWork', public: false, scopes: ['base'], transaction: true },
    operations.deleteWork,
  );
  return routes.router();
}
