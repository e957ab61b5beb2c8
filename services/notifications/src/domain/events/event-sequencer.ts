import { raw, sql, timeText, type Transaction } from '@partner-ordering/data';
import { withoutErasedUsers } from './erase-user.ts';

/** PostgreSQL's channel for new events; the payload is the organization's gid. */
export const EVENT_CHANNEL = 'event';

/** Subscribes a connection to new events. */
export const listen = async (client: { query(text: string): Promise<unknown> }): Promise<void> =>
  void (await client.query(`listen ${EVENT_CHANNEL}`));

/** A fact for webhooks and feeds, before it becomes an event of each organization. */
export interface WebhookEvent {
  id: string;
  type: string;
  occurredAt: Date;
  /** Gids. */
  organizations: readonly string[];
  /** Gid; null without one. */
  project: string | null;
  /** JSON text. */
  data: string;
}

/** The place of an organization's event. */
export interface SequencedEvent {
  /** Gid. */
  organization: string;
  /** Within the organization, from 1 and without gaps. */
  position: number;
}

/**
 * Stores facts, in order, as events of each organization. Its counter stays locked until the commit, so positions become visible in order.
 * One statement locks all counters in one order. A second call in a transaction may deadlock, which is temporary.
 */
export async function sequenceEvents(tx: Transaction, facts: readonly WebhookEvent[], now: Date): Promise<SequencedEvent[]> {
  const data = await withoutErasedUsers(
    tx,
    facts.map((fact) => fact.data),
  );
  const events = facts.flatMap(({ organizations, project }, index) => organizations.map((gid) => ({ gid, project, turn: index + 1 })));
  // A sequence is written under the lock of its organization's counter, so the order of the two does not matter.
  return tx.query<SequencedEvent>(sql`
    with fact (organization_gid, project_gid, turn) as (
      select * from unnest(${events.map(({ gid }) => gid)}::uuid[], ${events.map(({ project }) => project)}::uuid[], ${events.map(({ turn }) => turn)}::int[])
    ), counted as (
      insert into event_counter as c (organization_gid, position, last_at)
      select organization_gid, count(*), ${now} from fact group by organization_gid order by organization_gid
      on conflict (organization_gid) do update set position = c.position + excluded.position, last_at = greatest(c.last_at, excluded.last_at)
      returning organization_gid, position, last_at, pg_notify(${EVENT_CHANNEL}, organization_gid::text)
    ), sequenced as (
      insert into event_sequence as s (organization_gid, project_gid, sequence)
      select organization_gid, project_gid, count(*) from fact join counted using (organization_gid) where project_gid is not null group by organization_gid, project_gid
      on conflict (organization_gid, project_gid) do update set sequence = s.sequence + excluded.sequence
      returning organization_gid, project_gid, sequence
    )
    insert into event (organization_gid, position, id, type, occurred_at, created_at, sequence, body)
    select n.organization_gid, n.position, f.id, f.type, f.occurred_at, n.last_at, n.sequence, ${body}
    from (
      select fact.*, c.last_at, c.position + 1 - row_number() over (partition by organization_gid order by turn desc) as position,
        s.sequence + 1 - row_number() over (partition by organization_gid, project_gid order by turn desc) as sequence
      from fact join counted c using (organization_gid) left join sequenced s using (organization_gid, project_gid)
    ) n join unnest(${facts.map(({ id }) => id)}::text[], ${facts.map(({ type }) => type)}::text[], ${facts.map(({ occurredAt }) => occurredAt)}::timestamptz[],
      ${data}::text[]) with ordinality as f (id, type, occurred_at, data, turn) using (turn)
    order by n.position
    returning organization_gid as organization, position::float8`);
}

/** The event's JSON for webhooks and feeds; `data` stays as in the fact. */
const body = sql`
  '{"id":' || to_json(f.id) || ',"type":' || to_json(f.type) || ',"timestamp":"' || ${timeText(raw('f.occurred_at'))}
  || '","organization":{"gid":"' || n.organization_gid || '","href":"/v1/organizations/' || n.organization_gid || '"},"sequence":'
  || coalesce(n.sequence::text, 'null') || ',"data":' || f.data || '}'`;
