// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { listEvents } from '../src/operations/listEvents.ts';
import { createWebhook } from '../src/operations/createWebhook.ts';
import { checkWebhook } from '../src/operations/checkWebhook.ts';
import { updateWebhook } from '../src/operations/updateWebhook.ts';
import { deleteWebhook } from '../src/operations/deleteWebhook.ts';
import { listDeliveries } from '../src/operations/listDeliveries.ts';
import { getDelivery } from '../src/operations/getDelivery.ts';
import { redeliver } from '../src/operations/redeliver.ts';
import { recoverDeliveries } from '../src/operations/recoverDeliveries.ts';
import { rotateWebhookSecret } from '../src/operations/rotateWebhookSecret.ts';
import { getWebhookSecret } from '../src/operations/getWebhookSecret.ts';

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
