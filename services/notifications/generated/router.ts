// Generated from openapi/notifications.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.operation(
    { method: 'get', path: '/v1/orgs/{orgGid}/events', operationId: 'listEvents', public: false, scopes: ['base'], transaction: false },
    operations.listEvents,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/webhooks',
      operationId: 'listWebhooks',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'url', 'is_enabled'],
      orderable: ['gid', 'created_at', 'modified_at', 'url'],
      within: { resource: 'organizations', parameter: 'orgGid', field: 'organization' },
    },
    resources.webhooks,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/orgs/{orgGid}/webhooks',
      operationId: 'createWebhook',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.createWebhook,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/orgs/{orgGid}/webhooks/check',
      operationId: 'checkWebhook',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.checkWebhook,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}',
      operationId: 'getWebhook',
      public: false,
      scopes: ['base'],
      parameter: 'webhookGid',
      within: { resource: 'organizations', parameter: 'orgGid', field: 'organization' },
    },
    resources.webhooks,
  );
  routes.operation(
    {
      method: 'put',
      path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}',
      operationId: 'updateWebhook',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.updateWebhook,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}',
      operationId: 'deleteWebhook',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.deleteWebhook,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries',
      operationId: 'listDeliveries',
      public: false,
      scopes: ['base'],
      transaction: false,
    },
    operations.listDeliveries,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries/{deliveryGid}',
      operationId: 'getDelivery',
      public: false,
      scopes: ['base'],
      transaction: false,
    },
    operations.getDelivery,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries/{deliveryGid}/redeliver',
      operationId: 'redeliver',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.redeliver,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/recover',
      operationId: 'recoverDeliveries',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.recoverDeliveries,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/rotate_secret',
      operationId: 'rotateWebhookSecret',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.rotateWebhookSecret,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/secret',
      operationId: 'getWebhookSecret',
      public: false,
      scopes: ['base'],
      transaction: false,
    },
    operations.getWebhookSecret,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/webhooks',
      operationId: 'listAllWebhooks',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'url', 'is_enabled', 'disabled_at', 'awaits_repair', 'organization.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'url', 'disabled_at'],
    },
    resources.webhooks,
  );
  return routes.router();
}
