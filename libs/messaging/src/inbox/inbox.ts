import { deleteInSteps, raw, sql, type Queryable, type Sql } from '@partner-ordering/data';

// Longer than the 30 days of facts in a transport, with the 7 after which `recover` may publish them again.
const KEEP_DAYS = 38;
/** Longer than a log that is lost should go unnoticed. */
const KEEP_EVENT_DAYS = 7;

/**
 * Records that the group handles these events; returns the ids of those that it has not handled before. It enters nothing while `after`, a
 * part of its `with` clause, is empty.
 */
export const entering = (group: string, eventIds: readonly string[], after: Sql): Sql => sql`
  insert into inbox (consumer_group, event_id)
  select ${group}, id from ${after}, unnest(${eventIds}::text[]) as id
  on conflict do nothing returning event_id`;

/** Deletes ids of events that the transport no longer holds, expired dead letters, and kept events. Call it regularly. */
export async function purgeInbox(database: Queryable, signal: AbortSignal): Promise<void> {
  for (const [table, by, days] of [
    ['inbox', 'received_at', KEEP_DAYS],
    ['dead_letter', 'rejected_at', KEEP_DAYS],
    ['kept_event', 'created_at', KEEP_EVENT_DAYS],
  ] as const)
    await deleteInSteps(database, { table, by, where: sql`${raw(by)} < now() - make_interval(days => ${days})` }, signal);
}
