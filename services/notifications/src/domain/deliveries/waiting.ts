import { raw, sql, type Queryable } from '@partner-ordering/data';

/**
 * SQL of the recursive table `waiting_webhook`: webhooks with waiting deliveries, and when the first is due. It steps from one webhook to
 * the next by index, so a long queue costs no more than a short one.
 */
export const waitingWebhooks = `
  waiting_webhook as (
    (select webhook_gid, next_attempt_at as due_at from delivery where status = 'waiting' order by webhook_gid, next_attempt_at limit 1)
    union all
    select next.* from waiting_webhook previous cross join lateral (
      select webhook_gid, next_attempt_at from delivery where status = 'waiting' and webhook_gid > previous.webhook_gid
      order by webhook_gid, next_attempt_at limit 1) next
  )`;

const MAX_COUNT = 10_000;

interface WaitingDeliveries {
  /** At most 10,000. */
  count: number;
  /** Wait of the oldest due delivery, of webhooks that do not fail; 0 without one. */
  oldestMs: number;
}

/** Counts waiting deliveries and measures the longest wait. */
export async function readWaiting(queryable: Queryable, now: Date): Promise<WaitingDeliveries> {
  const [row] = await queryable.query<WaitingDeliveries>(sql`
    with recursive ${raw(waitingWebhooks)}
    select (select count(*)::int from (select from waiting_webhook w cross join lateral (select from delivery
        where webhook_gid = w.webhook_gid and status = 'waiting' limit ${MAX_COUNT}) of_webhook limit ${MAX_COUNT}) first) as count,
      coalesce(extract(epoch from ${now}::timestamptz - min(due_at)) * 1000, 0)::float8 as "oldestMs"
    from waiting_webhook join webhook on gid = webhook_gid
    where due_at <= ${now} and is_enabled and not exists (select from webhook_health h where h.webhook_gid = gid)`);
  return row!;
}
