import type { Admin } from 'kafkajs';
import { DAY_MS } from '@partner-ordering/kernel';
import { isStateTopic, MAX_MESSAGE_BYTES } from '../transport/envelope.ts';

/** The time that facts, dead letters and the tombstones of states stay; the inbox remembers them longer. */
export const RETENTION_MS = 30 * DAY_MS;
/**
 * The oldest that superseded states get before they are compacted away. Kafka compacts no segment that it still appends to, and ends
 * one only when another message comes. So identity publishes an erased user again after this time.
 */
export const COMPACTION_LAG_MS = DAY_MS / 2;
/** `ConfigResourceTypes.TOPIC` of kafkajs. */
const TOPIC_RESOURCE_TYPE = 2;
const compactionSettings = ['segment.ms', 'max.compaction.lag.ms'];
/** With fewer brokers there is no choice: a trial, or development. */
const ENOUGH_BROKERS = 3;
const LEAST_REPLICAS = 3;
const LEAST_IN_SYNC = 2;

/** Takes what is wrong with a topic. */
export type ReportSettings = (level: 'warn' | 'error', topic: string, text: string) => void;

/**
 * Checks a topic that somebody else made. Throws an Error for a cleanup policy that destroys messages, or states in growing number; reports
 * settings under which messages can be lost, or erased names stay.
 */
export async function checkSettings(client: Admin, topic: string, report: ReportSettings): Promise<void> {
  const [settings, isState] = [await settingsOf(client, topic), isStateTopic(topic)];
  const policy = settings.get('cleanup.policy');
  if (policy === undefined) return report('warn', topic, 'The settings of a topic cannot be read');
  if (policy !== (isState ? 'compact' : 'delete')) {
    const needed = isState ? 'compact: it keeps the newest state of everything' : 'delete: compaction would remove messages';
    throw new Error(`Topic ${topic} has cleanup.policy=${policy} but needs ${needed}`);
  }
  const retentionMs = Number(settings.get('retention.ms'));
  const retentionBytes = Number(settings.get('retention.bytes'));
  const tombstonesMs = Number(settings.get('delete.retention.ms'));
  const inSync = Number(settings.get('min.insync.replicas'));
  const { brokers } = await client.describeCluster();
  const { topics } = await client.fetchTopicMetadata({ topics: [topic] });
  const replicas = Math.min(...topics[0]!.partitions.map((partition) => partition.replicas.length));
  const hasChoice = brokers.length >= ENOUGH_BROKERS;
  const unsafe = [
    !isState && retentionMs >= 0 && retentionMs < RETENTION_MS && `retention.ms=${retentionMs}, below ${RETENTION_MS}`,
    !isState && retentionBytes >= 0 && `retention.bytes=${retentionBytes}, not -1`,
    isState && tombstonesMs < RETENTION_MS && `delete.retention.ms=${tombstonesMs}, below ${RETENTION_MS}`,
    tooSmall(settings),
    hasChoice && replicas < LEAST_REPLICAS && `a replication factor of ${replicas}, below ${LEAST_REPLICAS}`,
    hasChoice && inSync < LEAST_IN_SYNC && `min.insync.replicas=${inSync}, below ${LEAST_IN_SYNC}`,
  ].filter((each) => each !== false);
  if (unsafe.length > 0) report('error', topic, `Messages of a topic can be lost: ${unsafe.join('; ')}`);
  const late = isState ? compactionSettings.filter((name) => Number(settings.get(name)) > COMPACTION_LAG_MS) : [];
  const lateSettings = late.map((name) => `${name}=${settings.get(name)}, above ${COMPACTION_LAG_MS}`);
  if (late.length > 0) report('warn', topic, `Names of erased users stay in a topic for over a day: ${lateSettings.join('; ')}`);
}

/** Those of these topics that exist and are too small for an event: a line for each. */
export async function topicsTooSmall(client: Admin, topics: readonly string[]): Promise<string[]> {
  const existing = new Set(await client.listTopics());
  const lines = topics.map(async (topic) => {
    const size = existing.has(topic) && tooSmall(await settingsOf(client, topic));
    return size ? [`topic ${topic} has ${size}`] : [];
  });
  return (await Promise.all(lines)).flat();
}

type Settings = ReadonlyMap<string, string>;

async function settingsOf(client: Admin, topic: string): Promise<Settings> {
  const limits = ['retention.ms', 'retention.bytes', 'delete.retention.ms', 'min.insync.replicas', 'max.message.bytes'];
  const configNames = ['cleanup.policy', ...limits, ...compactionSettings];
  const { resources } = await client.describeConfigs({
    resources: [{ type: TOPIC_RESOURCE_TYPE, name: topic, configNames }],
    includeSynonyms: false,
  });
  return new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
}

function tooSmall(settings: Settings): string | false {
  const bytes = Number(settings.get('max.message.bytes'));
  return bytes < MAX_MESSAGE_BYTES && `max.message.bytes=${bytes}, below ${MAX_MESSAGE_BYTES}`;
}
