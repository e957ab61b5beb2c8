import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { AddJob } from '@partner-ordering/writes';
import type { Detail } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';
import { cancelDeliveries } from './cancellation.ts';
import { Webhook } from '../webhooks/webhook.ts';

/** The cause for which the service disabled a webhook. */
export type DisablingCause = 'gone' | 'failing';

const reasons: Readonly<Record<DisablingCause, Detail>> = { gone: faults.disabled_as_gone(''), failing: faults.disabled_as_failing('') };

/** Codes of the webhooks that wait until their receiver is repaired. */
export const failureReasons: readonly string[] = Object.values(reasons).map(({ code }) => code);

/** Disables an enabled webhook, cancels its waiting deliveries and mails its managers. With `url`: only if it still has this address. */
export async function disableWebhook(
  tx: Transaction,
  addJob: AddJob,
  { webhook: gid, url, cause, now }: { webhook: string; url?: string; cause: DisablingCause; now: Date },
): Promise<void> {
  const webhook = await tx.em.findOne(Webhook, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!webhook?.isEnabled || (url !== undefined && webhook.url !== url)) return;
  webhook.disable(reasons[cause], now);
  addJob(cancelDeliveries);
  addJob({ name: 'mail_managers', key: gid, data: { webhook: gid, kind: 'webhook_disabled' } });
}

/** Disables the webhooks of a deleted organization and cancels their waiting deliveries. None awaits repair any more. */
export async function disableWebhooksOf(tx: Transaction, addJob: AddJob, organization: string, now: Date): Promise<void> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { gid: 'asc' } } as const;
  const filter = { organizationGid: organization, $or: [{ isEnabled: true }, { disabledCode: { $in: [...failureReasons] } }] };
  const webhooks = await tx.em.find(Webhook, filter, options);
  if (webhooks.some(({ isEnabled }) => isEnabled)) addJob(cancelDeliveries);
  for (const webhook of webhooks) webhook.disable(faults.organization_deleted(''), now);
}

/** The cause behind a code; null if a person disabled the webhook. */
export const causeOf = (code: string | null): DisablingCause | null =>
  (Object.keys(reasons) as DisablingCause[]).find((cause) => reasons[cause].code === code) ?? null;
