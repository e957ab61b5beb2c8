import { empty, raw, sql, type Database, type Transaction } from '@partner-ordering/data';
import { retry } from '@partner-ordering/kernel';
import { declareFollowed, fixEnds } from './initial-offsets.ts';
import { consumerLag } from './consumer-lag.ts';
import { rejectMessage } from './dead-letter.ts';
import { isStateEvent, type CloudEvent } from '../transport/envelope.ts';
import { createFailedEvents, type FailedEvents } from './failed-events.ts';
import { entering } from './inbox.ts';
import type { Log } from '../transport/log.ts';
import { readMessage, readPart, stateIn, type Reading } from './reading.ts';
import { declaredFields, topicsOf, type DeclaredFields, type Follows } from '../replicas/follows.ts';
import { storing } from '../replicas/shared-state.ts';
import { plainIntake } from '../transport/delivery.ts';
import type { Intake, Received, Subscription, Transport } from '../transport/transport.ts';

const LAG_INTERVAL_MS = 10_000;
const startPauses = { firstMs: 100, longestMs: 5_000 };

/** Handles an event; writes only through `tx`. No network calls: a transaction is open. `FailedEvents` handles its errors. */
export type Handler<Data = unknown> = (event: CloudEvent<Data>, tx: Transaction) => Promise<void>;

/** Handles consecutive events of a batch together: reads and writes what they share once. */
export interface BatchHandler<Data = unknown> {
  /** Whether the event has an effect; by default each has. Looks at the event only, and never throws: that would stop its topic. */
  concerns?(event: CloudEvent<Data>): boolean;
  all(events: readonly CloudEvent<Data>[], tx: Transaction): Promise<void>;
}

/** Handlers by event type. `Events` maps each type to its data. Without a handler, states are only stored and facts skipped. */
export type Handlers<Events> = { [Type in keyof Events]?: Handler<Events[Type]> | BatchHandler<Events[Type]> };

/** Whether the handler gets the event. Others are neither handled nor entered in the inbox. */
export const isHandled = (
  handler: Handler | BatchHandler | undefined,
  event: CloudEvent,
  fields: DeclaredFields,
): handler is Handler | BatchHandler =>
  typeof handler === 'object' ? (handler.concerns?.(readPart(event, fields)) ?? true) : handler !== undefined;

/** Runs the handler that these events share, and flushes its changes. */
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
  /** When a release follows new types or fields, the replica fills itself. */
  follows: Follows;
  handlers: Handlers<Events>;
  logger: Log;
  /** Runs before the first reading; while it throws, nothing is read. */
  mayRead?: () => Promise<void>;
  /** Called after the commit of each batch that added to the outbox: wake the relay. */
  onPublished?(): void;
  /** Called every few seconds with a topic's number of unread messages. */
  onLag?(topic: string, messages: number): void;
  clock?: () => Date;
}

export interface Consumer {
  /** Resolves when the replica's fields are recorded or the first attempt failed. The consumer reads nothing before it succeeds. */
  readonly declared: Promise<void>;
  /** Resolves when the running batches have finished. */
  stop(): Promise<void>;
}

/**
 * Stores states in `shared_state` and runs handlers, in order per aggregate, each event once. Dead letters leave through the outbox, so the
 * service needs a relay. A state's handler runs for each version, tombstones included, even if `shared_state` is newer. It runs again for
 * events that are read again after 38 days (`inbox.ts`).
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

/** Records what the group follows and where it begins, retrying until it succeeds, then subscribes. Undefined if stopped before. */
async function subscribe(
  options: ConsumerOptions<unknown>,
  signal: AbortSignal,
  isDeclared: () => void,
): Promise<Subscription | undefined> {
  const { database, transport, group, follows, logger, clock = () => new Date(), mayRead = async () => undefined } = options;
  const onError = (error: unknown, topic: string): void =>
    logger.warn({ err: error, group, topic }, 'Consuming failed and will be tried again');
  const topics = topicsOf(follows);
  const withRetries = <Result>(attempt: () => Promise<Result>): Promise<Result | undefined> =>
    retry(attempt, {
      isPassing: () => !signal.aborted,
      pauses: startPauses,
      signal,
      onFailure: (error) => {
        isDeclared();
        onError(error, topics.join());
      },
    }).catch(() => undefined);
  const changed = await withRetries(() => declareFollowed({ database, group, follows }));
  if (changed && changed.length > 0) logger.info({ group, topics: changed }, 'New fields are followed: reading from the beginning');
  isDeclared();
  await withRetries(() => fixEnds({ database, group, follows, transport }));
  await withRetries(mayRead);
  if (signal.aborted) return undefined;
  const context = {
    group,
    fields: declaredFields(follows),
    handlers: options.handlers as HandlingContext['handlers'],
    failedEvents: createFailedEvents(),
    logger,
    clock,
  };
  return transport.subscribe({
    group,
    topics,
    database,
    onError,
    takeIn: (batch, refusal) => takeIn(batch, context, refusal),
    onPublished: () => options.onPublished?.(),
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

type Read = Reading & { message: Received };

const moved = raw('moved');

/** The states and the ids of handled events travel with the move of the offset. A batch without such an event needs no transaction. */
function takeIn(batch: readonly Received[], context: HandlingContext, refusal?: unknown): Intake {
  const received = batch.map((message): Read => ({ message, ...readMessage(message, refusal) }));
  const states = received.flatMap(({ event }) => (event && isStateEvent(event) ? [stateIn(event)] : []));
  const handled = received.filter(({ event }) => event === undefined || isHandled(context.handlers[event.type], event, context.fields));
  const stored = states.length > 0 ? sql`, stored as (${storing(states, { after: moved, isReading: true })})` : empty;
  if (handled.length === 0) return { ...plainIntake, parts: stored };
  const ids = handled.map(({ id }) => id);
  return {
    parts: sql`${stored}, entered as (${entering(context.group, ids, moved)})`,
    entered: sql`array(select event_id from entered)`,
    handle(next, tx, entered) {
      const isNext = new Set(next);
      return handleBatch(
        handled.filter(({ message }) => isNext.has(message)),
        tx,
        { ...context, fresh: new Set(entered) },
      );
    },
  };
}

async function handleBatch(
  handledMessages: readonly Read[],
  tx: Transaction,
  { fresh, ...context }: HandlingContext & { fresh: Set<string> },
): Promise<void> {
  const { group, failedEvents, logger, clock } = context;
  const together: CloudEvent[] = [];
  for (const { message, id, event, unreadable } of handledMessages) {
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

/** Tries once. An error rolls back the batch, and the transport delivers it again: first one event alone. */
async function handleOnce(
  events: readonly CloudEvent[],
  tx: Transaction,
  { fields, handlers, failedEvents }: HandlingContext,
): Promise<void> {
  try {
    const read = events.map((event) => readPart(event, fields));
    await runHandler(handlers[events[0]!.type], read, tx);
  } catch (error) {
    failedEvents.add(
      events.map(({ id }) => id),
      error,
    );
    throw error;
  }
}
