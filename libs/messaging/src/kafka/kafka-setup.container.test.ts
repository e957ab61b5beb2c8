import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { kafkaBrokers } from '@partner-ordering/testing';
import { Kafka, logLevel } from 'kafkajs';
import { recordingLog } from '../fixtures/things.ts';
import { prepareKafka } from './kafka-setup.ts';

// tests/src/compose.container.test.ts tries the rights with brokers that check them.
test('the topics of every service are made once, and brokers that check no rights are told apart', async (t) => {
  const brokers = kafkaBrokers();
  const prefix = `${randomUUID()}.`;
  const services = ['things', 'orders'];
  const prepare = (): Promise<boolean> =>
    prepareKafka({ brokers, clientId: 'test', prefix, partitions: 2, replicationFactor: 1, services, logger: recordingLog() });
  assert.equal(await prepare(), false);
  assert.equal(await prepare(), false);
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  t.after(() => admin.disconnect());
  const made = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix)).toSorted();
  const bare = ['orders.dlq', 'orders.facts', 'orders.state', 'things.dlq', 'things.facts', 'things.state'];
  assert.deepEqual(
    made,
    bare.map((topic) => prefix + topic),
  );
  const { topics } = await admin.fetchTopicMetadata({ topics: made });
  assert.deepEqual(new Set(topics.map(({ partitions }) => partitions.length)), new Set([2]));
});
