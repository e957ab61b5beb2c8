import type { Database, Transaction } from '@partner-ordering/data';
import { retry } from '@partner-ordering/kernel';
import { declareFollowed, fixEnds } from './initial-offsets.ts';
import { consumerLag } from './consumer-lag.ts';
import { rejectMessage } from './dead-letter.ts';
import { isStateEvent, type CloudEvent } from '../transport/envelope.ts';
import { createFailedEvents, type FailedEvents } from './failed-events.ts';
import { enterInbox } from './inbox.ts';
import type { Log } from '../transport/log.ts';
import { readMessage, readPart, stateIn } from './reading.ts';
import { declaredFields, topicsOf, type DeclaredFields, type Follows } from '../replicas/follows.ts';
import { upsertStates } from '../replicas/shared-state.ts';
import type { Received, Subscription, Transport } from '../transport/transport.ts';

const LAG_INTERVAL_MS = 5_000;
const startPauses = { firstMs: 100, longestMs: 5_000 };

/** The effect of an event, written through `tx` only. No network calls: a transaction is open. What follows an error: `FailedEvents`. */
export type Handler<Data = unknown> = (event: CloudEvent<Data>, tx: Transaction) => Promise<void>;

/** The effect of all events with this handler that follow each other in a batch: what many of them need is read and written once. */
export interface BatchHandler<Data = unknown> {
  all(events: readonly CloudEvent<Data>[], tx: Transaction): Promise<void>;
}

/**
 * Handlers by event type; `Events` maps each event type to its data. Types without a handler are only followed (states) or skipped (facts).
 */
export type Handlers<Events> = { [Type in keyof Events]?: Handler<Events[Type]> | BatchHandler<Events[Type]> };

/** Runs the handler of events that have the same one, and writes what it has changed. */
export async function runHandler(
  handler: Handler | BatchHandler | undefined,
  events: readonly CloudEvent[],
  tx: Transaction,
): Promise<void> {
  if (typeof handler === 'object') await handler.all(events, tx);
  else for (const event of events) await handler?.(event, tx);
  await tx.em.flush();
}

export interface ConsumerOptions<Events> {
  database: Database;
  transport: Pick<Transport, 'subscribe' | 'ends'>;
  /** The service's name; instances of a service share the work and the progress. */
  group: string;
  /** What to read. The replica fills itself when a release follows another type or field than the one before. */
  follows: Follows;
  /** Types of the states that the service publishes itself. */
  owned?: readonly string[];
  handlers: Handlers<Events>;
  logger: Log;
  /** Called after each committed batch: wake the relay if handlers publish. */
  onCommitted?(): void;
  /** Called every few seconds with the number of messages of a topic that the group has not read yet. */
  onLag?(topic: string, messages: number): void;
  clock?: () => Date;
}

export interface Consumer {
  /** Resolves when the replica's fields are recorded, or when that failed: then it is tried again, and nothing is read before. */
  readonly declared: Promise<void>;
  /** Resolves when the running batches have finished. */
  stop(): Promise<void>;
}

/**
 * Follows topics: puts states into `shared_state` and runs the handlers, in order per aggregate, each event once. Failures are handled in
 * failed-events.ts; dead letters go through the outbox, so the service needs a relay. The handler of a state runs for each version that
 * comes, tombstones included, even if `shared_state` was newer, and again for what is read after 31 days (`inbox.ts`).
 */
// oxlint-disable-next-line typescript/no-explicit-any -- handlers say what data they take
export function startConsumer<Events = Record<string, any>>(options: ConsumerOptions<Events>): Consumer {
  const { database, transport, group, follows, logger } = options;
  const topics = topicsOf(follows);
  const stopping = new AbortController();
  const { promise: declared, resolve: isDeclared } = Promise.withResolvers<void>();
  const subscription = subscribe(options as ConsumerOptions<unknown>, stopping.signal, isDeclared);
  const lag = setInterval(() => {
    consumerLag(transport, { database, group, topics })
      .then((lags) => lags.forEach((messages, topic) => options.onLag?.(topic, messages)))
      .catch((error: unknown) => logger.debug({ err: error, group }, 'The lag could not be measured'));
  }, LAG_INTERVAL_MS).unref();
  return {
    declared,
    async stop() {
      clearInterval(lag);
      stopping.abort();
      await (await subscription)?.stop();
    },
  };
}

