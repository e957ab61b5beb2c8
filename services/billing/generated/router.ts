// Generated from openapi/billing.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.list('listInvoices', resources.invoices);
  routes.operation('createInvoice', operations.createInvoice);
  routes.read('getInvoice', resources.invoices);
  routes.operation('updateInvoice', operations.updateInvoice);
  routes.list('listCreditNotes', resources.creditNotes);
  routes.operation('createCreditNote', operations.createCreditNote);
  routes.read('getCreditNote', resources.creditNotes);
  routes.read('getPaymentSource', resources.paymentSources);
  routes.operation('updatePaymentSource', operations.updatePaymentSource);
  routes.operation('createPaymentSource', operations.createPaymentSource);
  routes.operation('deletePaymentSource', operations.deletePaymentSource);
  routes.operation('setUpPaymentSource', operations.setUpPaymentSource);
  routes.operation('receivePaymentEvent', operations.receivePaymentEvent);
  routes.operation('getPaymentProvider', operations.getPaymentProvider);
  routes.list('listReceipts', resources.receipts);
  routes.read('getReceipt', resources.receipts);
  routes.operation('updateReceipt', operations.updateReceipt);
  routes.list('listUnrenderedDocuments', resources.unrenderedDocuments);
  return routes.router();
}
