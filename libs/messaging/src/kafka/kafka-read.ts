import { randomUUID } from 'node:crypto';
import type { Admin, Cluster, Kafka, KafkaMessage } from 'kafkajs';
import { ANSWER_LIMIT_MS, withDeadline, type OnDemand } from './kafka-client.ts';
import type { Topics } from './kafka-topics.ts';
import { MAX_MESSAGE_BYTES } from '../transport/envelope.ts';
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

/** How far before the ends of partitions their newest messages are looked for, by turns: they may end with control records. */
const lastOffsetCounts = [2, 10, 100];
const READ_COMMITTED = 1;

/** What kafkajs decodes of an answer, which it does not type. */
interface Fetched {
  responses: { partitions: { partition: number; messages: (KafkaMessage & { isControlRecord: boolean })[] }[] }[];
}

type Reading = { kafka: Kafka; topics: Topics };

/** The newest message of each partition; none if the topic is missing. It joins no group: brokers let a new one wait for 3 s. */
export const readNewest = (reading: Reading, topic: string): Promise<Received[]> =>
  withDeadline(AbortSignal.timeout(ANSWER_LIMIT_MS), fetchNewest(reading, topic));

async function fetchNewest({ kafka, topics }: Reading, topic: string): Promise<Received[]> {
  if (!(await topics.exists(topic))) return [];
  const unread = new Map([...(await topics.offsets(topic))].filter(([, { low, high }]) => high > low));
  if (unread.size === 0) return [];
  const [name, cluster, found] = [topics.inCluster(topic), clusterOf(kafka), [] as Received[]];
  try {
    await cluster.connect();
    await cluster.addTargetTopic(name);
    for (const lastOffsets of lastOffsetCounts) {
      const leaders = Object.entries(cluster.findLeaderForPartitions(name, [...unread.keys()]));
      const fetches = leaders.map(async ([nodeId, numbers]) => {
        const partitions = numbers.map((partition) => {
          const { low, high } = unread.get(partition)!;
          return { partition, fetchOffset: String(Math.max(low, high - lastOffsets)), maxBytes: MAX_MESSAGE_BYTES };
        });
        const limits = { maxWaitTime: 0, maxBytes: partitions.length * MAX_MESSAGE_BYTES };
        const request = { ...limits, isolationLevel: READ_COMMITTED, topics: [{ topic: name, partitions }] };
        const broker = await cluster.findBroker({ nodeId });
        return ((await broker.fetch(request)) as Fetched).responses.flatMap((response) => response.partitions);
      });
      for (const { partition, messages } of (await Promise.all(fetches)).flat()) {
        const newest = messages.findLast(({ isControlRecord }) => !isControlRecord);
        // An answer has limited room, which the next try has for those left over.
        if (newest && unread.delete(partition)) found.push(receivedFrom({ topic, partition }, newest));
      }
    }
    return found;
  } finally {
    await cluster.disconnect();
  }
}

/** kafkajs gives its cluster, which can fetch without a group, only to the assigners of a consumer. This one never connects. */
function clusterOf(kafka: Kafka): Cluster {
  let found: Cluster | undefined;
  const unused = { name: 'none', version: 0, assign: async () => [], protocol: () => ({ name: 'none', metadata: Buffer.alloc(0) }) };
  kafka.consumer({ groupId: 'none', partitionAssigners: [({ cluster }) => ((found = cluster), unused)] });
  return found!;
}
