import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { cancelDeliveries } from '../domain/deliveries/cancellation.ts';
import { forgetFailures } from '../domain/webhooks/health.ts';
import { completeSecrets } from '../domain/webhooks/webhook-secret.ts';
import { managedWebhook, mustBeCallable } from './loading/webhooks.ts';

export const updateWebhook: Operations['updateWebhook'] = async (context) => {
  const { body, now, tx, addJob } = context;
  const webhook = await managedWebhook(context, 'update');
  const { isEnabled: wasEnabled, url: before } = webhook;
  if (body.url !== undefined && body.url !== webhook.url) mustBeCallable(context, body.url);
  webhook.update(body, now);
  await completeSecrets(tx, webhook, context);
  if (wasEnabled && !webhook.isEnabled) addJob(cancelDeliveries);
  if ((!wasEnabled && webhook.isEnabled) || webhook.url !== before) await forgetFailures(tx, [webhook.gid]);
  return noContent();
};
