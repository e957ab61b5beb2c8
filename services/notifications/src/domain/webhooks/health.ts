/** A row of `webhook_health` says since when all attempts to a webhook have failed, and when the last one did. Healthy ones have none. */
import { sql, type Queryable, type Sql, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';

/** Time until managers are warned. */
const WARNED_AFTER_MS = 3 * DAY_MS;
/** Time until a webhook is disabled, at least a day after the warning. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;

/** The end of an attempt. */
interface HealthNote {
  webhook: string;
  url: string;
  at: Date;
  isFailed: boolean;
}

/** Records attempts, in the order of their ends. */
export async function noteHealth(tx: Transaction, attempts: readonly HealthNote[]): Promise<void> {
  const answering = new Set<string>();
  const failing = new Map<string, { url: string; since: Date; last: Date }>();
  for (const { webhook, url, at, isFailed } of attempts) {
    if (!isFailed) {
      answering.add(webhook);
      failing.delete(webhook);
    } else failing.set(webhook, { url, since: failing.get(webhook)?.since ?? at, last: at });
  }
  // In one order, as two instances record the same webhooks.
  const noted = await tx.query<{ gid: string }>(sql`
    select webhook_gid as gid from webhook_health where webhook_gid = any(${[...answering, ...failing.keys()]}::uuid[]) order by 1 for update`);
  const ended = noted.filter(({ gid }) => answering.has(gid));
  if (ended.length > 0)
    await forgetFailures(
      tx,
      ended.map(({ gid }) => gid),
    );
  if (failing.size === 0) return;
  const found = [...failing.values()];
  // Failures of an earlier address do not count.
  await tx.query(sql`
    insert into webhook_health as h (webhook_gid, failing_since, last_failed_at)
    select f.gid, f.since, f.last from unnest(${[...failing.keys()]}::uuid[], ${found.map(({ url }) => url)}::text[],
      ${found.map(({ since }) => since)}::timestamptz[], ${found.map(({ last }) => last)}::timestamptz[]) as f (gid, url, since, last)
      join webhook w on w.gid = f.gid and w.url = f.url
    order by w.gid on conflict (webhook_gid) do update set last_failed_at = greatest(h.last_failed_at, excluded.last_failed_at)`);
}

export async function forgetFailures(queryable: Queryable, webhooks: readonly string[]): Promise<void> {
  await queryable.query(sql`delete from webhook_health where webhook_gid = any(${[...webhooks]}::uuid[])`);
}

/**
 * The webhooks to warn of, marked as warned, and to disable a day after the warning. The time from the first to the last failure counts, as
 * one without deliveries does not fail. Deletes the rows of deleted and disabled ones. Waits for changes of a webhook; skips locked rows of
 * `webhook_health`.
 */
export async function takeFailing(tx: Transaction, now: Date): Promise<{ toWarn: string[]; toDisable: string[] }> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const lasting = (ms: number) => sql`failing_since <= ${ago(ms)} and last_failed_at - failing_since >= ${ms / 1000} * interval '1 second'`;
  // A change of a webhook locks it before its health, so this does too.
  const locked = await tx.query<{ gid: string }>(sql`
    select gid from webhook where is_enabled and gid = any(array(select webhook_gid from webhook_health where ${lasting(WARNED_AFTER_MS)})) order by gid for update`);
  const found = (condition: Sql) => sql`
    select webhook_gid from webhook_health where webhook_gid = any(${locked.map(({ gid }) => gid)}::uuid[]) and ${condition} for update skip locked`;
  const toDisable = await tx.query<{ gid: string }>(sql`
    select webhook_gid as gid from (${found(sql`${lasting(DISABLED_AFTER_MS)} and warned_at <= ${ago(DAY_MS)}`)}) as failing`);
  const toWarn = await tx.query<{ gid: string }>(sql`
    update webhook_health set warned_at = ${now} where webhook_gid in (${found(sql`${lasting(WARNED_AFTER_MS)} and warned_at is null`)})
    returning webhook_gid as gid`);
  await tx.query(sql`
    delete from webhook_health where webhook_gid in (select h.webhook_gid from webhook_health h
      where not exists (select from webhook w where w.gid = h.webhook_gid and w.is_enabled) for update of h skip locked)`);
  return { toWarn: toWarn.map(({ gid }) => gid), toDisable: toDisable.map(({ gid }) => gid) };
}
