import { aggregateOf, isStateEvent, keyOf, parseEvent, type CloudEvent } from '../transport/envelope.ts';
import type { DeclaredFields } from '../replicas/follows.ts';
import type { SharedState } from '../replicas/shared-state.ts';
import type { Received } from '../transport/transport.ts';

/** A message as read: an event, or the reason why it is none. */
export interface Reading {
  /** Its id in the inbox: that of the event, else topic, partition and position. */
  id: string;
  event?: CloudEvent;
  unreadable?: unknown;
}

/** @param refusal why the database does not take it */
export function readMessage({ topic, partition, position, value }: Omit<Received, 'key'>, refusal?: unknown): Reading {
  try {
    if (refusal !== undefined) throw refusal;
    const event = parseEvent(value);
    return { id: event.id, event };
  } catch (error) {
    return { id: `${topic}/${partition}/${position}`, unreadable: error };
  }
}

/** The state that a state event carries. */
export const stateIn = (event: CloudEvent): SharedState => ({
  type: aggregateOf(event),
  key: keyOf(event),
  version: event.dataversion ?? 0,
  state: event.data,
});

/** The event for its handler: of a state only the declared fields, as in the replica. */
export function readPart(event: CloudEvent, fields: DeclaredFields): CloudEvent {
  const declared = isStateEvent(event) ? fields.get(aggregateOf(event)) : undefined;
  if (declared === undefined || event.data === null) return event;
  const held = Object.entries(event.data as object).filter(([field]) => declared.includes(field));
  return { ...event, data: Object.fromEntries(held) };
}
