import type { Database, Transaction } from '@partner-ordering/data';
import { consumerLag } from './consumer-lag.ts';
import { rejectMessage } from './dead-letter.ts';
import { aggregateOf, isStateEvent } from '../transport/envelope.ts';
import type { CloudEvent } from '../transport/envelope.ts';
import { createFailedEvents } from './failed-events.ts';
import type { FailedEvents } from './failed-events.ts';
import { enterInbox } from './inbox.ts';
import type { Log } from '../transport/log.ts';
import { readMessage, stateIn } from './reading.ts';
import { upsertStates } from '../replicas/shared-state.ts';
import type { Received, Transport } from '../transport/transport.ts';

const LAG_INTERVAL_MS = 5_000;

/** The effect of an event, written through `tx` only. No network calls: a transaction is open. What follows an error: `FailedEvents`. */
export type Handler<Data = unknown> = (event: CloudEvent<Data>, tx: Transaction) => Promise<void>;

/** Handlers by event type; `Events` maps each event type to its data. Types without a handler are only followed (states) or skipped (facts). */
export type Handlers<Events> = { [Type in keyof Events]?: Handler<Events[Type]> };

export interface ConsumerOptions<Events> {
  database: Database;
  transport: Pick<Transport, 'subscribe' | 'ends'>;
  /** The service's name; instances of a service share the work and the progress. */
  group: string;
  /** Topics to read: `identity.state`, `ordering.facts`. */
  follow: readonly string[];
  /**
   * Types of the states to keep; states of other types are ignored. A migration that adds a type deletes the group's offset
   * of its topic, so that its states are read from the beginning.
   */
  types: readonly string[];
  handlers: Handlers<Events>;
  logger: Log;
  /** Called after each committed batch: wake the relay if handlers publish. */
  onCommitted?(): void;
  /** Called every few seconds with the number of messages of a topic that the group has not read yet. */
  onLag?(topic: string, messages: number): void;
  clock?: () => Date;
}

export interface Consumer {
  /** Resolves when the running batches have finished. */
  stop(): Promise<void>;
}

/**
 * Follows topics: puts states into `shared_state` and runs the handlers, in order per aggregate, each event once.
 * What happens to an event whose handler fails is in failed-events.ts; dead letters go through the outbox, so the service needs a relay.
 * The handler of a state runs for each version that comes, tombstones included, even if `shared_state` was already newer.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- handlers say what data they take
export function startConsumer<Events = Record<string, any>>(options: ConsumerOptions<Events>): Consumer {
  const { database, transport, group, follow, logger, clock = () => new Date() } = options;
  const handlers = options.handlers as Record<string, Handler | undefined>;
  const failedEvents = createFailedEvents();
  const subscription = transport.subscribe({
    group,
    topics: follow,
    database,
    handle: (batch, tx) => handleBatch(batch, tx, { group, types: new Set(options.types), handlers, failedEvents, logger, clock }),
    onCommitted: () => options.onCommitted?.(),
    onError: (error, topic) => logger.warn({ err: error, group, topic }, 'Consuming failed and will be tried again'),
  });
  const lag = setInterval(() => {
    consumerLag(transport, { database, group, topics: follow })
      .then((lags) => lags.forEach((messages, topic) => options.onLag?.(topic, messages)))
      .catch((error: unknown) => logger.debug({ err: error, group }, 'The lag could not be measured'));
  }, LAG_INTERVAL_MS).unref();
  return {
    async stop() {
      clearInterval(lag);
      await (await subscription).stop();
    },
  };
}

interface HandlingContext {
  group: string;
  types: ReadonlySet<string>;
  handlers: Record<string, Handler | undefined>;
  failedEvents: FailedEvents;
  logger: Log;
  clock: () => Date;
}

async function handleBatch(batch: readonly Received[], tx: Transaction, context: HandlingContext): Promise<void> {
  const { group, types, handlers, failedEvents, logger, clock } = context;
  const received = batch.map((message) => ({ message, ...readMessage(message) }));
  const states = received.flatMap(({ event }) =>
    event && isStateEvent(event) && types.has(aggregateOf(event.type)) ? [stateIn(event)] : [],
  );
  await upsertStates(tx, states);

  const wanted = received.filter(({ event }) => event === undefined || handlers[event.type] !== undefined);
  const ids = wanted.map(({ id }) => id);
  const fresh = await enterInbox(tx, group, ids);
  for (const { message, id, event, unreadable } of wanted) {
    // Deleted from the set, because a relay that crashed may have sent the same event twice in one batch.
    if (!fresh.delete(id)) continue;
    const reason = unreadable ?? failedEvents.givenUp(id);
    if (reason !== undefined) {
      logger.error(
        { err: reason, group, topic: message.topic, partition: message.partition, position: message.position, eventId: id },
        'A message was rejected',
      );
      await rejectMessage(tx, group, message, reason, clock());
    } else if (event) {
      await runHandler(event, tx, context);
    }
  }
}

/** One try. An error rolls the whole batch back, and the transport delivers it again. */
async function runHandler(event: CloudEvent, tx: Transaction, { handlers, failedEvents }: HandlingContext): Promise<void> {
  try {
    await handlers[event.type]?.(event, tx);
    await tx.em.flush();
  } catch (error) {
    failedEvents.add(event.id, error);
    throw error;
  }
}
