import { sql, timeText, raw, type Transaction } from '@partner-ordering/data';
import { WRITTEN_AT_ONCE } from './arrived-events.ts';

/** PostgreSQL's channel on which it is said that an organization has new events; the payload is its gid. */
export const EVENT_CHANNEL = 'event';

/** An event that has its position. */
export interface TakenEvent {
  /** The UTC day of taking in, `YYYY-MM-DD`: names the partition. */
  day: string;
  /** Within the organization, from 1 and without gaps. */
  position: number;
  id: string;
  type: string;
  occurredAt: Date;
  /** Counts the events of the project from 1; null without a project. */
  sequence: number | null;
}

/** So many events are numbered in one transaction, or fewer of about `WRITTEN_AT_ONCE` bytes. */
const TAKEN_AT_ONCE = 500;

/** Events that were taken in together, in order. */
export interface Taken {
  events: TakenEvent[];
  /** Whether more may wait. */
  hasMore: boolean;
}

/** The counter of an instance that was stopped in the middle is free again after this; all others pass the organization over meanwhile. */
const HELD_AT_MOST = '5s';

/**
 * Gives the first arrived events of an organization their positions and sequences. The row of its counter is locked until the commit.
 * Undefined when somebody else holds the lock. The partition of `day` must be there, see `makePartition`.
 */
export async function takeIn(tx: Transaction, organization: string, day: string): Promise<Taken | undefined> {
  // A statement of its own, so that the next one sees what the holder of the lock before has committed.
  const locked = sql`
    select set_config('idle_in_transaction_session_timeout', ${HELD_AT_MOST}, true) from event_counter where organization_gid = ${organization} for update skip locked`;
  if ((await tx.query(locked)).length === 0) return undefined;
  const rows = await tx.query<Row>(statementOf(organization, day));
  const events = rows.map(({ position, occurred_at, sequence, bytes: _, ...row }) => ({
    ...{ ...row, position: Number(position), occurredAt: new Date(occurred_at) },
    sequence: sequence === null ? null : Number(sequence),
  }));
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return { events, hasMore: events.length === TAKEN_AT_ONCE || bytes >= WRITTEN_AT_ONCE };
}

interface Row extends Pick<TakenEvent, 'day' | 'id' | 'type'> {
  position: string;
  occurred_at: string;
  sequence: string | null;
  /** Of the body, and so of at least what it shows. */
  bytes: number;
}

// The day never goes back, whatever the clocks of the instances say: so a cursor's day is a lower bound of what follows it.
const statementOf = (organization: string, day: string) => sql`
  with taken as (
    delete from arrived_event where id = any(array(
      select id from (
        select id, sum(octet_length(data)) over (order by id rows between unbounded preceding and 1 preceding) as before
        from (select id, data from arrived_event where organization_gid = ${organization} order by id limit ${TAKEN_AT_ONCE}) first
      ) measured where before is null or before < ${WRITTEN_AT_ONCE}))
    returning *
  ), numbered as (
    select *, row_number() over (order by id) as place, row_number() over (partition by project_gid order by id) as turn,
      count(*) over (partition by project_gid) as turns
    from taken
  ), counted as (
    insert into event_sequence as s (organization_gid, project_gid, sequence)
    select organization_gid, project_gid, count(*) from taken where project_gid is not null group by organization_gid, project_gid
    on conflict (organization_gid, project_gid) do update set sequence = s.sequence + excluded.sequence
    returning project_gid, sequence
  ), stored as (
    insert into event (day, organization_gid, position, id, type, occurred_at, project_gid, sequence, body)
    select greatest(c.day, ${day}::date), n.organization_gid, c.position + n.place, n.event_id, n.type, n.occurred_at, n.project_gid,
      counted.sequence - n.turns + n.turn,
      ${body(sql`counted.sequence - n.turns + n.turn`)}
    from numbered n join event_counter c using (organization_gid) left join counted using (project_gid)
    returning day, position, id, type, occurred_at, sequence, octet_length(body) as bytes
  ), moved as (
    update event_counter set position = position + (select count(*) from taken), day = greatest(day, ${day}::date)
    where organization_gid = ${organization} and exists (select from taken)
    returning pg_notify(${EVENT_CHANNEL}, organization_gid::text)
  )
  select day::text, position, id, type, occurred_at, sequence, bytes from stored where (select count(*) from moved) >= 0 order by position`;

/** An event as it is sent and fed; `data` stays as the fact has shown it. */
const body = (sequence: ReturnType<typeof sql>) => sql`
  '{"id":' || to_json(n.event_id) || ',"type":' || to_json(n.type) || ',"timestamp":"' || ${timeText(raw('n.occurred_at'))}
  || '","organization":{"gid":"' || n.organization_gid || '","href":"/v1/organizations/' || n.organization_gid || '"},"sequence":'
  || coalesce((${sequence})::text, 'null') || ',"data":' || n.data || '}'`;
