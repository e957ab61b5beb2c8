import { sql, type Queryable } from '@partner-ordering/data';
import { removeDeadLetter } from './dead-letter.ts';

/** A message that the service could not handle, or an event of its own that the transport refused. */
export interface SetAside {
  /** `<topic>/<partition>/<position>` of a message, `outbox/<id>` of an event. */
  place: string;
  key: string;
  bytes: number;
  /** RFC 3339, UTC. */
  since: string;
  reason: string;
}

/** Nobody reads more. */
const MAX_SHOWN = 1_000;

/** What was set aside and waits for a replay or `discard`, oldest first; at most 1,000. */
export const listSetAside = (database: Queryable): Promise<SetAside[]> =>
  database.query(sql`
    select place, key, bytes, to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since, reason from (
      select concat_ws('/', topic, partition, position) as place, key, bytes, rejected_at as since, reason from dead_letter
      union all
      select 'outbox/' || id, key, octet_length(event::text), created_at, topic || ': ' || refusal from outbox where refusal is not null
    ) as set_aside order by set_aside.since, place limit ${MAX_SHOWN}`);

/** Their number, at most 10,000. */
export async function countSetAside(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    select count(*)::int as count from (
      (select from dead_letter limit 10000) union all (select from outbox where refusal is not null limit 10000)
    ) as counted`);
  return Math.min(row!.count, 10_000);
}

/** Removes one for good: it is never handled, or never published. False when nothing is set aside at this place. */
export async function discard(database: Queryable, place: string): Promise<boolean> {
  const [, topic, partition, position] = /^(.+)\/(\d{1,9})\/(\d{1,18})$/.exec(place) ?? [];
  if (topic !== undefined) return removeDeadLetter(database, { topic, partition: Number(partition), position: Number(position) });
  const id = /^outbox\/(\d{1,18})$/.exec(place)?.[1];
  if (id === undefined) return false;
  return (await database.query(sql`delete from outbox where id = ${id} and refusal is not null returning 1`)).length > 0;
}

/** Has the relay send refused events once more. Returns how many. */
export async function retryRefused(database: Queryable): Promise<number> {
  return (await database.query(sql`update outbox set refusal = null where refusal is not null returning 1`)).length;
}
