// Generated from openapi/billing.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.read(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/payment_source',
      operationId: 'getPaymentSource',
      public: false,
      scopes: ['base'],
      parameter: 'orgGid',
      within: { resource: 'organizations', parameter: 'orgGid', field: 'organization' },
    },
    resources.paymentSources,
  );
  routes.operation(
    {
      method: 'put',
      path: '/v1/orgs/{orgGid}/payment_source',
      operationId: 'updatePaymentSource',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.updatePaymentSource,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/orgs/{orgGid}/payment_source',
      operationId: 'createPaymentSource',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.createPaymentSource,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/orgs/{orgGid}/payment_source',
      operationId: 'deletePaymentSource',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.deletePaymentSource,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/receipts',
      operationId: 'listReceipts',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'organization.gid', 'user.gid', 'project.gid'],
      orderable: ['gid', 'created_at', 'modified_at'],
    },
    resources.receipts,
  );
  routes.read(
    { method: 'get', path: '/v1/receipts/{gid}', operationId: 'getReceipt', public: false, scopes: ['base'], parameter: 'gid' },
    resources.receipts,
  );
  routes.operation(
    { method: 'put', path: '/v1/receipts/{gid}', operationId: 'updateReceipt', public: false, scopes: ['base'], transaction: true },
    operations.updateReceipt,
  );
  return routes.router();
}
