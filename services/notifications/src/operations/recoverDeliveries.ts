import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recoveryJob, recoveryOf } from '../domain/deliveries/recovery.ts';
import { managedWebhook } from './loading/managed.ts';

export const recoverDeliveries: Operations['recoverDeliveries'] = async (context) => {
  const { body, addJob, now } = context;
  const webhook = await managedWebhook(context, 'create', 'delivery');
  const recovery = recoveryOf(webhook.gid, body, now);
  webhook.mustBeEnabled();
  addJob(recoveryJob(recovery));
  return noContent();
};
