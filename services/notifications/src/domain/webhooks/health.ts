/** A row of `webhook_health` says since when all attempts to a webhook have failed, and when the last one did. Healthy ones have none. */
import { deferrable, sql, type Queryable, type Sql, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';

/** Time until managers are warned. */
const WARNED_AFTER_MS = 3 * DAY_MS;
/** Time until a webhook is disabled, at least a day after the warning. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;

interface AttemptEnd {
  webhook: string;
  url: string;
  at: Date;
  isFailed: boolean;
}

/** Records attempts, in the order of their ends. */
export async function recordHealth(tx: Transaction, attempts: readonly AttemptEnd[]): Promise<void> {
  const answeringWebhooks = new Set<string>();
  const failures = new Map<string, { url: string; since: Date; last: Date }>();
  for (const { webhook, url, at, isFailed } of attempts) {
    if (!isFailed) {
      answeringWebhooks.add(webhook);
      failures.delete(webhook);
    } else failures.set(webhook, { url, since: failures.get(webhook)?.since ?? at, last: at });
  }
  // Locks all in one order, as two instances record the same webhooks.
  await deferrable(() =>
    tx.query(sql`
    with known as materialized (
      select webhook_gid from webhook_health where webhook_gid = any(${[...answeringWebhooks, ...failures.keys()]}::uuid[]) order by 1 for update
    )
    delete from webhook_health h using known where h.webhook_gid = known.webhook_gid and h.webhook_gid = any(${[...answeringWebhooks]}::uuid[])`),
  );
  if (failures.size === 0) return;
  const failureValues = [...failures.values()];
  // Failures of an earlier address do not count.
  await deferrable(() =>
    tx.query(sql`
    insert into webhook_health as h (webhook_gid, failing_since, last_failed_at)
    select f.gid, f.since, f.last from unnest(${[...failures.keys()]}::uuid[], ${failureValues.map(({ url }) => url)}::text[],
      ${failureValues.map(({ since }) => since)}::timestamptz[], ${failureValues.map(({ last }) => last)}::timestamptz[]) as f (gid, url, since, last)
      join webhook w on w.gid = f.gid and w.url = f.url
    order by w.gid on conflict (webhook_gid) do update set last_failed_at = greatest(h.last_failed_at, excluded.last_failed_at)`),
  );
}

export async function forgetFailures(queryable: Queryable, webhooks: readonly string[]): Promise<void> {
  await queryable.query(sql`delete from webhook_health where webhook_gid = any(${[...webhooks]}::uuid[])`);
}

/**
 * The webhooks to warn of, marked as warned, and to disable a day after the warning. The time from the first to the last failure counts, as
 * one without deliveries does not fail. Deletes the rows of deleted and disabled ones. Waits for changes of a webhook; skips locked rows of
 * `webhook_health`.
 */
export async function markFailingWebhooks(tx: Transaction, now: Date): Promise<{ toWarn: string[]; toDisable: string[] }> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const isFailingFor = (ms: number) =>
    sql`failing_since <= ${before(ms)} and last_failed_at - failing_since >= ${ms / 1000} * interval '1 second'`;
  // A change of a webhook locks it before its health, so this does too.
  const enabledWebhooks = await tx.query<{ gid: string }>(sql`
    select gid from webhook where is_enabled and gid = any(array(select webhook_gid from webhook_health where ${isFailingFor(WARNED_AFTER_MS)})) order by gid for update`);
  const failingRows = (condition: Sql) => sql`
    select webhook_gid from webhook_health where webhook_gid = any(${enabledWebhooks.map(({ gid }) => gid)}::uuid[]) and ${condition} for update skip locked`;
  const toDisable = await tx.query<{ gid: string }>(sql`
    select webhook_gid as gid from (${failingRows(sql`${isFailingFor(DISABLED_AFTER_MS)} and warned_at <= ${before(DAY_MS)}`)}) as failing`);
  const toWarn = await tx.query<{ gid: string }>(sql`
    update webhook_health set warned_at = ${now} where webhook_gid in (${failingRows(sql`${isFailingFor(WARNED_AFTER_MS)} and warned_at is null`)})
    returning webhook_gid as gid`);
  await tx.query(sql`
    delete from webhook_health where webhook_gid in (select h.webhook_gid from webhook_health h
      where not exists (select from webhook w where w.gid = h.webhook_gid and w.is_enabled) for update of h skip locked)`);
  return { toWarn: toWarn.map(({ gid }) => gid), toDisable: toDisable.map(({ gid }) => gid) };
}
