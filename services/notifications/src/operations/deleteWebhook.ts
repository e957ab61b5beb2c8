import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { cancelDeliveries } from '../domain/deliveries/cancellation.ts';
import { managedWebhook } from './loading/managed.ts';

export const deleteWebhook: Operations['deleteWebhook'] = async (context) => {
  // Its secrets go with it.
  context.tx.em.remove(await managedWebhook(context, 'delete'));
  context.addJob(cancelDeliveries);
  return noContent();
};
