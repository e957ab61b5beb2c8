import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { redeliverNow } from '../domain/deliveries/redelivery.ts';
import { deliveries } from '../resources/deliveries.ts';
import { managedWebhook } from './loading/managed.ts';

export const redeliver: Operations['redeliver'] = async (context) => {
  const { path, tx, read, now } = context;
  const webhook = await managedWebhook(context, 'create', 'delivery');
  await read(deliveries, path.deliveryGid, { fields: ['gid'], within: { field: 'webhook', value: webhook.gid } });
  webhook.mustBeEnabled();
  await redeliverNow(tx, { webhook: webhook.gid, gid: path.deliveryGid }, now);
  return noContent();
};
