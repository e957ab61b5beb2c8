import { newGid } from '@partner-ordering/kernel';
import { deferrable, type Transaction } from '@partner-ordering/data';
import { MAX_EVENT_BYTES, STATE_SUFFIX, type CloudEvent } from '../transport/envelope.ts';
import { publishing } from '../transport/wake.ts';

/** The public state of an aggregate after this transaction; `null` if deleted. */
export interface StateRecord {
  /** The aggregate's name: `project`. */
  type: string;
  key: string;
  state: unknown;
}

/** Something that happened. */
export interface FactRecord {
  /** In the past tense: `project.published`. */
  type: string;
  key: string;
  data: unknown;
}

/** One state of each aggregate, and facts in their order. */
export interface EventRecords {
  states: readonly StateRecord[];
  facts: readonly FactRecord[];
}

/** The event would be too large to travel, so its transaction is refused. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
  readonly event: CloudEvent;

  constructor(event: CloudEvent, bytes: number) {
    super(`The event ${event.type} of ${event.subject} has ${bytes} bytes; at most ${MAX_EVENT_BYTES} are possible`);
    this.event = event;
  }
}

// A version is the time of its publication in milliseconds, or one more than the version before: what a restored owner publishes is newer.
const RECORD_EVENTS_SQL = `
  with recorded as (
    select *
    from rows from (jsonb_to_recordset($1) as (topic text, type text, key text, event jsonb)) with ordinality
      as r (topic, type, key, event, ordinal)
  ), versioned as (
    insert into shared_state as known (type, key, version, state, changed_at)
    select type, key, extract(epoch from $2::timestamptz) * 1000, nullif(event -> 'data', 'null'), $2
    from recorded where type is not null order by type, key
    on conflict (type, key) do update
      set version = greatest(known.version + 1, excluded.version), state = excluded.state, changed_at = excluded.changed_at
    returning type, key, version
  )
  insert into outbox (topic, key, event)
  select topic, event ->> 'subject', case when version is null then event else event || jsonb_build_object('dataversion', version) end
  from recorded left join versioned using (type, key)
  order by ordinal`;

/**
 * Records what a transaction publishes: states with their next version in `shared_state`, states and facts in the outbox. Lock the
 * aggregates' rows before: only then the events of one aggregate are in order. `traceparent` is one for all, or a function of the key.
 * @param service bare name of the publishing service: `ordering`
 * @throws EventTooLarge for an event of more than `MAX_EVENT_BYTES`
 */
export async function recordEvents(
  tx: Transaction,
  service: string,
  { states, facts }: EventRecords,
  { now, traceparent }: { now: Date; traceparent?: string | ((key: string) => string | undefined) | undefined },
): Promise<void> {
  if (states.length === 0 && facts.length === 0) return;
  const recorded: { topic: string; type?: string; key?: string; event: CloudEvent }[] = [];
  const add = (topic: string, fact: FactRecord, state?: StateRecord): void => {
    const trace = typeof traceparent === 'function' ? traceparent(fact.key) : traceparent;
    const event = createEvent(fact, { service, now, traceparent: trace });
    recorded.push({ topic, ...(state && { type: state.type, key: state.key }), event });
  };
  for (const state of states) add(`${service}.state`, { type: state.type + STATE_SUFFIX, key: state.key, data: state.state }, state);
  for (const fact of facts) add(`${service}.facts`, fact);
  const text = JSON.stringify(recorded);
  // A character has at most 3 bytes a code unit: what is shorter need not be measured.
  if (text.length > MAX_EVENT_BYTES / 3) for (const { event } of recorded) refuseTooLarge(event);
  publishing.add(tx);
  await deferrable(() => tx.query({ text: RECORD_EVENTS_SQL, values: [text, now] }));
}

function refuseTooLarge(event: CloudEvent): void {
  const bytes = Buffer.byteLength(JSON.stringify(event));
  if (bytes > MAX_EVENT_BYTES) throw new EventTooLarge(event, bytes);
}

/** A new event about the aggregate that its type names first. */
export function createEvent(
  { type, key, data }: FactRecord,
  { service, traceparent, now }: { service: string; traceparent?: string | undefined; now: Date },
): CloudEvent {
  return {
    specversion: '1.0',
    id: newGid(),
    source: `/services/${service}`,
    type,
    subject: `${type.slice(0, type.lastIndexOf('.'))}/${key}`,
    time: now.toISOString(),
    datacontenttype: 'application/json',
    ...(traceparent === undefined ? {} : { traceparent }),
    data,
  };
}
