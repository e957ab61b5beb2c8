import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Admin } from 'kafkajs';
import { recordingLog } from '../fixtures/things.ts';
import { kafkaTopics } from './kafka-topics.ts';

interface Cluster {
  settings?: Record<string, string>;
  brokers?: number;
}

/** A cluster that has these topics and answers to a creation with this error. The first question for offsets comes too early. */
function topicsOf(existing: Record<string, string>, refusal?: string, { settings = {}, brokers = 1 }: Cluster = {}) {
  const log = recordingLog();
  const created: unknown[] = [];
  let asked = 0;
  const admin = {
    createTopics: async ({ topics }: { topics: { topic: string }[] }) => {
      if (refusal) throw Object.assign(new Error('Topic creation errors'), { errors: [{ type: refusal }] });
      if (topics[0]!.topic in existing) return false;
      created.push(...topics);
      return true;
    },
    listTopics: async () => Object.keys(existing),
    describeConfigs: async ({ resources }: { resources: { name: string }[] }) => ({
      resources: [
        {
          configEntries: Object.entries({ 'cleanup.policy': existing[resources[0]!.name], ...settings }).map(
            ([configName, configValue]) => ({
              configName,
              configValue,
            }),
          ),
        },
      ],
    }),
    describeCluster: async () => ({ brokers: Array.from({ length: brokers }) }),
    fetchTopicMetadata: async () => ({ topics: [{ partitions: [{ replicas: [1, 2, 3] }, { replicas: [1] }] }] }),
    fetchTopicOffsets: async () => {
      asked += 1;
      if (asked === 1) throw Object.assign(new Error('This server is not the leader'), { type: 'NOT_LEADER_FOR_PARTITION' });
      return [{ partition: 0, low: '0', high: '3' }];
    },
  } as unknown as Admin;
  const options = { partitions: 6, replicationFactor: 3, prefix: 'eu.' };
  const onDemand = { use: <Result>(work: (client: Admin) => Promise<Result>) => work(admin), close: async () => undefined };
  return { created, messages: log.messages, topics: kafkaTopics(onDemand, options, log) };
}

