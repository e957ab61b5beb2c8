import { randomBytes } from 'node:crypto';
import { withSlot, ok } from '@partner-ordering/http';
import { formatTime, invalid } from '@partner-ordering/kernel';
import { failureColumns } from '@partner-ordering/kernel/faults';
import type { WebhookCheck } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import type { DomainContext } from '../context.ts';
import { attempt } from '../deliveries/attempt.ts';
import { hmacKey, signingKey, type SigningKey } from '../domain/webhooks/signatures.ts';
import { signingSecretsOf } from '../domain/webhooks/webhook-secret.ts';
import { addressOf } from '../domain/webhooks/webhook.ts';
import { faults } from '../faults.ts';
import { mustManage } from './loading/webhooks.ts';

/** The gateway and the client wait longer. */
const CHECK_TIMEOUT_MS = 10_000;

export const checkWebhook: Operations['checkWebhook'] = async (context) => {
  const { path, body, tx, gid, askOutside, client, checks, now } = context;
  await mustManage(context, tx, path.orgGid, 'create', 'check');
  const target = await targetOf(context, path.orgGid, body);
  const event = { id: gid, type: 'webhook.check', timestamp: formatTime(now), sequence: null };
  const { id, type, timestamp, sequence } = event;
  const organization = { gid: path.orgGid, href: `/v1/organizations/${path.orgGid}` };
  const text = JSON.stringify({ id, type, timestamp, organization, sequence, data: {} });
  const sending = { ...target, id, body: Buffer.from(text), timeoutMs: CHECK_TIMEOUT_MS };
  const { durationMs, status, failure, answer } = askOutside('attempt', () =>
    withSlot(checks, path.orgGid, () => attempt(client, sending, now)),
  );
  const { failureCode, failureParams, ...failureText } = failureColumns(failure);
  const outcome = {
    is_delivered: failure === null,
    event,
    duration_ms: durationMs,
    status,
    ...failureText,
    failure_code: failureCode,
    failure_params: failureParams,
    response: answer,
  };
  return ok(outcome, { 'Cache-Control': 'no-store' });
};

/** The address and the keys; for an address without a webhook a random key. */
async function targetOf(
  { tx, cipher, now }: DomainContext,
  organization: string,
  { webhook, url }: WebhookCheck,
): Promise<{ url: string; keys: readonly SigningKey[] }> {
  if (webhook && url !== undefined) throw invalid(faults.mutually_exclusive('url', { field: 'webhook' }));
  if (url !== undefined) return { url, keys: [hmacKey(randomBytes(32))] };
  if (!webhook) throw invalid(faults.required('webhook', { field: 'url' }));
  const found = await addressOf(tx, organization, webhook.gid);
  if (found === undefined) throw invalid(faults.not_found('webhook.gid', { resource: 'webhook' }));
  const secrets = await signingSecretsOf(tx, webhook.gid, now);
  return { url: found, keys: secrets.map((secret) => signingKey(secret, cipher)) };
}
