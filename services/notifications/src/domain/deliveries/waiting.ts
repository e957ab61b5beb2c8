import { raw, sql, type Queryable } from '@partner-ordering/data';

/**
 * SQL of a recursive table `waiting_webhook`: the webhooks for which something waits, and when the first of it is due. Goes from one to the
 * next by the index, so that a webhook for which much waits costs no more than one with little.
 */
export const waitingWebhooks = `
  waiting_webhook as (
    (select webhook_gid, next_attempt_at as due_at from delivery where status = 'waiting' order by webhook_gid, next_attempt_at limit 1)
    union all
    select next.* from waiting_webhook previous cross join lateral (
      select webhook_gid, next_attempt_at from delivery where status = 'waiting' and webhook_gid > previous.webhook_gid
      order by webhook_gid, next_attempt_at limit 1) next
  )`;

/** So many are counted at most. */
const COUNTED = 10_000;

/** What waits to be delivered. */
export interface Waiting {
  /** At most 10,000. */
  count: number;
  /** Since when the one is due that is due for the longest, of webhooks that do not fail; 0 when none is. */
  oldestMs: number;
}

/** How much waits, and for how long. */
export async function readWaiting(queryable: Queryable, now: Date): Promise<Waiting> {
  const [row] = await queryable.query<Waiting>(sql`
    with recursive ${raw(waitingWebhooks)}
    select (select count(*)::int from (select from waiting_webhook w cross join lateral (select from delivery
        where webhook_gid = w.webhook_gid and status = 'waiting' limit ${COUNTED}) of_webhook limit ${COUNTED}) first) as count,
      coalesce(extract(epoch from ${now}::timestamptz - min(due_at)) * 1000, 0)::float8 as "oldestMs"
    from waiting_webhook join webhook on gid = webhook_gid
    where due_at <= ${now} and is_enabled and not exists (select from webhook_health h where h.webhook_gid = gid)`);
  return row!;
}
