import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { deliveries } from '../resources/deliveries.ts';
import { mustSeeWebhook } from './loading/managed.ts';

export const listDeliveries: Operations['listDeliveries'] = async (context) => {
  await mustSeeWebhook(context, 'delivery');
  return ok(await context.list(deliveries, { field: 'webhook', value: context.path.webhookGid }));
};
