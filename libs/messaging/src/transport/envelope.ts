/**
 * An event as it travels: CloudEvents 1.0, JSON format in structured mode.
 * `type` is `<aggregate>.state` (the whole public state, in `data`; `null` is a tombstone) or `<aggregate>.<past tense>` (a fact).
 */
export interface CloudEvent<Data = unknown> {
  specversion: '1.0';
  /** UUIDv7; the same whenever the event is delivered again. */
  id: string;
  /** The publishing service, `/services/<service>`. */
  source: string;
  type: string;
  /** `<aggregate>/<key>`; also the message key, so that events of one aggregate keep their order. */
  subject: string;
  /** RFC 3339, UTC. */
  time: string;
  datacontenttype: 'application/json';
  /** W3C Trace Context of the request that caused the event (CloudEvents distributed tracing extension); none where several have. */
  traceparent?: string;
  /** Version of the aggregate, see `SharedState`. State events only. */
  dataversion?: number;
  data: Data;
}

/** The largest event, in bytes of its JSON. */
export const MAX_EVENT_BYTES = 1_048_576;

/** The longest message that consumers parse, in bytes. PostgreSQL keeps the events and writes their JSON longer, as with blanks. */
export const MAX_MESSAGE_BYTES = 2 * MAX_EVENT_BYTES;

/** Ends the type of a state event, and the name of its topic. */
export const STATE_SUFFIX = '.state';

/** Whether a topic holds states, of which the newest of each key is kept for ever. */
export const isStateTopic = (topic: string): boolean => topic.endsWith(STATE_SUFFIX);

export const isStateEvent = (event: CloudEvent): boolean => event.type.endsWith(STATE_SUFFIX);

/** The aggregate: `project/0198…` → `project`. */
export const aggregateOf = (event: CloudEvent): string => event.subject.slice(0, event.subject.indexOf('/'));

/** The aggregate's key: `project/0198…` → `0198…`; keys may contain slashes. */
export const keyOf = (event: CloudEvent): string => event.subject.slice(event.subject.indexOf('/') + 1);

/** Parses a message. Throws an Error that names the missing part of the event, or its length when it is too long to be parsed. */
export function parseEvent(text: string): CloudEvent {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_MESSAGE_BYTES) throw new Error(`The message has ${bytes} bytes; at most ${MAX_MESSAGE_BYTES} are read`);
  const event: Partial<CloudEvent> | null = JSON.parse(text);
  if (typeof event !== 'object' || event === null) throw new Error('The message is not a JSON object');
  if (event.specversion !== '1.0') throw new Error('The message is not a CloudEvent of version 1.0');
  for (const name of ['id', 'source', 'type', 'subject', 'time'] as const) {
    if (typeof event[name] !== 'string') throw new Error(`The event has no ${name}`);
  }
  if (!('data' in event)) throw new Error('The event has no data');
  const complete = event as CloudEvent;
  if (isStateEvent(complete) && !Number.isSafeInteger(complete.dataversion)) throw new Error('The state event has no dataversion');
  return complete;
}
