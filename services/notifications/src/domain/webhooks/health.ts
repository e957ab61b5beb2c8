/** Which webhooks fail: a row of `webhook_health` says since when all attempts to one have failed. One that answers as it should has none. */
import { sql, type Queryable, type Transaction } from '@partner-ordering/data';

const DAY_MS = 24 * 3_600_000;
/** Managers are told after so long. */
const WARNED_AFTER_MS = 3 * DAY_MS;
/** A webhook is disabled after so long. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;

/** How an attempt to a webhook ended. */
export interface HealthNote {
  webhook: string;
  at: Date;
  isFailed: boolean;
}

/** Notes attempts, in the order in which they ended. The lanes of the webhooks' organizations are locked. */
export async function noteHealth(tx: Transaction, attempts: readonly HealthNote[]): Promise<void> {
  const answering = new Set<string>();
  const failingSince = new Map<string, Date>();
  for (const { webhook, at, isFailed } of attempts) {
    if (!isFailed) {
      answering.add(webhook);
      failingSince.delete(webhook);
    } else if (!failingSince.has(webhook)) failingSince.set(webhook, at);
  }
  if (answering.size > 0) await forgetFailures(tx, [...answering]);
  if (failingSince.size === 0) return;
  await tx.query(sql`
    insert into webhook_health (webhook_gid, failing_since)
    select * from unnest(${[...failingSince.keys()]}::uuid[], ${[...failingSince.values()]}::timestamptz[]) on conflict do nothing`);
}

/** They begin anew. */
export async function forgetFailures(queryable: Queryable, webhooks: readonly string[]): Promise<void> {
  await queryable.query(sql`delete from webhook_health where webhook_gid = any(${[...webhooks]}::uuid[])`);
}

/** Webhooks about which something is to be done at this time. */
export interface FailingWebhooks {
  /** Their managers are to be told that they fail; from now on they have been. */
  toWarn: string[];
  /** They have failed for so long that they are to be disabled. */
  toDisable: string[];
}

/** The webhooks that have failed for long. Forgets what is known of deleted and disabled ones. */
export async function takeFailing(tx: Transaction, now: Date): Promise<FailingWebhooks> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await tx.query(sql`delete from webhook_health h where not exists (select from webhook w where w.gid = h.webhook_gid and w.is_enabled)`);
  const toDisable = await tx.query<{ gid: string }>(sql`
    select webhook_gid as gid from webhook_health where failing_since <= ${before(DISABLED_AFTER_MS)} for update`);
  const toWarn = await tx.query<{ gid: string }>(sql`
    update webhook_health set warned_at = ${now}
    where failing_since <= ${before(WARNED_AFTER_MS)} and failing_since > ${before(DISABLED_AFTER_MS)} and warned_at is null
    returning webhook_gid as gid`);
  return { toWarn: toWarn.map(({ gid }) => gid), toDisable: toDisable.map(({ gid }) => gid) };
}
