import { aggregateOf, keyOf, parseEvent } from '../transport/envelope.ts';
import type { CloudEvent } from '../transport/envelope.ts';
import type { SharedState } from '../replicas/shared-state.ts';
import type { Message, TopicPartition } from '../transport/transport.ts';

/** What a message says: an event, or why it is none. */
export interface Reading {
  /** By which the inbox knows it: the event's id, else the message's place. */
  id: string;
  event?: CloudEvent;
  unreadable?: unknown;
}

export function readMessage({
  topic,
  partition,
  position,
  value,
}: Pick<Message, 'value'> & TopicPartition & { position: number }): Reading {
  try {
    const event = parseEvent(value);
    return { id: event.id, event };
  } catch (error) {
    return { id: `${topic}/${partition}/${position}`, unreadable: error };
  }
}

/** The state that a state event carries. */
export const stateIn = (event: CloudEvent): SharedState => ({
  type: aggregateOf(event.type),
  key: keyOf(event),
  version: event.dataversion ?? 0,
  state: event.data,
});
