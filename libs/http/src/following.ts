import { recordEvents, startConsumer, type Consumer, type FactRecord, type Handler } from '@partner-ordering/messaging';
import type { Publications } from './publications.ts';
import type { Runtime } from './runtime.ts';
import type { EventHandler, EventHandlers, ServiceConfig, ServiceDefinition } from './service-definition.ts';

/** Keeps the replicas of what other services publish; a service that follows nobody has no consumer. */
export function startFollowing<Operations, Resources>(
  { follows, handlers = {} }: ServiceDefinition<Operations, Resources>,
  { transport, clock, log }: ServiceConfig,
  { name, database, publications, relay }: Runtime,
): Consumer | undefined {
  const follow = Object.keys(follows).map((service) => `${service}.state`);
  if (follow.length === 0) return undefined;
  return startConsumer({
    database,
    transport,
    group: name,
    follow,
    types: Object.values(follows).flat(),
    handlers: publishing(handlers, { name, publications, clock }),
    onCommitted: relay.wake,
    logger: log,
  });
}

/** What a handler changes is published like what an operation changes. */
function publishing(
  handlers: EventHandlers,
  { name, publications, clock }: { name: string; publications: Publications; clock: () => Date },
): Record<string, Handler> {
  const wrap =
    (handler: EventHandler): Handler =>
    async (event, tx) => {
      const now = clock();
      const facts: FactRecord[] = [];
      // What came earlier in the batch is written; kept, each flush would look through all of it.
      tx.em.clear();
      await handler(event, tx, { now, publish: (type, key, data) => void facts.push({ type, key, data }) });
      await tx.em.flush();
      await recordEvents(tx, name, await publications.collect(tx, facts), { now, traceparent: event.traceparent });
    };
  return Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, wrap(handler as EventHandler)]));
}
