import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { recordEvents } from '@partner-ordering/messaging';
import { ATTACHMENT } from './attachments.ts';
import type { PublishedState } from './publications.ts';

/** The most keys that `missedAttachments` answers. */
export const MISSED_BATCH = 500;

/**
 * Keys of attachments whose state is not what the rows say: written by an instance of the version before attachments were states, while both
 * ran. A row that names a file has no state, or a state has no row. Some of them, if there are many.
 */
export async function missedAttachments(database: Queryable, service: string): Promise<string[]> {
  const rows = await database.query<{ key: string }>(sql`
    with named as (select path || '/' || ${service}::text || '/' || gid as key from attached_file),
    stated as (select key from shared_state where type = ${ATTACHMENT} and split_part(key, '/', 2) = ${service} and state is not null)
    select coalesce(named.key, stated.key) as key from named full join stated using (key)
    where named.key is null or stated.key is null limit ${MISSED_BATCH}`);
  return rows.map(({ key }) => key);
}

/** Publishes attachments as the rows now say. */
export async function publishAttachments(
  tx: Transaction,
  { service, states, keys }: { service: string; states: readonly PublishedState[]; keys: readonly string[] },
  now: Date,
): Promise<void> {
  // Locked before the rows are read: an operation that changes one of them either is seen or publishes after this.
  await tx.query(sql`select from shared_state where type = ${ATTACHMENT} and key = any(${[...keys]}) order by key for update`);
  const records = [];
  for (const key of keys) records.push({ type: ATTACHMENT, key, state: await stateOf(tx, states, key) });
  await recordEvents(tx, service, { states: records, facts: [] }, { now });
}

/** The rows of several entities may name files; one of them knows the key. */
async function stateOf(tx: Transaction, states: readonly PublishedState[], key: string): Promise<unknown> {
  for (const { type, read } of states) {
    const state = type === ATTACHMENT ? await read(tx, key) : null;
    if (state !== null) return state;
  }
  return null;
}
