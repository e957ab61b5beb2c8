/**
 * Which webhooks fail: a row of `webhook_health` says since when all attempts to one have failed, and when the last one did. One that
 * answers as it should has none.
 */
import { sql, type Queryable, type Sql, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';

/** Managers are told after so long. */
const WARNED_AFTER_MS = 3 * DAY_MS;
/** A webhook is disabled after so long, but not sooner than a day after the managers were told. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;

/** How an attempt to a webhook ended. */
export interface HealthNote {
  webhook: string;
  /** To which it was made. */
  url: string;
  at: Date;
  isFailed: boolean;
}

/** Notes attempts, in the order in which they ended. */
export async function noteHealth(tx: Transaction, attempts: readonly HealthNote[]): Promise<void> {
  const answering = new Set<string>();
  const failing = new Map<string, { url: string; since: Date; last: Date }>();
  for (const { webhook, url, at, isFailed } of attempts) {
    if (!isFailed) {
      answering.add(webhook);
      failing.delete(webhook);
    } else failing.set(webhook, { url, since: failing.get(webhook)?.since ?? at, last: at });
  }
  // In one order, as two instances note the same webhooks.
  const noted = await tx.query<{ gid: string }>(sql`
    select webhook_gid as gid from webhook_health where webhook_gid = any(${[...answering, ...failing.keys()]}::uuid[]) order by 1 for update`);
  const ended = noted.filter(({ gid }) => answering.has(gid));
  if (ended.length > 0) await forgetFailures(tx, ended.map(({ gid }) => gid)); // oxfmt-ignore
  if (failing.size === 0) return;
  const found = [...failing.values()];
  // What an address did is forgotten with it.
  await tx.query(sql`
    insert into webhook_health as h (webhook_gid, failing_since, last_failed_at)
    select f.gid, f.since, f.last from unnest(${[...failing.keys()]}::uuid[], ${found.map(({ url }) => url)}::text[],
      ${found.map(({ since }) => since)}::timestamptz[], ${found.map(({ last }) => last)}::timestamptz[]) as f (gid, url, since, last)
      join webhook w on w.gid = f.gid and w.url = f.url
    order by w.gid on conflict (webhook_gid) do update set last_failed_at = greatest(h.last_failed_at, excluded.last_failed_at)`);
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

/**
 * The webhooks that have failed for long: from the first to the last failure, as one to which nothing is sent does not fail. None is
 * disabled of which was not warned a day before. Forgets what is known of deleted and disabled ones. Waits for who changes a webhook; a row
 * of `webhook_health` that is locked at this moment is left to the next time.
 */
export async function takeFailing(tx: Transaction, now: Date): Promise<FailingWebhooks> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const lasting = (ms: number) => sql`failing_since <= ${ago(ms)} and last_failed_at - failing_since >= ${ms / 1000} * interval '1 second'`;
  // Whoever changes a webhook locks it before its health, so that is done here too.
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
