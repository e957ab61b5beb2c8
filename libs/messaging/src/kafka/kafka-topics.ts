import type { Admin, KafkaJSAggregateError, KafkaJSProtocolError } from 'kafkajs';
import { retry } from '@partner-ordering/kernel';
import { withDeadline, type OnDemand } from './kafka-client.ts';
import { checkSettings, COMPACTION_LAG_MS, RETENTION_MS, topicsTooSmall, type ReportSettings } from './kafka-settings.ts';
import { isStateTopic, MAX_MESSAGE_BYTES } from '../transport/envelope.ts';
import type { Log } from '../transport/log.ts';
import type { LogBounds } from '../transport/place.ts';
import type { TopicPartition } from '../transport/transport.ts';

/** A service starts without brokers, and does not wait long for them. */
const CHECK_LIMIT_MS = 5_000;
const forbidden = new Set(['TOPIC_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED', 'POLICY_VIOLATION']);

export interface TopicOptions {
  /** For topics that are created here. Existing ones keep their number: more partitions would break the order of keys. */
  partitions: number;
  /** -1 means the brokers' default. */
  replicationFactor: number;
  /** Prefix of all topics and groups, for installations that share a cluster. */
  prefix: string;
}

/** The topics of this installation; in the cluster their names may have a prefix. */
export interface Topics {
  inCluster(topic: string): string;
  /** The reverse of `inCluster`. */
  outOfCluster(name: string): string;
  /** Creates a missing topic, checks an existing one, once until `forget`; throws an Error that says what to change. */
  ensure(topic: string): Promise<void>;
  /** Rejects when an existing one of these topics takes no events of full size; resolves when no broker says so. */
  check(topics: readonly string[]): Promise<void>;
  /** The brokers may have lost the topics: the next `ensure` asks again. */
  forget(): void;
  /** Whether the topic exists and this client may see it. */
  exists(topic: string): Promise<boolean>;
  /** The first and the next offset of each partition; open transactions lie beyond it. */
  offsets(topic: string): Promise<TopicOffsets>;
  /** The bounds of a partition; see `findPlace`. */
  bounds(topicPartition: TopicPartition, newestMs: number): Promise<LogBounds>;
}

export type TopicOffsets = ReadonlyMap<number, { low: number; high: number }>;

/** Retries until all brokers know a new topic. KafkaJS stumbles over metadata that no broker gave (2.2.4, `fetchTopicMetadata`). */
const onceKnown = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  retry(attempt, {
    isPassing: (error) =>
      /UNKNOWN_TOPIC_OR_PARTITION|LEADER_NOT_AVAILABLE|NOT_LEADER_FOR_PARTITION|reading 'topicMetadata'/.test(
        `${(error as { type?: string }).type} ${String(error)}`,
      ),
    maxAttempts: 8,
    pauses: { firstMs: 200, longestMs: 2_000 },
  });

export function kafkaTopics(admin: OnDemand<Admin>, options: TopicOptions, logger: Log): Topics {
  const { partitions, replicationFactor, prefix } = options;
  const ensured = new Map<string, Promise<void>>();
  const reported = new Set<string>();

  // Each once, though `forget` has them checked again.
  const report: ReportSettings = (level, topic, text) => {
    if (!reported.has(topic + text)) logger[level]({ topic }, text);
    reported.add(topic + text);
  };

  async function createOrCheck(topic: string): Promise<void> {
    const created = await admin.use((client) => create(client, topic, options));
    if (created) logger.info({ topic, partitions, replicationFactor }, 'Created a topic');
    else await admin.use((client) => checkSettings(client, topic, report));
  }

  async function offsets(topic: string): Promise<TopicOffsets> {
    const found = await onceKnown(() => admin.use((client) => client.fetchTopicOffsets(prefix + topic)));
    return new Map(found.map(({ partition, low, high }) => [partition, { low: Number(low), high: Number(high) }]));
  }

  return {
    inCluster: (topic) => prefix + topic,
    outOfCluster: (name) => name.slice(prefix.length),
    ensure(topic) {
      const ensuring = ensured.get(topic);
      if (ensuring) return ensuring;
      const checking = onceKnown(() => createOrCheck(prefix + topic));
      ensured.set(topic, checking);
      checking.catch(() => ensured.delete(topic));
      return checking;
    },
    async check(names) {
      const inCluster = names.map((name) => prefix + name);
      const asked = admin.use((client) => topicsTooSmall(client, inCluster));
      const lines = await withDeadline(AbortSignal.timeout(CHECK_LIMIT_MS), asked).catch(() => []);
      if (lines.length > 0) throw new Error(lines.join('; '));
    },
    forget: () => ensured.clear(),
    exists: async (topic) => (await admin.use((client) => client.listTopics())).includes(prefix + topic),
    offsets,
    async bounds({ topic, partition }, newestMs) {
      const { low = 0, high = 0 } = (await offsets(topic)).get(partition) ?? {};
      if (newestMs === 0) return { begin: low, end: high };
      const newer = await admin.use((client) => client.fetchTopicOffsetsByTimestamp(prefix + topic, newestMs + 1));
      return { begin: low, end: high, newFrom: Number(newer.find((found) => found.partition === partition)?.offset) };
    },
  };
}

/** False if it exists already. */
async function create(client: Admin, topic: string, { partitions, replicationFactor }: TopicOptions): Promise<boolean> {
  const policy = isStateTopic(topic)
    ? {
        'cleanup.policy': 'compact',
        'segment.ms': String(COMPACTION_LAG_MS),
        'max.compaction.lag.ms': String(COMPACTION_LAG_MS),
        'delete.retention.ms': String(RETENTION_MS),
      }
    : { 'cleanup.policy': 'delete', 'retention.ms': String(RETENTION_MS) };
  const entries = Object.entries({ ...policy, 'max.message.bytes': String(MAX_MESSAGE_BYTES) });
  const configEntries = entries.map(([name, value]) => ({ name, value }));
  try {
    return await client.createTopics({
      topics: [{ topic, numPartitions: partitions, replicationFactor, configEntries }],
      timeout: 5_000,
    });
  } catch (error) {
    const reason = typeOf(error);
    if (!forbidden.has(reason)) throw new Error(`Topic ${topic} could not be created: ${reason}`, { cause: error });
    const names = await client.listTopics();
    if (names.includes(topic)) return false;
    throw new Error(
      `Topic ${topic} is missing and may not be created here (${reason}): create it with cleanup.policy=${policy['cleanup.policy']}`,
      { cause: error },
    );
  }
}

function typeOf(error: unknown): string {
  const [first] = (error as KafkaJSAggregateError).errors ?? [error as Error];
  return (first as KafkaJSProtocolError | undefined)?.type ?? String(first);
}
