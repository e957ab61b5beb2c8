import { randomUUID } from 'node:crypto';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import type { OnDemand } from './kafka-client.ts';
import type { Topics } from './kafka-topics.ts';
import type { TopicPartition, Received } from '../transport/transport.ts';

/** Positions begin at 1, offsets at 0: a position is the offset of the next message. */
export const receivedFrom = ({ topic, partition }: TopicPartition, { offset, key, value, timestamp }: KafkaMessage): Received => ({
  topic,
  partition,
  position: Number(offset) + 1,
  key: textOf(key),
  value: textOf(value),
  writtenMs: Number(timestamp),
});

/** Other programs may write bytes that are no text, among them NUL, which PostgreSQL does not take. */
const textOf = (bytes: Buffer | null | undefined): string => bytes?.toString().replaceAll('\0', '\ufffd') ?? '';

/** Passes the messages that a topic holds now to `take`; none if the topic is missing. kafkajs reads only as a group, so this makes one. */
export async function readWholeTopic(
  { kafka, admin, topics }: { kafka: Kafka; admin: OnDemand<Admin>; topics: Topics },
  topic: string,
  take: (batch: readonly Received[]) => void | Promise<void>,
): Promise<void> {
  if (!(await topics.exists(topic))) return;
  await topics.ensure(topic);
  const unread = new Map([...(await topics.offsets(topic))].filter(([, { low, high }]) => high > low));
  if (unread.size === 0) return;
  const groupId = topics.inCluster(`read-${randomUUID()}`);
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, retry: { retries: 4, restartOnFailure: async () => false } });
  const end = Promise.withResolvers<void>();
  // Not in `eachBatch`, which never hears of a batch that holds only control records: those of a transaction's end.
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
    if (Number(lastOffset) + 1 >= (unread.get(partition)?.high ?? Infinity)) unread.delete(partition);
    if (unread.size === 0) end.resolve();
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => end.reject(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topic: topics.inCluster(topic), fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch }) => {
        const { partition } = batch;
        const high = unread.get(partition)?.high ?? 0;
        const messages = batch.messages.map((message) => receivedFrom({ topic, partition }, message));
        if (high > 0) await take(messages.filter(({ position }) => position <= high));
      },
    });
    await end.promise;
  } finally {
    await consumer.disconnect();
    await admin.use((client) => client.deleteGroups([groupId])).catch(() => undefined);
  }
}
