// Generated from openapi/identity.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.operation(
    { method: 'get', path: '/.well-known/jwks.json', operationId: 'getJwks', public: true, scopes: [], transaction: false },
    operations.getJwks,
  );
  routes.operation(
    {
      method: 'get',
      path: '/.well-known/oauth-authorization-server',
      operationId: 'getAuthorizationServerMetadata',
      public: true,
      scopes: [],
      transaction: false,
    },
    operations.getAuthorizationServerMetadata,
  );
  routes.operation(
    { method: 'get', path: '/oauth2/authorize', operationId: 'openAuthorizationPage', public: true, scopes: [], transaction: false },
    operations.openAuthorizationPage,
  );
  routes.operation(
    { method: 'post', path: '/oauth2/authorize', operationId: 'authorizeApplication', public: true, scopes: [], transaction: false },
    operations.authorizeApplication,
  );
  routes.operation(
    { method: 'post', path: '/oauth2/introspect', operationId: 'introspectToken', public: true, scopes: [], transaction: false },
    operations.introspectToken,
  );
  routes.operation(
    { method: 'post', path: '/oauth2/revoke', operationId: 'revokeToken', public: true, scopes: [], transaction: false },
    operations.revokeToken,
  );
  routes.operation(
    { method: 'get', path: '/oauth2/sign_in', operationId: 'openSignInPage', public: true, scopes: [], transaction: false },
    operations.openSignInPage,
  );
  routes.operation(
    { method: 'post', path: '/oauth2/sign_in', operationId: 'signInBrowser', public: true, scopes: [], transaction: false },
    operations.signInBrowser,
  );
  routes.operation(
    { method: 'get', path: '/oauth2/sign_out', operationId: 'openSignOutPage', public: true, scopes: [], transaction: false },
    operations.openSignOutPage,
  );
  routes.operation(
    { method: 'post', path: '/oauth2/sign_out', operationId: 'signOut', public: true, scopes: [], transaction: false },
    operations.signOut,
  );
  routes.operation(
    { method: 'post', path: '/oauth2/token', operationId: 'issueToken', public: true, scopes: [], transaction: false },
    operations.issueToken,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/applications',
      operationId: 'listApplications',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'name', 'client_id', 'is_enabled', 'organizations.gid', 'user.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'name'],
    },
    resources.applications,
  );
  routes.operation(
    { method: 'post', path: '/v1/applications', operationId: 'createApplication', public: false, scopes: ['base'], transaction: true },
    operations.createApplication,
  );
  routes.read(
    { method: 'get', path: '/v1/applications/{gid}', operationId: 'getApplication', public: false, scopes: ['base'], parameter: 'gid' },
    resources.applications,
  );
  routes.operation(
    { method: 'put', path: '/v1/applications/{gid}', operationId: 'updateApplication', public: false, scopes: ['base'], transaction: true },
    operations.updateApplication,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/applications/{gid}',
      operationId: 'deleteApplication',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.deleteApplication,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/applications/{gid}/rotate_secret',
      operationId: 'rotateApplicationSecret',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.rotateApplicationSecret,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/invitations',
      operationId: 'listInvitations',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'organization.gid', 'email'],
      orderable: ['gid', 'created_at', 'modified_at'],
    },
    resources.invitations,
  );
  routes.operation(
    { method: 'post', path: '/v1/invitations', operationId: 'createInvitation', public: false, scopes: ['base'], transaction: true },
    operations.createInvitation,
  );
  routes.read(
    { method: 'get', path: '/v1/invitations/{gid}', operationId: 'getInvitation', public: false, scopes: ['base'], parameter: 'gid' },
    resources.invitations,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/invitations/{gid}',
      operationId: 'deleteInvitation',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.deleteInvitation,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/invitations/{gid}/resend',
      operationId: 'resendInvitation',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.resendInvitation,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/invitations/{token}/accept',
      operationId: 'acceptInvitation',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.acceptInvitation,
  );
  routes.operation(
    { method: 'get', path: '/v1/me', operationId: 'getMe', public: false, scopes: ['base', 'upload_files'], transaction: false },
    operations.getMe,
  );
  routes.operation(
    { method: 'put', path: '/v1/me', operationId: 'updateMe', public: false, scopes: ['base'], transaction: true },
    operations.updateMe,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/me/authorizations',
      operationId: 'listMyAuthorizations',
      public: false,
      scopes: ['base'],
      transaction: false,
    },
    operations.listMyAuthorizations,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/me/authorizations/{gid}',
      operationId: 'getMyAuthorization',
      public: false,
      scopes: ['base'],
      transaction: false,
    },
    operations.getMyAuthorization,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/me/authorizations/{gid}',
      operationId: 'deleteMyAuthorization',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.deleteMyAuthorization,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/me/browser_sessions',
      operationId: 'listMyBrowserSessions',
      public: false,
      scopes: ['base'],
      transaction: false,
    },
    operations.listMyBrowserSessions,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/me/browser_sessions/{gid}',
      operationId: 'getMyBrowserSession',
      public: false,
      scopes: ['base'],
      transaction: false,
    },
    operations.getMyBrowserSession,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/me/browser_sessions/{gid}',
      operationId: 'deleteMyBrowserSession',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.deleteMyBrowserSession,
  );
  routes.operation(
    { method: 'get', path: '/v1/me/member_of', operationId: 'listMyMemberships', public: false, scopes: ['base'], transaction: false },
    operations.listMyMemberships,
  );
  routes.operation(
    { method: 'put', path: '/v1/me/password', operationId: 'changePassword', public: false, scopes: ['base'], transaction: false },
    operations.changePassword,
  );
  routes.operation(
    { method: 'get', path: '/v1/me/sessions', operationId: 'listMySessions', public: false, scopes: ['base'], transaction: false },
    operations.listMySessions,
  );
  routes.operation(
    { method: 'get', path: '/v1/me/sessions/{gid}', operationId: 'getMySession', public: false, scopes: ['base'], transaction: false },
    operations.getMySession,
  );
  routes.operation(
    { method: 'delete', path: '/v1/me/sessions/{gid}', operationId: 'deleteMySession', public: false, scopes: ['base'], transaction: true },
    operations.deleteMySession,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/organizations',
      operationId: 'listOrganizations',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'name', 'is_enabled', 'products.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'name', 'parent.name'],
    },
    resources.organizations,
  );
  routes.operation(
    { method: 'post', path: '/v1/organizations', operationId: 'createOrganization', public: false, scopes: ['base'], transaction: true },
    operations.createOrganization,
  );
  routes.read(
    { method: 'get', path: '/v1/organizations/{gid}', operationId: 'getOrganization', public: false, scopes: ['base'], parameter: 'gid' },
    resources.organizations,
  );
  routes.operation(
    {
      method: 'put',
      path: '/v1/organizations/{gid}',
      operationId: 'updateOrganization',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.updateOrganization,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/organizations/{gid}',
      operationId: 'deleteOrganization',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.deleteOrganization,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/member_of',
      operationId: 'listOrganizationMemberships',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'organization.gid'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'organizations', parameter: 'orgGid', field: 'organization' },
    },
    resources.memberships,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/users',
      operationId: 'listOrganizationUsers',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'member_of.organization.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'lastname'],
      within: { resource: 'organizations', parameter: 'orgGid', field: 'member_of.organization' },
    },
    resources.users,
  );
  routes.operation(
    { method: 'post', path: '/v1/p/email_confirmations/{token}', operationId: 'confirmEmail', public: true, scopes: [], transaction: true },
    operations.confirmEmail,
  );
  routes.operation(
    { method: 'put', path: '/v1/p/email_restorations/{token}', operationId: 'restoreEmail', public: true, scopes: [], transaction: true },
    operations.restoreEmail,
  );
  routes.operation(
    { method: 'get', path: '/v1/p/invitations/{token}', operationId: 'getPublicInvitation', public: true, scopes: [], transaction: false },
    operations.getPublicInvitation,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/p/invitations/{token}/user',
      operationId: 'createUserFromInvitation',
      public: true,
      scopes: [],
      transaction: true,
    },
    operations.createUserFromInvitation,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/p/organizations/{hostname}',
      operationId: 'getPublicOrganization',
      public: true,
      scopes: [],
      transaction: false,
    },
    operations.getPublicOrganization,
  );
  routes.operation(
    { method: 'post', path: '/v1/p/password_resets', operationId: 'requestPasswordReset', public: true, scopes: [], transaction: true },
    operations.requestPasswordReset,
  );
  routes.operation(
    { method: 'put', path: '/v1/p/password_resets/{token}', operationId: 'resetPassword', public: true, scopes: [], transaction: true },
    operations.resetPassword,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/undelivered_mails',
      operationId: 'listUndeliveredMails',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'kind', 'to'],
      orderable: ['gid', 'created_at', 'modified_at'],
    },
    resources.undeliveredMails,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/undelivered_mails/{gid}',
      operationId: 'getUndeliveredMail',
      public: false,
      scopes: ['base'],
      parameter: 'gid',
    },
    resources.undeliveredMails,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/users',
      operationId: 'listUsers',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'member_of.organization.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'lastname'],
    },
    resources.users,
  );
  routes.operation(
    { method: 'post', path: '/v1/users', operationId: 'createUser', public: false, scopes: ['base'], transaction: true },
    operations.createUser,
  );
  routes.count(
    {
      method: 'get',
      path: '/v1/users/total_count',
      operationId: 'countUsers',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'member_of.organization.gid'],
    },
    resources.users,
  );
  routes.read(
    { method: 'get', path: '/v1/users/{gid}', operationId: 'getUser', public: false, scopes: ['base'], parameter: 'gid' },
    resources.users,
  );
  routes.operation(
    { method: 'put', path: '/v1/users/{gid}', operationId: 'updateUser', public: false, scopes: ['base'], transaction: true },
    operations.updateUser,
  );
  routes.operation(
    { method: 'delete', path: '/v1/users/{gid}', operationId: 'deleteUser', public: false, scopes: ['base'], transaction: true },
    operations.deleteUser,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/users/{gid}/member_of',
      operationId: 'listMemberships',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'organization.gid'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'users', parameter: 'gid', field: 'user' },
    },
    resources.memberships,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/users/{gid}/member_of',
      operationId: 'createMembership',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.createMembership,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/users/{gid}/member_of/{orgaGid}',
      operationId: 'getMembership',
      public: false,
      scopes: ['base'],
      parameter: 'orgaGid',
      within: { resource: 'users', parameter: 'gid', field: 'user' },
    },
    resources.memberships,
  );
  routes.operation(
    {
      method: 'put',
      path: '/v1/users/{gid}/member_of/{orgaGid}',
      operationId: 'updateMembership',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.updateMembership,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/users/{gid}/member_of/{orgaGid}',
      operationId: 'deleteMembership',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.deleteMembership,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/users/{gid}/sessions',
      operationId: 'endUserSessions',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.endUserSessions,
  );
  return routes.router();
}
