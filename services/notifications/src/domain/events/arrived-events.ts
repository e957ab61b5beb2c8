import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { withoutErased } from './erase-user.ts';

/** PostgreSQL's channel on which it is said that events have arrived. */
export const ARRIVED_CHANNEL = 'arrived_event';

/** A fact that partners are told of. */
export interface ArrivedEvent {
  id: string;
  type: string;
  occurredAt: Date;
  /** Gids of the organizations that are told. */
  organizations: readonly string[];
  /** Gid of the project it happened to; null without one. */
  project: string | null;
  /** What they are shown, as JSON text. */
  data: string;
}

/**
 * So many bytes are written by one statement. All copies in one, 2.6 GB of a long product for 10,000 organizations, would not end in time.
 */
export const WRITTEN_AT_ONCE = 16 * 1_024 * 1_024;

/**
 * Keeps an event until it is taken in, for each organization. It gets no position here: a transaction of a consumer has the events of many
 * organizations in any order, and two of them would wait for each other's counters.
 */
export async function arrive(tx: Transaction, { id, type, occurredAt, organizations, project, ...given }: ArrivedEvent): Promise<void> {
  const data = await withoutErased(tx, given.data);
  const copies = Math.max(1, Math.floor(WRITTEN_AT_ONCE / Buffer.byteLength(data)));
  for (let from = 0; from < organizations.length; from += copies)
    await tx.query(sql`
      with arrived as (
        insert into arrived_event (organization_gid, event_id, type, occurred_at, project_gid, data)
        select organization, ${id}, ${type}, ${occurredAt}, ${project}, ${data}
        from unnest(${organizations.slice(from, from + copies)}::uuid[]) as organization returning id
      )
      select pg_notify(${ARRIVED_CHANNEL}, '') where exists (select from arrived)`);
}

/** Gids of the organizations with arrived events, each with a counter from now on. Looks at one row of each, however many wait. */
export async function organizationsWithArrived(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ gid: string }>(sql`
    with recursive waiting as (
      (select organization_gid as gid from arrived_event order by organization_gid limit 1)
      union all
      select (select organization_gid from arrived_event where organization_gid > waiting.gid order by organization_gid limit 1)
      from waiting where waiting.gid is not null
    ), counted as (
      insert into event_counter (organization_gid) select gid from waiting
      where gid is not null and not exists (select from event_counter where organization_gid = gid) order by gid on conflict do nothing
    )
    select gid from waiting where gid is not null`);
  return rows.map(({ gid }) => gid);
}

/** The event that arrived last, of those that wait: its number, and the gid of its organization, with a counter from now on. */
export async function newestArrived(queryable: Queryable): Promise<{ id: string; organization: string } | undefined> {
  const [row] = await queryable.query<{ id: string; organization: string }>(sql`
    with newest as (
      select id, organization_gid as organization from arrived_event order by id desc limit 1
    ), counted as (
      insert into event_counter (organization_gid) select organization from newest
      where not exists (select from event_counter where organization_gid = organization) on conflict do nothing
    )
    select id, organization from newest`);
  return row;
}
