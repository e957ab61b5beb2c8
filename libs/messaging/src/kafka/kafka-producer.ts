import type { Kafka } from 'kafkajs';
import { ANSWER_LIMIT_MS, withDeadline } from './kafka-client.ts';
import type { Topics } from './kafka-topics.ts';
import { FencedError, RefusedError, type Message, type Writer } from '../transport/transport.ts';

// Below what a topic takes, so that a longer message is sent alone.
const MAX_REQUEST_BYTES = 768 * 1_024;
/** Brokers then abort the open transaction of a dead writer. Until then the topic's readers wait. */
const TRANSACTION_TIMEOUT_MS = 20_000;
const CLOSE_LIMIT_MS = 3_000;
/** CloudEvents 1.0, Kafka protocol binding, structured mode. */
const headers = { 'content-type': 'application/cloudevents+json; charset=UTF-8' };

/**
 * Begins a writer: a transactional producer whose id is the outbox of `source`, a service's bare name. Kafka gives it the id's next epoch,
 * aborts an earlier producer's open transaction and refuses its later ones. Rejects after 15 s without an answer.
 */
export async function beginKafkaWriter(kafka: Kafka, topics: Topics, source: string): Promise<Writer> {
  const { Partitioners } = (await import('kafkajs')).default;
  const producer = kafka.producer({
    transactionalId: topics.inCluster(`${source}.outbox`),
    transactionTimeout: TRANSACTION_TIMEOUT_MS,
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    // The brokers refuse a transaction for some milliseconds, until the one before is written to its end.
    retry: { initialRetryTime: 10, maxRetryTime: 1_000, retries: 8 },
  });
  // Behind a connection that is lost while a transaction is open, kafkajs may never disconnect.
  const close = (): Promise<void> => withDeadline(AbortSignal.timeout(CLOSE_LIMIT_MS), producer.disconnect()).catch(() => undefined);

  /** Readers see all the messages or none. */
  async function send(topic: string, messages: readonly Message[]): Promise<void> {
    const deadline = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const transaction = await withDeadline(deadline, producer.transaction());
    for (const some of requests(messages))
      await withDeadline(deadline, transaction.send({ topic, messages: some.map((message) => ({ ...message, headers })) }));
    await withDeadline(deadline, transaction.commit());
  }

  try {
    const deadline = AbortSignal.timeout(ANSWER_LIMIT_MS);
    await withDeadline(deadline, producer.connect());
    // kafkajs asks for the epoch when the first transaction begins. This one is empty: nothing of it reaches a topic.
    const transaction = await withDeadline(deadline, producer.transaction());
    await transaction.abort();
  } catch (error) {
    void close();
    throw error;
  }
  return {
    async append(topic, messages) {
      await topics.ensure(topic);
      await send(topics.inCluster(topic), messages).catch((error: unknown) => {
        if (isFenced(error)) throw new FencedError(source, { cause: error });
        throw isRefused(error) ? new RefusedError((error as Error).message, { cause: error }) : error;
      });
    },
    close,
  };
}

const isFenced = (error: unknown): boolean => hasType(error, ['INVALID_PRODUCER_EPOCH']);

/** The brokers' answers to messages that are too long for the topic, or are no messages to them. */
const isRefused = (error: unknown): boolean => hasType(error, ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD']);

function hasType(error: unknown, types: readonly string[]): boolean {
  const { type, cause } = error as { type?: unknown; cause?: unknown };
  return types.includes(type as string) || (cause instanceof Error && hasType(cause, types));
}

/** Cuts messages into parts that fit into one request each. */
export function requests(messages: readonly Message[]): Message[][] {
  const parts: Message[][] = [];
  let bytes = Infinity;
  for (const { key, value } of messages) {
    bytes += Buffer.byteLength(value);
    if (bytes > MAX_REQUEST_BYTES) {
      parts.push([]);
      bytes = Buffer.byteLength(value);
    }
    parts.at(-1)!.push({ key, value });
  }
  return parts;
}
