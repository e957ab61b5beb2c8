import { replayDeadLetters, startConsumer, type Consumer, type Handler, type Replayed } from '@partner-ordering/messaging';
import { noAdditions, recordChanges, toolsOf, type Recorder } from '../writes/additions.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { EventHandler, EventHandlers, ServiceConfig, ServiceDefinition } from './service-definition.ts';

type Definition = Pick<ServiceDefinition<unknown, unknown>, 'name' | 'follows' | 'handlers'>;

/** Keeps the replicas of what other services publish. A service that follows no other has no consumer. */
export function startFollowing(
  definition: Definition,
  config: ServiceConfig,
  { relay, metrics, ...parts }: Pick<Runtime, 'database' | 'publications' | 'jobQueue' | 'relay' | 'metrics'>,
): Consumer | undefined {
  const options = following(definition, config, parts);
  if (options.follow.length === 0) return undefined;
  return startConsumer({ ...options, onCommitted: relay.wake, onLag: metrics.setConsumerLag });
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
  { name, follows, handlers = {} }: Definition,
  { transport, clock, log }: ServiceConfig,
  { database, publications, jobQueue }: Pick<Runtime, 'database' | 'publications' | 'jobQueue'>,
) {
  return {
    database,
    transport,
    group: name,
    follow: Object.keys(follows).map((service) => `${service}.state`),
    types: Object.values(follows).flat(),
    handlers: publishing(handlers, { name, publications, jobQueue }, clock),
    logger: log,
  };
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
