import type { Queryable, Transaction } from '@partner-ordering/data';

// Longer than any transport keeps what it might deliver again.
const KEEP_DAYS = 31;

/** Notes that the group handles these events in this transaction. Returns the ids of those that it had not handled before. */
export async function enterInbox(tx: Transaction, group: string, eventIds: readonly string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await tx.query<{ event_id: string }>({
    text: `insert into inbox (consumer_group, event_id) select $1, * from unnest($2::text[]) on conflict do nothing returning event_id`,
    values: [group, eventIds],
  });
  return new Set(rows.map((row) => row.event_id));
}

/** Under which name the inbox knows what a group has handled from its dead letters. */
export const replayGroup = (group: string): string => `${group}.replay`;

/** Forgets events that cannot come again. */
export async function purgeInbox(queryable: Queryable, group: string): Promise<void> {
  await queryable.query({
    text: 'delete from inbox where consumer_group = any($1::text[]) and received_at < now() - make_interval(days => $2)',
    values: [[group, replayGroup(group)], KEEP_DAYS],
  });
}
