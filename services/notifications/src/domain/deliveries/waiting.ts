import { sql, type Queryable } from '@partner-ordering/data';

/** So many are counted one by one; of more, PostgreSQL's estimate is taken. */
const COUNTED = 10_000;

/** What waits to be delivered. */
export interface Waiting {
  /** Above 10,000 an estimate. */
  count: number;
  /** Since when the one is due that is due for the longest, of webhooks that do not fail; 0 when none is. */
  oldestMs: number;
}

/** How much waits, and for how long. Goes from webhook to webhook by the index. */
export async function readWaiting(queryable: Queryable, now: Date): Promise<Waiting> {
  const [row] = await queryable.query<Waiting>(sql`
    with recursive first as (
      (select webhook_gid as gid, due_at from delivery_queue where due_at is not null and leased_by is null order by webhook_gid, due_at limit 1)
      union all
      select n.* from first f cross join lateral (select q.webhook_gid, q.due_at from delivery_queue q
        where q.due_at is not null and q.leased_by is null and q.webhook_gid > f.gid order by q.webhook_gid, q.due_at limit 1) n
    )
    select (select case when count(*) <= ${COUNTED} then count(*)
        else greatest(count(*), (select reltuples from pg_class where oid = 'delivery_queue'::regclass)) end::float8
      from (select from delivery_queue limit ${COUNTED + 1}) as first_ones) as count, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)) * 1000, 0)::float8 as "oldestMs"
    from first f where due_at <= ${now} and exists (select from webhook w where w.gid = f.gid and w.is_enabled)
      and not exists (select from webhook_health h where h.webhook_gid = f.gid)`);
  return row!;
}
