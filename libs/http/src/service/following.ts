import type { Transaction } from '@partner-ordering/data';
import {
  followedEvents,
  keyOf,
  replayDeadLetters,
  startConsumer,
  type BatchHandler,
  type CloudEvent,
  type Handler,
  type Replayed,
} from '@partner-ordering/messaging';
import { errorKind, inSpan, told, type Tracing } from '@partner-ordering/tracing';
import { noAdditions, recordChanges, toolsOf, type Recorder, type WriteTools } from '../writes/additions.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { EventBatchHandler, EventHandler, EventHandlers, ServiceConfig, ServiceDefinition } from './service-definition.ts';

type Definition = Pick<ServiceDefinition<unknown, unknown>, 'name' | 'follows' | 'handlers'>;

/**
 * Keeps the replicas of what other services publish, and runs the handlers. Resolves when the replica's fields are recorded, since only
 * then what a request learns of an owner is stored; with what stops it.
 */
export async function startFollowing(
  definition: Definition,
  config: ServiceConfig,
  { relay, metrics, ...parts }: Pick<Runtime, 'database' | 'publications' | 'jobQueue' | 'relay' | 'metrics'>,
): Promise<() => unknown> {
  const options = following(definition, config, parts);
  if (followedEvents(definition.follows).size === 0) return () => undefined;
  const consumer = startConsumer({ ...options, onCommitted: relay.wake, onLag: metrics.setConsumerLag });
  await consumer.declared;
  return consumer.stop;
}

/** Handles rejected messages once more. What the handlers publish is sent by the relay of a running instance. */
export function replayRejected(
  definition: Definition,
  config: ServiceConfig,
  parts: Pick<Runtime, 'database' | 'publications' | 'jobQueue'>,
): Promise<Replayed> {
  return replayDeadLetters(following(definition, config, parts));
}

function following(
  definition: Definition,
  { transport, clock, log, tracing }: ServiceConfig,
  { database, publications, jobQueue }: Pick<Runtime, 'database' | 'publications' | 'jobQueue'>,
) {
  const { name, follows, handlers = {} } = definition;
  refuseUnhandled(definition);
  return {
    database,
    transport,
    group: name,
    follows,
    handlers: traced(publishing(handlers, { name, publications, jobQueue }, clock), tracing),
    logger: log,
    clock,
  };
}

/**
 * Throws an Error if a handler would never run, or a fact would find none: what a service follows and what it handles do not fit together.
 */
function refuseUnhandled({ name, follows, handlers = {} }: Definition): void {
  const followed = followedEvents(follows);
  const idle = Object.keys(handlers).find((type) => !followed.has(type));
  if (idle !== undefined) throw new Error(`${name} has a handler of ${idle}, which it does not follow`);
  const unhandled = Object.values(follows.facts ?? {}).flatMap(({ types }) => types.filter((type) => !(type in handlers)));
  if (unhandled.length > 0) throw new Error(`${name} follows ${unhandled.join(', ')} without a handler`);
}

/** What a handler changes is published like what an operation changes: what events of a batch change together, in one statement. */
function publishing(handlers: EventHandlers, recorder: Recorder, clock: () => Date): Record<string, BatchHandler | Handler> {
  const record = async (events: readonly CloudEvent[], tx: Transaction, handle: (tools: WriteTools) => Promise<void>): Promise<void> => {
    const now = clock();
    const additions = noAdditions();
    // Earlier entities of the batch are written already. If they stayed, each flush would check all of them.
    tx.em.clear();
    await handle(toolsOf(additions, now));
    await recordChanges(recorder, tx, additions, { now, traceparent: causeByKey(events) });
  };
  const wrap = (handler: EventHandler | EventBatchHandler): Handler | BatchHandler =>
    typeof handler === 'object'
      ? { all: (events, tx) => record(events, tx, (tools) => handler.all(events, tx, tools)) }
      : (event, tx) => record([event], tx, (tools) => handler(event, tx, tools));
  return wrapAll(handlers as Record<string, EventHandler | EventBatchHandler>, wrap);
}

/** Types with the same handler have the same one afterwards, so that their events are handled together. */
function wrapAll<From, To>(handlers: Readonly<Record<string, From>>, wrap: (handler: From) => To): Record<string, To> {
  const wrapped = new Map([...new Set(Object.values(handlers))].map((handler) => [handler, wrap(handler)]));
  return Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, wrapped.get(handler)!]));
}

/** The trace of what is published: that of the only event, or of the one with the same key. What several have caused has none. */
function causeByKey(events: readonly CloudEvent[]): (key: string) => string | undefined {
  const [first, ...others] = events;
  if (others.length === 0) return () => first?.traceparent;
  const traces = new Map(events.map((event) => [keyOf(event), event.traceparent]));
  return (key) => traces.get(key);
}

/** A handler is part of the trace of the request that caused the event. */
function traced(handlers: Record<string, Handler | BatchHandler>, tracing: Tracing | undefined): Record<string, Handler | BatchHandler> {
  if (!tracing) return handlers;
  const wrap = (handler: Handler | BatchHandler): Handler | BatchHandler =>
    typeof handler === 'object'
      ? { all: (events, tx) => inSpans(tracing, events, (parts) => handler.all(parts, tx)) }
      : (event, tx) => inSpans(tracing, [event], ([part]) => handler(part!, tx));
  return wrapAll(handlers, wrap);
}

/** Each event has its span, which is what it causes a part of. The statements that they share are seen in the first one's. */
async function inSpans(tracing: Tracing, events: readonly CloudEvent[], handle: (events: CloudEvent[]) => Promise<void>): Promise<void> {
  const [first, ...others] = events.map((event) => tracing.begin(told.event(event), { parent: event.traceparent }));
  const parts = events.map((event, index) => ({ ...event, traceparent: (index === 0 ? first : others[index - 1])!.traceparent }));
  try {
    await inSpan(first, () => handle(parts));
    for (const span of others) span.end();
  } catch (error) {
    for (const span of others) span.end({ error: errorKind(error) });
    throw error;
  }
}
