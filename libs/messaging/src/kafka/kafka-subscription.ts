import { setTimeout as delay } from 'node:timers/promises';
import { keepRunning } from '@partner-ordering/kernel';
import type { Consumer, Kafka } from 'kafkajs';
import { KafkaPartitions } from './kafka-partitions.ts';
import type { Topics } from './kafka-topics.ts';
import type { SubscribeOptions, Subscription } from '../transport/transport.ts';

// After this time the group notices that a member has died; at least the broker's group.min.session.timeout.ms (6 s).
const SESSION_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 2_000;
// The time for which a fetch waits for messages; a stop, and the end of a pause, may take as long.
const FETCH_WAIT_MS = 250;
const CONCURRENT_PARTITIONS = 4;
const COMMIT_INTERVAL_MS = 5_000;
const DISCONNECT_TIMEOUT_MS = 5_000;

/** Follows topics as a member of a Kafka group. Replaces a consumer that ends with an error. */
export const subscribeToKafka = (kafka: Kafka, topics: Topics, options: SubscribeOptions): Subscription =>
  keepRunning(
    (stopped, succeeded) => consumeUntilStopped(kafka, topics, options, { stopped, succeeded }),
    (error) => options.onError(error, options.topics.join()),
  );

/** Runs one consumer. Resolves when it is stopped, throws the error that ended it. */
async function consumeUntilStopped(
  kafka: Kafka,
  topics: Topics,
  options: SubscribeOptions,
  { stopped, succeeded }: { stopped: AbortSignal; succeeded: () => void },
): Promise<void> {
  const consumer = kafka.consumer({
    groupId: topics.inCluster(options.group),
    sessionTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    allowAutoTopicCreation: false,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4, restartOnFailure: async () => false },
  });
  const over = new AbortController();
  const end = Promise.withResolvers<void>();
  end.promise.catch(() => undefined);
  stopped.addEventListener('abort', () => end.resolve(), { once: true, signal: over.signal });
  const signal = AbortSignal.any([stopped, over.signal]);
  const partitions = new KafkaPartitions({ consumer, subscription: options, topics, signal });
  consumer.on(consumer.events.CRASH, ({ payload }) => end.reject(payload.error));
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => partitions.fetched(payload));
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    succeeded();
    partitions.assign(payload.memberAssignment);
  });
  const commits = setInterval(() => void commit(consumer, partitions.offsets()), COMMIT_INTERVAL_MS);
  try {
    topics.forget();
    for (const topic of options.topics) await topics.ensure(topic);
    await consumer.connect();
    await consumer.subscribe({ topics: options.topics.map(topics.inCluster), fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
      eachBatch: (payload) => partitions.eachBatch(payload),
    });
    await end.promise;
  } finally {
    clearInterval(commits);
    over.abort();
    await partitions.idle();
    await Promise.race([commit(consumer, partitions.offsets()).then(() => consumer.disconnect()), delay(DISCONNECT_TIMEOUT_MS)]).catch(
      () => undefined,
    );
  }
}

/** Commits offsets to Kafka, only for monitoring with Kafka's tools. */
async function commit(consumer: Consumer, offsets: { topic: string; partition: number; offset: string }[]): Promise<void> {
  if (offsets.length > 0) await consumer.commitOffsets(offsets).catch(() => undefined);
}
