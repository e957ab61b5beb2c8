import { LockMode } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import type { AddJob } from '@partner-ordering/http';
import { cancelDeliveries } from './cancellation.ts';
import { Webhook } from '../webhooks/webhook.ts';

/** Why a webhook is disabled without anybody's doing. */
export type DisablingCause = 'gone' | 'failing';

const reasons: Readonly<Record<DisablingCause, string>> = {
  gone: 'It answered 410: there is nothing at this address any more.',
  failing: 'All attempts to send to it failed for five days.',
};

/**
 * Disables a webhook that is enabled, and with `url` one that still has this address: what waits for it is canceled, and its managers get a
 * mail.
 */
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

/** The job that disables the webhooks of an organization that is deleted. */
export const disablingOf = (organization: string) => ({ name: 'disable_webhooks', key: organization, data: { organization } }) as const;

/** Gids of deleted organizations with webhooks that are enabled: one may be made or enabled while the deletion arrives. */
export async function deletedWithWebhooks(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ organization: string }>(sql`
    select distinct w.organization_gid as organization from webhook w join shared_state o on o.type = 'organization' and o.key = w.organization_gid::text
    where w.is_enabled and (o.state is null or o.state->'is_deleted' = 'true') order by 1`);
  return rows.map(({ organization }) => organization);
}

/** Disables the webhooks of an organization that is deleted. What waits for them is canceled. */
export async function disableWebhooksOf(
  tx: Transaction,
  addJob: AddJob,
  { organization, now }: { organization: string; now: Date },
): Promise<void> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { gid: 'asc' } } as const;
  const webhooks = await tx.em.find(Webhook, { organizationGid: organization, isEnabled: true }, options);
  for (const webhook of webhooks) webhook.disable('Its organization was deleted.', now);
  if (webhooks.length > 0) addJob(cancelDeliveries);
}

/** What a reason stands for; null for one that a person has caused. */
export const causeOf = (reason: string | null): DisablingCause | null =>
  (Object.keys(reasons) as DisablingCause[]).find((cause) => reasons[cause] === reason) ?? null;
