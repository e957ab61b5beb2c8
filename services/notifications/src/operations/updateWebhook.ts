import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { completeSecrets } from '../domain/webhooks/webhook-secret.ts';
import { managedWebhook, mustBeCallable } from './loading/managed.ts';

export const updateWebhook: Operations['updateWebhook'] = async (context) => {
  const { body, now, tx } = context;
  const webhook = await managedWebhook(context, 'update');
  if (body.url !== undefined && body.url !== webhook.url) mustBeCallable(context, body.url);
  webhook.update(body, now);
  await completeSecrets(tx, webhook, context);
  return noContent();
};
