import { noContent, ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recoveryJob, recoveryOf, redeliverNow } from '../domain/deliveries/recovery.ts';
import { deliveries } from '../resources/deliveries.ts';
import { managedWebhook, mustSeeWebhook } from './loading/webhooks.ts';

export const listDeliveries: Operations['listDeliveries'] = async (context) => {
  await mustSeeWebhook(context, 'delivery');
  return ok(await context.list(deliveries, { field: 'webhook', value: context.path.webhookGid }));
};

export const getDelivery: Operations['getDelivery'] = async (context) => {
  const { path, read } = context;
  await mustSeeWebhook(context, 'delivery');
  return ok(await read(deliveries, path.deliveryGid, { parent: { field: 'webhook', value: path.webhookGid } }));
};

export const redeliver: Operations['redeliver'] = async (context) => {
  const { path, tx, read, now } = context;
  const webhook = await managedWebhook(context, 'create', 'delivery');
  await read(deliveries, path.deliveryGid, { fields: ['gid'], parent: { field: 'webhook', value: webhook.gid } });
  webhook.mustBeEnabled();
  await redeliverNow(tx, { webhook: webhook.gid, gid: path.deliveryGid }, now);
  return noContent();
};

export const recoverDeliveries: Operations['recoverDeliveries'] = async (context) => {
  const { body, addJob, now } = context;
  const webhook = await managedWebhook(context, 'create', 'delivery');
  const recovery = recoveryOf(webhook.gid, body, now);
  webhook.mustBeEnabled();
  addJob(recoveryJob(recovery));
  return noContent();
};
