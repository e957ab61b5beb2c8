import { recordEvents, startConsumer, type Consumer, type Handler } from '@partner-ordering/messaging';
import type { Publications } from './publications.ts';
import type { Runtime } from './runtime.ts';
import type { EventHandlers, ServiceConfig, ServiceDefinition } from './service-definition.ts';

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
): EventHandlers {
  const wrap =
    (handler: Handler<unknown>): Handler<unknown> =>
    async (event, tx) => {
      await handler(event, tx);
      await tx.em.flush();
      await recordEvents(tx, name, await publications.collect(tx, []), { now: clock(), traceparent: event.traceparent });
    };
  return Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, wrap(handler as Handler<unknown>)]));
}
