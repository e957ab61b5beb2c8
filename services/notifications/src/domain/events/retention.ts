import { sql, type Database } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';

/** What is older than so many days is deleted. */
export const KEPT_DAYS = 30;

/** So many events are deleted in a transaction. */
const STEP = 500;

/** Deletes old events with their deliveries, in steps. */
export async function deleteOldEvents(database: Database, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  const step = sql`
    with old as materialized (
      select organization_gid, position from event where created_at < ${before} order by created_at limit ${STEP}
    ), gone as (
      delete from delivery d using old where d.organization_gid = old.organization_gid and d.position = old.position
    )
    delete from event e using old where e.organization_gid = old.organization_gid and e.position = old.position returning e.position`;
  while ((await database.query(step)).length === STEP) signal.throwIfAborted();
}
