import { deleteInSteps, empty, raw, sql, type Queryable, type Sql, type Transaction } from '@partner-ordering/data';

// Longer than the 30 days for which a transport keeps facts.
const KEEP_DAYS = 31;

/** Records that the group handles these events in this transaction. Returns the ids of those that it has not handled before. */
export async function enterInbox(tx: Transaction, group: string, eventIds: readonly string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await tx.query<{ event_id: string }>(entering(group, eventIds));
  return new Set(rows.map((row) => row.event_id));
}

/** The statement of `enterInbox`. `after`: it enters nothing while this part of its `with` clause is empty. */
export const entering = (group: string, eventIds: readonly string[], after?: Sql): Sql => sql`
  insert into inbox (consumer_group, event_id)
  select ${group}, id from ${after ? sql`${after}, ` : empty}unnest(${eventIds}::text[]) as id
  on conflict do nothing returning event_id`;

/** The group name of replayed dead letters in the inbox. */
export const replayGroup = (group: string): string => `${group}.replay`;

/** Deletes ids of events that the transport no longer holds, and expired dead letters. Call it regularly. */
export async function purgeInbox(database: Queryable, signal: AbortSignal): Promise<void> {
  const isOld = (column: string) => sql`${raw(column)} < now() - make_interval(days => ${KEEP_DAYS})`;
  for (const [table, by] of [
    ['inbox', 'received_at'],
    ['dead_letter', 'rejected_at'],
  ] as const)
    await deleteInSteps(database, { table, by, where: isOld(by) }, signal);
}
