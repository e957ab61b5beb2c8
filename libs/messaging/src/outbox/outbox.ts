import { stateName } from '@partner-ordering/kernel';
import { deferrable, type Transaction } from '@partner-ordering/data';
import { publishing } from '../transport/delivery.ts';
import { createEvent, stateEventType, type EventContent, type EventOrigin } from '../transport/envelope.ts';

/** The public state of an aggregate after this transaction; `null` if deleted. */
export interface StateRecord {
  /** The aggregate's name: `project`. */
  type: string;
  key: string;
  state: unknown;
}

/** Something that happened, in the past tense: `project.published`. */
export type FactRecord = EventContent;

export interface EventRecords {
  states: readonly StateRecord[];
  facts: readonly FactRecord[];
}

// A version is the time of its publication in milliseconds, or one more than the version before: what a restored owner publishes is newer.
const RECORD_EVENTS_SQL = `
  with recorded as (
    select *
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[]) with ordinality
      as r (topic, subject, type, key, event, ordinal)
  ), versioned as (
    insert into shared_state as known (type, key, version, state, changed_at)
    select type, key, extract(epoch from $6::timestamptz) * 1000, nullif(event -> 'data', 'null'), $6
    from recorded where type is not null order by type, key
    on conflict (type, key) do update
      set version = greatest(known.version + 1, excluded.version), state = excluded.state, changed_at = excluded.changed_at
    returning type, key, version
  )
  insert into outbox (topic, key, event)
  select topic, subject, case when version is null then event else event || jsonb_build_object('dataversion', version) end
  from recorded left join versioned using (type, key)
  order by ordinal`;

/**
 * Records what a transaction publishes: states with their next version in `shared_state`, states and facts in the outbox. Lock the
 * aggregates' rows before: only then the events of one aggregate are in order. `traceparent` is one for all, or a function of the key.
 * @param service bare name of the publishing service: `ordering`
 */
export async function recordEvents(
  tx: Transaction,
  service: string,
  { states, facts }: EventRecords,
  { now, traceparent }: Pick<EventOrigin, 'now'> & { traceparent?: string | ((key: string) => string | undefined) | undefined },
): Promise<void> {
  if (states.length === 0 && facts.length === 0) return;
  const originOf = (key: string): EventOrigin => ({
    ...{ service, now },
    traceparent: typeof traceparent === 'function' ? traceparent(key) : traceparent,
  });
  // One transaction makes one version, so only the last of several states of one aggregate is published.
  const newest = new Map(states.map((record) => [stateName(record), record]));
  const rows = [
    ...[...newest.values()].map(({ type, key, state }) => ({
      topic: `${service}.state`,
      type,
      key,
      event: createEvent({ type: stateEventType(type), key, data: state }, originOf(key)),
    })),
    ...facts.map((fact) => ({ topic: `${service}.facts`, type: null, key: null, event: createEvent(fact, originOf(fact.key)) })),
  ];
  const values = [
    rows.map(({ topic }) => topic),
    rows.map(({ event }) => event.subject),
    rows.map(({ type }) => type),
    rows.map(({ key }) => key),
    rows.map(({ event }) => JSON.stringify(event)),
    now,
  ];
  publishing.add(tx);
  await tx.query(deferrable({ text: RECORD_EVENTS_SQL, values }));
}
