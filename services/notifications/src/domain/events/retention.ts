import { sql, type Database, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';
import type { EventPlace } from './erase-user.ts';

/** Days until events and deliveries are deleted. */
export const KEPT_DAYS = 30;

/** Maximum numbers in a transaction. */
const EVENTS = 500;
const DELIVERIES = 1_000;

/** Deletes old events with their deliveries, in steps; those of an organization in the order of positions. */
export async function deleteOldEvents(database: Database, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  for (let from: string | undefined = '-infinity'; from !== undefined; signal.throwIfAborted()) {
    const begin: string = from;
    from = await database.transactional((tx) => deleteStep(tx, begin, before));
  }
}

/** Returns the time to go on from, so that no step reads the index before it. Locked events get no new deliveries. */
async function deleteStep(tx: Transaction, from: string, before: Date): Promise<string | undefined> {
  const old = await tx.query<EventPlace & { at: string }>(sql`
    select organization_gid as organization, position, created_at::text as at from event
    where created_at >= ${from}::timestamptz and created_at < ${before} order by created_at, position limit ${EVENTS} for update`);
  const places = sql`unnest(${old.map(({ organization }) => organization)}::uuid[], ${old.map(({ position }) => position)}::bigint[])
    as old (organization_gid, position)`;
  const deliveries = await tx.query(sql`
    delete from delivery where gid = any(array(select gid from delivery join ${places} using (organization_gid, position) limit ${DELIVERIES}))
    returning gid`);
  if (deliveries.length === DELIVERIES) return from;
  await tx.query(sql`delete from event e using ${places} where e.organization_gid = old.organization_gid and e.position = old.position`);
  return old.length === EVENTS ? old.at(-1)!.at : undefined;
}
