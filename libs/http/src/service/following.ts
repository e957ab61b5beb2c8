import { followedEvents, replayDeadLetters, startConsumer, type Handler, type Replayed } from '@partner-ordering/messaging';
import { inSpan, told, type Tracing } from '@partner-ordering/tracing';
import { noAdditions, recordChanges, toolsOf, type Recorder } from '../writes/additions.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { EventHandler, EventHandlers, ServiceConfig, ServiceDefinition } from './service-definition.ts';

type Definition = Pick<ServiceDefinition<unknown, unknown>, 'name' | 'follows' | 'handlers' | 'states'>;

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
  const { name, follows, states, handlers = {} } = definition;
  refuseUnhandled(definition);
  return {
    database,
    transport,
    group: name,
    follows,
    owned: states.map(({ type }) => type),
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

/** What a handler changes is published like what an operation changes. */
function publishing(handlers: EventHandlers, recorder: Recorder, clock: () => Date): Record<string, Handler> {
  const wrap =
    (handler: EventHandler): Handler =>
    async (event, tx) => {
      const now = clock();
      const additions = noAdditions();
      // Earlier entities of the batch are written already. If they stayed, each flush would check all of them.
      tx.em.clear();
      await handler(event, tx, toolsOf(additions, now));
      await recordChanges(recorder, tx, additions, { now, traceparent: event.traceparent });
    };
  return Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, wrap(handler as EventHandler)]));
}

/** A handler is part of the trace of the request that caused the event. */
function traced(handlers: Record<string, Handler>, tracing: Tracing | undefined): Record<string, Handler> {
  if (!tracing) return handlers;
  const wrap =
    (handler: Handler): Handler =>
    (event, tx) =>
      inSpan(tracing.begin(told.event(event), { parent: event.traceparent }), async () => handler(event, tx));
  return Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, wrap(handler)]));
}
