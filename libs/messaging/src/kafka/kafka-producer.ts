import type { Kafka, Producer } from 'kafkajs';
import { onDemand } from './kafka-client.ts';
import type { Message } from '../transport/transport.ts';

// A broker accepts at most 1 MiB per request by default; a longer message is sent alone.
const MAX_REQUEST_BYTES = 768 * 1_024;
const TIMEOUT_MS = 15_000;
/** CloudEvents 1.0, Kafka protocol binding, structured mode. */
const headers = { 'content-type': 'application/cloudevents+json; charset=UTF-8' };

export interface KafkaProducer {
  /** Resolves when all in-sync replicas have the messages; rejects after 15 s without an answer. */
  append(topic: string, messages: readonly Message[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Idempotent: a repeated request neither doubles nor reorders messages. After an error there is a new producer with a new sequence;
 * messages of the old one may then be in the topic twice, the first ones in their order.
 */
export async function kafkaProducer(kafka: Kafka): Promise<KafkaProducer> {
  const { Partitioners } = (await import('kafkajs')).default;
  const producer = onDemand<Producer>(() =>
    kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 },
    }),
  );

  return {
    async append(topic, messages) {
      const deadline = AbortSignal.timeout(TIMEOUT_MS);
      for (const some of requests(messages)) {
        await producer.use((client) =>
          before(deadline, client.send({ topic, messages: some.map((message) => ({ ...message, headers })) })),
        );
      }
    },
    close: producer.close,
  };
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

async function before<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const onLate = (): void => late.reject(new Error(`Kafka did not accept messages within ${TIMEOUT_MS / 1_000} s`));
  deadline.addEventListener('abort', onLate, { once: true });
  if (deadline.aborted) onLate();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    deadline.removeEventListener('abort', onLate);
  }
}
