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
import { errorKind, inSpan, spanOf, type Tracing } from '@partner-ordering/tracing';
import { recordChanges, type Recorder, type SideEffects, writeContext, type WriteContext } from '@partner-ordering/writes';
import type { Runtime } from '@partner-ordering/http';
import { refuseRestored } from './restored.ts';
import type { EventBatchHandler, EventHandler, EventHandlers, ServiceConfig, ServiceDefinition } from './service-definition.ts';

type Definition = Pick<ServiceDefinition<unknown, unknown>, 'name' | 'follows' | 'handlers'>;

/**
 * Keeps replicas of other services' states and runs the handlers. Resolves with the function that stops it, when the replica's fields are
 * recorded: only then read repair stores states.
 */
export async function startFollowing(
  definition: Definition,
  config: ServiceConfig,
  { relay, metrics, ...parts }: Pick<Runtime, 'database' | 'publications' | 'jobQueue' | 'relay' | 'metrics'>,
): Promise<() => unknown> {
  const options = following(definition, config, parts);
  if (followedEvents(definition.follows).size === 0) return () => undefined;
  const mayRead = () => refuseRestored({ ...options, name: definition.name });
  const consumer = startConsumer({ ...options, mayRead, onPublished: relay.wake, onLag: metrics.setConsumerLag });
  await consumer.declared;
  return consumer.stop;
}

/** Handles rejected messages once more. The relay of a running instance sends their events. */
export function replayRejected(
  definition: Definition,
  config: ServiceConfig,
  parts: Pick<Runtime, 'database' | 'publications' | 'jobQueue'>,
): Promise<Replayed> {
  return replayDeadLetters(following(definition, config, parts));
}

function following(
  definition: Definition,
  config: ServiceConfig,
  { database, ...recorder }: Pick<Runtime, 'database' | 'publications' | 'jobQueue'>,
) {
  const { name, follows, handlers = {} } = definition;
  const { transport, clock, log } = config;
  refuseUnhandled(definition);
  return {
    database,
    transport,
    group: name,
    follows,
    handlers: tracedHandlers(handlers, { name, ...recorder }, config),
    logger: log,
    clock,
  };
}

function refuseUnhandled({ name, follows, handlers = {} }: Definition): void {
  const unhandled = Object.values(follows.facts ?? {}).flatMap(({ types }) => types.filter((type) => !(type in handlers)));
  if (unhandled.length > 0) throw new Error(`${name} follows ${unhandled.join(', ')} without a handler`);
}

/** Runs each event in a span of its trace. Changes of a handler are published as for operations, those of a batch in one statement. */
function tracedHandlers(
  handlers: EventHandlers,
  recorder: Recorder,
  { clock, tracing }: ServiceConfig,
): Record<string, BatchHandler | Handler> {
  type Handle = (events: readonly CloudEvent[], context: WriteContext) => Promise<void>;
  const run = (events: readonly CloudEvent[], tx: Transaction, handle: Handle): Promise<void> =>
    inSpans(tracing, events, async (parts) => {
      const now = clock();
      const sideEffects: SideEffects = { facts: [], states: [], jobs: [] };
      // Earlier entities of the batch are written already. If they stayed, each flush would check all of them.
      tx.em.clear();
      const context = writeContext(() => sideEffects, now);
      await handle(parts, context);
      await recordChanges(recorder, tx, sideEffects, { now, traceparent: causeByKey(parts) });
    });
  const wrap = (handler: EventHandler | EventBatchHandler): Handler | BatchHandler =>
    typeof handler === 'object'
      ? { ...handler, all: (events, tx) => run(events, tx, (parts, context) => handler.all(parts, tx, context)) }
      : (event, tx) => run([event], tx, ([part], context) => handler(part!, tx, context));
  const entries = Object.entries(handlers as Record<string, EventHandler | EventBatchHandler>);
  // Types with the same handler keep the same one, so that their events are handled together.
  const wrapped = new Map([...new Set(entries.map(([, handler]) => handler))].map((handler) => [handler, wrap(handler)]));
  return Object.fromEntries(entries.map(([type, handler]) => [type, wrapped.get(handler)!]));
}

/** The trace of a published event: that of the only cause, or of the one with the same key. */
function causeByKey(events: readonly CloudEvent[]): (key: string) => string | undefined {
  const [first, ...others] = events;
  if (others.length === 0) return () => first?.traceparent;
  const traces = new Map(events.map((event) => [keyOf(event), event.traceparent]));
  return (key) => traces.get(key);
}

/** Each event gets a span, the parent of what it causes. Shared statements are in the span of the first. */
async function inSpans(
  tracing: Tracing | undefined,
  events: readonly CloudEvent[],
  handle: (events: readonly CloudEvent[]) => Promise<void>,
): Promise<void> {
  if (!tracing) return handle(events);
  const [first, ...others] = events.map((event) => tracing.begin(spanOf.event(event), { parent: event.traceparent }));
  const parts = events.map((event, index) => ({ ...event, traceparent: (index === 0 ? first : others[index - 1])!.traceparent }));
  try {
    await inSpan(first, () => handle(parts));
    for (const span of others) span.end();
  } catch (error) {
    for (const span of others) span.end({ error: errorKind(error) });
    throw error;
  }
}
