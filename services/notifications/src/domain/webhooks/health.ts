/** Which webhooks fail: a row of `webhook_health` says since when all attempts to one have failed, and when the last one did. One that answers as it should has none. */
import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';

/** Managers are told after so long. */
const WARNED_AFTER_MS = 3 * DAY_MS;
/** A webhook is disabled after so long. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;

/** How an attempt to a webhook ended. */
export interface HealthNote {
  webhook: string;
  /** To which it was made. */
  url: string;
  at: Date;
  isFailed: boolean;
}

/** Notes attempts, in the order in which they ended. The lanes of the webhooks' organizations are locked. */
export async function noteHealth(tx: Transaction, attempts: readonly HealthNote[]): Promise<void> {
  const answering = new Set<string>();
  const failing = new Map<string, { url: string; since: Date; last: Date }>();
  for (const { webhook, url, at, isFailed } of attempts) {
    if (!isFailed) {
      answering.add(webhook);
      failing.delete(webhook);
    } else failing.set(webhook, { url, since: failing.get(webhook)?.since ?? at, last: at });
  }
  if (answering.size > 0) await forgetFailures(tx, [...answering]);
  if (failing.size === 0) return;
  const found = [...failing.values()];
  // What an address did is forgotten with it.
  await tx.query(sql`
    insert into webhook_health as h (webhook_gid, failing_since, last_failed_at)
    select f.gid, f.since, f.last from unnest(${[...failing.keys()]}::uuid[], ${found.map(({ url }) => url)}::text[],
      ${found.map(({ since }) => since)}::timestamptz[], ${found.map(({ last }) => last)}::timestamptz[]) as f (gid, url, since, last)
      join webhook w on w.gid = f.gid and w.url = f.url
    on conflict (webhook_gid) do update set last_failed_at = greatest(h.last_failed_at, excluded.last_failed_at)`);
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

/** The webhooks that have failed for long: from the first to the last failure, as one to which nothing is sent does not fail. Forgets what is known of deleted and disabled ones. */
export async function takeFailing(tx: Transaction, now: Date): Promise<FailingWebhooks> {
  const lasting = (ms: number) =>
    sql`failing_since <= ${new Date(now.getTime() - ms)} and last_failed_at - failing_since >= ${ms / 1000} * interval '1 second'`;
  await tx.query(sql`delete from webhook_health h where not exists (select from webhook w where w.gid = h.webhook_gid and w.is_enabled)`);
  const toDisable = await tx.query<{ gid: string }>(sql`
    select webhook_gid as gid from webhook_health where ${lasting(DISABLED_AFTER_MS)} for update`);
  const toWarn = await tx.query<{ gid: string }>(sql`
    update webhook_health set warned_at = ${now}
    where ${lasting(WARNED_AFTER_MS)} and not (${lasting(DISABLED_AFTER_MS)}) and warned_at is null
    returning webhook_gid as gid`);
  return { toWarn: toWarn.map(({ gid }) => gid), toDisable: toDisable.map(({ gid }) => gid) };
}
