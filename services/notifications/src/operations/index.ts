import type { Operations } from '../../generated/operations.ts';
import { checkWebhook } from './checkWebhook.ts';
import { createWebhook } from './createWebhook.ts';
import { deleteWebhook } from './deleteWebhook.ts';
import { getDelivery } from './getDelivery.ts';
import { getWebhookSecret } from './getWebhookSecret.ts';
import { listDeliveries } from './listDeliveries.ts';
import { listEvents } from './listEvents.ts';
import { recoverDeliveries } from './recoverDeliveries.ts';
import { redeliver } from './redeliver.ts';
import { rotateWebhookSecret } from './rotateWebhookSecret.ts';
import { updateWebhook } from './updateWebhook.ts';

/** The operations that decide something. */
export const operations: Operations = {
  ...{ checkWebhook, createWebhook, deleteWebhook, getWebhookSecret, rotateWebhookSecret, updateWebhook },
  ...{ getDelivery, listDeliveries, listEvents, recoverDeliveries, redeliver },
};
