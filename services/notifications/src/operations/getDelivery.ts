import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { deliveries } from '../resources/deliveries.ts';
import { mustSeeWebhook } from './loading/managed.ts';

export const getDelivery: Operations['getDelivery'] = async (context) => {
  const { path, read } = context;
  await mustSeeWebhook(context, 'delivery');
  return ok(await read(deliveries, path.deliveryGid, { within: { field: 'webhook', value: path.webhookGid } }));
};
