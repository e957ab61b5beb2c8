import { ok, shownOnce } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { rotateSecrets, signingSecretsOf } from '../domain/webhooks/webhook-secret.ts';
import { managedWebhook } from './loading/managed.ts';
import { shownSecret } from './loading/shown-secret.ts';

const DAY_SECONDS = 24 * 3600;

export const rotateWebhookSecret: Operations['rotateWebhookSecret'] = async (context) => {
  const { body, tx, cipher, now } = context;
  const { grace_seconds: graceSeconds = DAY_SECONDS } = body ?? {};
  const webhook = await managedWebhook(context, 'create', 'secret');
  await rotateSecrets(tx, webhook, { graceMs: graceSeconds * 1000, cipher, now });
  const shown = shownSecret(await signingSecretsOf(tx, [webhook.gid], now), cipher);
  return shownOnce(ok(shown), { ...shown, secret: null });
};
