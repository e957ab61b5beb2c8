// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { listEvents } from '../src/operations/listEvents.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret, getWebhookSecret } from '../src/operations/webhooks.ts';
import { checkWebhook } from '../src/operations/checkWebhook.ts';
import { updateWebhook } from '../src/operations/updateWebhook.ts';
import { listDeliveries, getDelivery, redeliver, recoverDeliveries } from '../src/operations/deliveries.ts';

export const operations: Operations = {
  listEvents,
  createWebhook,
  checkWebhook,
  updateWebhook,
  deleteWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
  recoverDeliveries,
  rotateWebhookSecret,
  getWebhookSecret,
};