/** Records what is followed and where it begins, as often as it takes, then subscribes. Undefined if it was stopped before. */
async function subscribe(
  options: ConsumerOptions<unknown>,
  signal: AbortSignal,
  isDeclared: () => void,
): Promise<Subscription | undefined> {
  const { database, transport, group, follows, owned = [], logger, clock = () => new Date() } = options;
  const onError = (error: unknown, topic: string): void =>
    logger.warn({ err: error, group, topic }, 'Consuming failed and will be tried again');
  const topics = topicsOf(follows);
  const withRetries = <Result>(attempt: () => Promise<Result>): Promise<Result | undefined> =>
    retry(attempt, {
      ...{ isPassing: () => !signal.aborted, pauses: startPauses, signal },
      onFailure: (error) => {
        isDeclared();
        onError(error, topics.join());
      },
    }).catch(() => undefined);
  const changed = await withRetries(() => declareFollowed({ database, group, follows, owned, now: clock() }));
  if (changed && changed.length > 0) logger.info({ group, topics: changed }, 'Other fields are followed: reading from the beginning');
  isDeclared();
  await withRetries(() => fixEnds({ database, group, follows, transport }));
  if (signal.aborted) return undefined;
  const context = {
    ...{ group, fields: declaredFields(follows), handlers: options.handlers as HandlingContext['handlers'] },
    ...{ failedEvents: createFailedEvents(), logger, clock },
  };
  return transport.subscribe({
    ...{ group, topics, database, onError },
    handle: (batch, tx) => handleBatch(batch, tx, context),
    onCommitted: () => options.onCommitted?.(),
  });
}

interface HandlingContext {
  group: string;
  fields: DeclaredFields;
  handlers: Record<string, Handler | BatchHandler | undefined>;
  failedEvents: FailedEvents;
  logger: Log;
  clock: () => Date;
}

async function handleBatch(batch: readonly Received[], tx: Transaction, context: HandlingContext): Promise<void> {
  const { group, handlers, failedEvents, logger, clock } = context;
  const received = batch.map((message) => ({ message, ...readMessage(message) }));
  const states = received.flatMap(({ event }) => (event && isStateEvent(event) ? [stateIn(event)] : []));
  await upsertStates(tx, states, { isReading: true });

  const wanted = received.filter(({ event }) => event === undefined || handlers[event.type] !== undefined);
  const ids = wanted.map(({ id }) => id);
  const fresh = await enterInbox(tx, group, ids);
  const together: CloudEvent[] = [];
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
      if (together.length > 0 && !areHandledTogether([together[0]!, event], context)) await handleOnce(together.splice(0), tx, context);
      together.push(event);
    }
  }
  if (together.length > 0) await handleOnce(together, tx, context);
}

const areHandledTogether = (
  events: readonly [CloudEvent, CloudEvent],
  { handlers, failedEvents }: Pick<HandlingContext, 'handlers' | 'failedEvents'>,
): boolean =>
  typeof handlers[events[0].type] === 'object' &&
  events.every(({ type, id }) => handlers[type] === handlers[events[0].type] && !failedEvents.isAlone(id));

/** One try. An error rolls the whole batch back, and the transport delivers it again: first one event alone. */
async function handleOnce(
  events: readonly CloudEvent[],
  tx: Transaction,
  { fields, handlers, failedEvents }: HandlingContext,
): Promise<void> {
  const [first, ...others] = events as [CloudEvent];
  try {
    const read = events.map((event) => readPart(event, fields));
    await runHandler(handlers[first.type], read, tx);
  } catch (error) {
    if (others.length === 0) failedEvents.add(first.id, error);
    else
      failedEvents.addTogether(
        events.map(({ id }) => id),
        error,
      );
    throw error;
  }
}
