import { created, noContent, ok, withOneTimeSecret } from '@partner-ordering/http';
import type { RowCipher } from '@partner-ordering/service';
import type { WebhookSecret } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import { cancelDeliveries } from '../domain/deliveries/cancellation.ts';
import { completeSecrets, rotateSecrets, secretText, type SigningSecret, signingSecretsOf } from '../domain/webhooks/webhook-secret.ts';
import { mustHaveRoom, Webhook } from '../domain/webhooks/webhook.ts';
import { webhookHref } from '../resources/webhooks.ts';
import { managedWebhook, mustBeCallable, mustManage, mustSeeWebhook } from './loading/webhooks.ts';

export const createWebhook: Operations['createWebhook'] = async (context) => {
  const { path, body, tx } = context;
  await mustManage(context, tx, path.orgGid, 'create');
  mustBeCallable(context, body.url);
  await mustHaveRoom(tx, path.orgGid);
  const webhook = Webhook.create(path.orgGid, body, context);
  await tx.em.persist(webhook).flush();
  await completeSecrets(tx, webhook, context);
  return created(webhookHref(path.orgGid, webhook.gid));
};

export const deleteWebhook: Operations['deleteWebhook'] = async (context) => {
  // Its secrets go with it.
  context.tx.em.remove(await managedWebhook(context, 'delete'));
  context.addJob(cancelDeliveries);
  return noContent();
};

export const getWebhookSecret: Operations['getWebhookSecret'] = async (context) => {
  const { path, database, cipher, now } = context;
  await mustSeeWebhook(context, 'secret');
  return ok(secretBody(await signingSecretsOf(database, path.webhookGid, now), cipher), { 'Cache-Control': 'no-store' });
};

const DAY_SECONDS = 24 * 3600;

export const rotateWebhookSecret: Operations['rotateWebhookSecret'] = async (context) => {
  const { body, tx, cipher, now } = context;
  const { grace_seconds: graceSeconds = DAY_SECONDS } = body ?? {};
  const webhook = await managedWebhook(context, 'create', 'secret');
  await rotateSecrets(tx, webhook, { graceMs: graceSeconds * 1000, cipher, now });
  const answer = secretBody(await signingSecretsOf(tx, webhook.gid, now), cipher);
  return withOneTimeSecret(ok(answer), { ...answer, secret: null });
};

/** The secret for the webhook's managers. `secrets`: those that sign now. */
function secretBody(secrets: readonly SigningSecret[], cipher: RowCipher): WebhookSecret {
  const present = secrets.filter(({ expiresAt }) => expiresAt === null);
  const hmac = present.find(({ kind }) => kind === 'v1');
  return {
    secret: hmac ? secretText(cipher.decrypt(hmac, hmac.gid)) : null,
    public_key: present.find(({ kind }) => kind === 'v1a')?.publicKey ?? null,
    previous_expires_at: secrets.find(({ expiresAt }) => expiresAt !== null)?.expiresAt ?? null,
  };
}
