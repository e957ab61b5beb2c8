// Generated from openapi/notifications.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.operation('listEvents', operations.listEvents);
  routes.list('listWebhooks', resources.webhooks);
  routes.operation('createWebhook', operations.createWebhook);
  routes.operation('checkWebhook', operations.checkWebhook);
  routes.read('getWebhook', resources.webhooks);
  routes.operation('updateWebhook', operations.updateWebhook);
  routes.operation('deleteWebhook', operations.deleteWebhook);
  routes.operation('listDeliveries', operations.listDeliveries);
  routes.operation('getDelivery', operations.getDelivery);
  routes.operation('redeliver', operations.redeliver);
  routes.operation('recoverDeliveries', operations.recoverDeliveries);
  routes.operation('rotateWebhookSecret', operations.rotateWebhookSecret);
  routes.operation('getWebhookSecret', operations.getWebhookSecret);
  routes.list('listAllWebhooks', resources.webhooks);
  return routes.router();
}