describe('topics of Kafka', () => {
  test('states are compacted within half a day, everything else and their tombstones are kept for 30 days', async () => {
    const { created, topics } = topicsOf({});
    await topics.ensure('things.state');
    await topics.ensure('things.state.dlq');
    const large = { name: 'max.message.bytes', value: '2097152' };
    const size = { numPartitions: 6, replicationFactor: 3 };
    assert.deepEqual(created, [
      {
        topic: 'eu.things.state',
        ...size,
        configEntries: [
          { name: 'cleanup.policy', value: 'compact' },
          { name: 'segment.ms', value: '43200000' },
          { name: 'max.compaction.lag.ms', value: '43200000' },
          { name: 'delete.retention.ms', value: '2592000000' },
          large,
        ],
      },
      {
        topic: 'eu.things.state.dlq',
        ...size,
        configEntries: [{ name: 'cleanup.policy', value: 'delete' }, { name: 'retention.ms', value: '2592000000' }, large],
      },
    ]);
  });

  test('a topic that is there is taken as it is, and asked about once', async () => {
    const { created, topics } = topicsOf({ 'eu.things.state': 'compact', 'eu.things.facts': 'delete' });
    await Promise.all([topics.ensure('things.state'), topics.ensure('things.state'), topics.ensure('things.facts')]);
    assert.deepEqual(created, []);
  });

  test('a new topic is asked for its offsets until its leader knows of it', async () => {
    const { topics } = topicsOf({});
    assert.deepEqual(await topics.offsets('things.facts'), new Map([[0, { low: 0, high: 3 }]]));
  });

  test('a topic with the wrong cleanup policy is refused', async () => {
    const { topics } = topicsOf({ 'eu.things.state': 'delete', 'eu.orders.state': 'compact,delete', 'eu.things.facts': 'compact,delete' });
    await assert.rejects(topics.ensure('things.state'), /Topic eu.things.state has cleanup.policy=delete but needs compact/);
    await assert.rejects(topics.ensure('orders.state'), /Topic eu.orders.state has cleanup.policy=compact,delete but needs compact/);
    await assert.rejects(topics.ensure('things.facts'), /Topic eu.things.facts has cleanup.policy=compact,delete but needs delete/);
  });

  test('settings under which messages can be lost are reported; one broker has no choice of copies', async () => {
    const settings = { 'retention.ms': '60000', 'retention.bytes': '1000', 'delete.retention.ms': '86400000', 'min.insync.replicas': '1' };
    const existing = { 'eu.things.state': 'compact', 'eu.things.facts': 'delete' };
    const three = topicsOf(existing, undefined, { settings, brokers: 3 });
    await three.topics.ensure('things.facts');
    await three.topics.ensure('things.state');
    const copies = 'a replication factor of 1, below 3; min.insync.replicas=1, below 2';
    const retention = 'Messages of a topic can be lost: retention.ms=60000, below 2592000000; retention.bytes=1000, not -1';
    const tombstones = 'Messages of a topic can be lost: delete.retention.ms=86400000, below 2592000000';
    assert.deepEqual(three.messages, [`${retention}; ${copies}`, `${tombstones}; ${copies}`]);
    const one = topicsOf(existing, undefined, { settings });
    await one.topics.ensure('things.facts');
    await one.topics.ensure('things.state');
    assert.deepEqual(one.messages, [retention, tombstones]);
  });

  test('a topic of states that are compacted late is reported once', async () => {
    const settings = { 'segment.ms': '43200000', 'max.compaction.lag.ms': '9223372036854775807' };
    const { topics, messages } = topicsOf({ 'eu.things.state': 'compact', 'eu.things.facts': 'delete' }, undefined, { settings });
    await topics.ensure('things.facts');
    await topics.ensure('things.state');
    topics.forget();
    await topics.ensure('things.state');
    const late = 'max.compaction.lag.ms=9223372036854775807, above 43200000';
    assert.deepEqual(messages, [`Names of erased users stay in a topic for over a day: ${late}`]);
  });

  test('topics that are too small for an event refuse a start; later they are only reported', async () => {
    const existing = { 'eu.things.state': 'compact', 'eu.things.facts': 'delete' };
    const { topics, messages } = topicsOf(existing, undefined, { settings: { 'max.message.bytes': '16384' } });
    const size = 'max.message.bytes=16384, below 2097152';
    const message = `topic eu.things.state has ${size}; topic eu.things.facts has ${size}`;
    await assert.rejects(topics.check(['things.state', 'things.facts', 'things.dlq']), { message });
    await topics.ensure('things.facts');
    assert.deepEqual(messages, [`Messages of a topic can be lost: ${size}`]);
    await topicsOf(existing, undefined, { settings: { 'max.message.bytes': '2097152' } }).topics.check(['things.state', 'things.facts']);
  });

  test('where topics may not be created those that are there are used, and a missing one is named', async () => {
    const { topics } = topicsOf({ 'eu.things.state': 'compact' }, 'TOPIC_AUTHORIZATION_FAILED');
    await topics.ensure('things.state');
    await assert.rejects(topics.ensure('things.facts'), {
      message:
        'Topic eu.things.facts is missing and may not be created here (TOPIC_AUTHORIZATION_FAILED): create it with cleanup.policy=delete',
    });
  });

  test('a failure is not remembered', async () => {
    const { topics } = topicsOf({}, 'INVALID_REPLICATION_FACTOR');
    await assert.rejects(topics.ensure('things.facts'), /could not be created: INVALID_REPLICATION_FACTOR/);
    await assert.rejects(topics.ensure('things.facts'), /could not be created: INVALID_REPLICATION_FACTOR/);
  });
});
