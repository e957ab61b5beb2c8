import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { signingSecretsOf } from '../domain/webhooks/webhook-secret.ts';
import { mustSeeWebhook } from './loading/managed.ts';
import { shownSecret } from './loading/shown-secret.ts';

export const getWebhookSecret: Operations['getWebhookSecret'] = async (context) => {
  const { path, database, cipher, now } = context;
  await mustSeeWebhook(context, 'secret');
  return ok(shownSecret(await signingSecretsOf(database, [path.webhookGid], now), cipher), { 'Cache-Control': 'no-store' });
};
