// Generated from openapi/billing.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.list(
    {
      method: 'get',
      path: '/v1/invoices',
      operationId: 'listInvoices',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'number', 'period', 'status', 'due_at', 'organization.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'due_at'],
    },
    resources.invoices,
  );
  routes.operation(
    { method: 'post', path: '/v1/invoices', operationId: 'createInvoice', public: false, scopes: ['base'], transaction: true },
    operations.createInvoice,
  );
  routes.read(
    { method: 'get', path: '/v1/invoices/{gid}', operationId: 'getInvoice', public: false, scopes: ['base'], parameter: 'gid' },
    resources.invoices,
  );
  routes.operation(
    { method: 'put', path: '/v1/invoices/{gid}', operationId: 'updateInvoice', public: false, scopes: ['base'], transaction: true },
    operations.updateInvoice,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/credit_notes',
      operationId: 'listCreditNotes',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'number', 'receipt.gid', 'project.gid'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'organizations', parameter: 'orgGid', field: 'organization' },
    },
    resources.creditNotes,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/orgs/{orgGid}/credit_notes',
      operationId: 'createCreditNote',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.createCreditNote,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/credit_notes/{gid}',
      operationId: 'getCreditNote',
      public: false,
      scopes: ['base'],
      parameter: 'gid',
      within: { resource: 'organizations', parameter: 'orgGid', field: 'organization' },
    },
    resources.creditNotes,
  );
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
  routes.operation(
    {
      method: 'post',
      path: '/v1/orgs/{orgGid}/payment_source/setup',
      operationId: 'setUpPaymentSource',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.setUpPaymentSource,
  );
  routes.operation(
    {
      method: 'post',
      path: '/v1/p/payment_events/{provider}',
      operationId: 'receivePaymentEvent',
      public: true,
      scopes: [],
      transaction: true,
    },
    operations.receivePaymentEvent,
  );
  routes.operation(
    { method: 'get', path: '/v1/payment_provider', operationId: 'getPaymentProvider', public: false, scopes: ['base'], transaction: false },
    operations.getPaymentProvider,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/receipts',
      operationId: 'listReceipts',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'status', 'organization.gid', 'user.gid', 'project.gid', 'invoice.gid'],
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
