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
      select 'outbox/' || id, key, octet_length(event::text), created_at, topic || ': ' || reason from refused_event
    ) as set_aside order by set_aside.since, place limit ${MAX_SHOWN}`);

/** Their number, at most 10,000. */
export async function countSetAside(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    select count(*)::int as count from (select from dead_letter union all select from refused_event limit 10000) as counted`);
  return row!.count;
}

/** Removes one for good: it is never handled, or never published. False when nothing is set aside at this place. */
export async function discard(database: Queryable, place: string): Promise<boolean> {
  const id = /^outbox\/(\d{1,18})$/.exec(place)?.[1];
  if (id !== undefined) return (await database.query(sql`delete from refused_event where id = ${id} returning 1`)).length > 0;
  const [, topic, partition, position] = /^(.+)\/(\d{1,9})\/(\d{1,18})$/.exec(place) ?? [];
  if (topic === undefined) return false;
  return removeDeadLetter(database, { topic, partition: Number(partition), position: Number(position) });
}

/** Has the relay send refused events once more, but no version of a state that a newer one has replaced. Returns their number. */
export async function retryRefused(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    with refused as (delete from refused_event returning *), again as (
      insert into outbox (topic, key, event) select topic, key, event from refused
      where not exists (
        select from shared_state s
        where (s.type || '/' || s.key, s.type || '.state') = (refused.key, refused.event ->> 'type') and s.version > (event ->> 'dataversion')::bigint
      ) order by id returning 1
    ) select count(*)::int as count from again`);
  return row!.count;
}
