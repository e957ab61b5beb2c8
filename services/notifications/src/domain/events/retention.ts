import { sql, type Database, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';
import type { EventKey } from './erase-user.ts';

/** Days until events and deliveries are deleted. */
export const KEPT_DAYS = 30;

/** Maximum numbers in a transaction. */
const EVENTS_AT_ONCE = 500;
const DELIVERIES_AT_ONCE = 1_000;

/** Deletes old events with their deliveries, in steps; those of an organization in the order of positions. */
export async function deleteOldEvents(database: Database, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  for (let from: string | undefined = '-infinity'; from !== undefined; signal.throwIfAborted()) {
    const begin: string = from;
    from = await database.transactional((tx) => deleteBatch(tx, begin, before));
  }
}

/** Returns the time to go on from, so that no step reads the index before it. Locked events get no new deliveries. */
async function deleteBatch(tx: Transaction, from: string, before: Date): Promise<string | undefined> {
  const oldEvents = await tx.query<EventKey & { at: string }>(sql`
    select organization_gid as organization, position, created_at::text as at from event
    where created_at >= ${from}::timestamptz and created_at < ${before} order by created_at, position limit ${EVENTS_AT_ONCE} for update`);
  const keys = sql`unnest(${oldEvents.map(({ organization }) => organization)}::uuid[], ${oldEvents.map(({ position }) => position)}::bigint[])
    as old (organization_gid, position)`;
  const deliveries = await tx.query(sql`
    delete from delivery where gid = any(array(select gid from ${keys} cross join lateral (select gid from delivery d
      where d.organization_gid = old.organization_gid and d.position = old.position limit ${DELIVERIES_AT_ONCE}) of_event limit ${DELIVERIES_AT_ONCE}))
    returning gid`);
  if (deliveries.length === DELIVERIES_AT_ONCE) return from;
  await tx.query(sql`delete from event e using ${keys} where e.organization_gid = old.organization_gid and e.position = old.position`);
  return oldEvents.length === EVENTS_AT_ONCE ? oldEvents.at(-1)!.at : undefined;
}
