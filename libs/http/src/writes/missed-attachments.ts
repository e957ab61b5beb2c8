import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { NIL_GID } from '@partner-ordering/kernel';
import { recordEvents } from '@partner-ordering/messaging';
import { ATTACHMENT } from './attachments.ts';
import type { PublishedState } from './publications.ts';

/** How many rows or states are read at a time, and so how many states one transaction publishes at most. */
const PAGE = 500;

/** How far the search has come: through the rows that name files, by gid, and then through the states, by key. */
export interface SearchPlace {
  of: 'rows' | 'states';
  after: string;
}

export const firstPlace: SearchPlace = { of: 'rows', after: NIL_GID };

/** Keys of attachments to publish, and where the search goes on; undefined at its end. */
export interface MissedAttachments {
  keys: string[];
  next: SearchPlace | undefined;
}

/**
 * Looks from `place` on for attachments whose state is not what the rows say, up to the first page that has some: a row that names a file
 * has no state, or a state has no row. An instance of the version before attachments were states has written them.
 */
export async function missedAttachments(
  database: Queryable,
  service: string,
  { place, signal }: { place: SearchPlace; signal: AbortSignal },
): Promise<MissedAttachments> {
  for (let from: SearchPlace | undefined = place; from;) {
    signal.throwIfAborted();
    const page = await database.query<Found>(from.of === 'rows' ? rowsAfter(from.after, service) : statesAfter(from.after, service));
    const keys = page.filter(({ is_missed }) => is_missed).map(({ key }) => key);
    from = following(from, page);
    if (keys.length > 0) return { keys, next: from };
  }
  return { keys: [], next: undefined };
}

interface Found {
  key: string;
  /** What the pages are in the order of. */
  place: string;
  is_missed: boolean;
}

const rowsAfter = (gid: string, service: string) => sql`
  select key, gid::text as place,
    not exists (select from shared_state s where s.type = ${ATTACHMENT} and s.key = named.key and s.state is not null) as is_missed
  from (
    select gid, path || '/' || ${service}::text || '/' || gid as key from attached_file where gid > ${gid} order by gid limit ${PAGE}
  ) named order by gid`;

const statesAfter = (key: string, service: string) => sql`
  select key, key as place, not exists (
      select from attached_file a where a.gid = split_part(key, '/', 3)::uuid and a.path = split_part(key, '/', 1)
    ) as is_missed
  from (
    select key from shared_state
    where type = ${ATTACHMENT} and key > ${key} and split_part(key, '/', 2) = ${service} and state is not null order by key limit ${PAGE}
  ) stated order by key`;

function following({ of }: SearchPlace, page: readonly Found[]): SearchPlace | undefined {
  if (page.length === PAGE) return { of, after: page.at(-1)!.place };
  return of === 'rows' ? { of: 'states', after: '' } : undefined;
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
