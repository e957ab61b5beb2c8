import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { DAY_MS } from '@partner-ordering/kernel';
import { eventually, kafkaBrokers, startKafka } from '@partner-ordering/testing';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { consumerLag } from '../inbox/consumer-lag.ts';
import { countSetAside } from '../inbox/set-aside.ts';
import { recordEvents } from '../outbox/outbox.ts';
import { startRelay } from '../outbox/relay.ts';
import type { Broker } from '../fixtures/broker.ts';
import { crashSuite } from '../fixtures/crash.suite.ts';
import { fencingSuite } from '../fixtures/fencing.suite.ts';
import { counted, handling, range, recordingLog, testService, type TestService } from '../fixtures/things.ts';
import { kafkaTransport } from './kafka-transport.ts';
import { transportSuite } from '../fixtures/transport.suite.ts';
import type { Message, Received, SubscribeOptions, Subscription, Transport, Writer } from '../transport/transport.ts';

const brokers = kafkaBrokers();
const REGROUP_MS = 20_000;
/** By default brokers look every 15 s for what to compact. */
const COMPACTION_MS = 60_000;

function open(prefix: string, at = brokers): Promise<Transport> {
  return kafkaTransport({ brokers: at, clientId: 'test', partitions: 3, replicationFactor: 1, prefix, logger: recordingLog() });
}

async function makeBroker(): Promise<Broker> {
  const prefix = `${randomUUID()}.`;
  return { open: () => open(prefix), drop: async () => undefined };
}

// The end of a transaction takes a position in the log.
transportSuite('Kafka', makeBroker, { regroupMs: REGROUP_MS, extraPositions: 1 });
fencingSuite(makeBroker, { regroupMs: REGROUP_MS });

crashSuite('Kafka', async () => ({ args: [brokers[0]!, `${randomUUID()}.`], drop: async () => undefined }));

describe('the Kafka transport', () => {
  const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  let prefix: string;
  let transport: Transport;
  let writer: Writer;
  let service: TestService;
  let subscriptions: Subscription[];
  before(() => admin.connect());
  after(() => admin.disconnect());
  beforeEach(async () => {
    prefix = `${randomUUID()}.`;
    [transport, service] = await Promise.all([open(prefix), testService()]);
    writer = await transport.begin('things');
    subscriptions = [];
  });
  afterEach(async () => {
    await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    await transport.close();
    await service.drop();
  });

  async function subscribe(options: Partial<SubscribeOptions>, from = transport): Promise<Subscription> {
    const defaults = { group: 'orders', topics: ['things.facts'], database: service.database, onError: () => undefined };
    const subscription = await from.subscribe({ ...defaults, ...handling(() => Promise.resolve()), ...options });
    subscriptions.push(subscription);
    return subscription;
  }
  const spread = (from: number, to: number) => range(from, to).map((number) => counted(number, `k${number}`));

  test('the transport sends CloudEvents in structured mode', async () => {
    const message = counted(1);
    await writer.append('things.facts', [message]);
    const consumer = kafka.consumer({ groupId: randomUUID() });
    await consumer.connect();
    await consumer.subscribe({ topic: `${prefix}things.facts`, fromBeginning: true });
    const found: KafkaMessage[] = [];
    await consumer.run({ eachMessage: async (seen) => void found.push(seen.message) });
    await eventually(() => assert.equal(found.length, 1), { timeoutMs: REGROUP_MS });
    await consumer.disconnect();
    assert.equal(found[0]?.headers?.['content-type']?.toString(), 'application/cloudevents+json; charset=UTF-8');
    assert.deepEqual({ key: found[0]?.key?.toString(), value: found[0]?.value?.toString() }, message);
  });

  test('a message that is longer than its topic takes is set aside by the relay, and all others arrive once and in order', async () => {
    await writer.append('things.facts', [counted(0)]);
    const configEntries = [{ name: 'max.message.bytes', value: '16384' }];
    await admin.alterConfigs({ validateOnly: false, resources: [{ type: 2, name: `${prefix}things.facts`, configEntries }] });
    const long = { key: 'thing/a', value: `{"text":"${'x'.repeat(20_000)}"}` };
    await eventually(
      async () => {
        const next = await transport.begin('others');
        await assert.rejects(next.append('things.facts', [long]), { name: 'RefusedError' }).finally(() => next.close());
      },
      { timeoutMs: REGROUP_MS },
    );
    const facts = range(1, 60).map((number) => ({
      type: 'thing.counted',
      key: `k${number % 7}`,
      data: { number, ...(number % 20 === 5 && { text: 'x'.repeat(20_000) }) },
    }));
    await service.database.transactional((tx) => recordEvents(tx, 'things', { states: [], facts }, { now: new Date() }));
    const relay = startRelay({ database: service.database, transport, source: 'things', logger: recordingLog() });
    await eventually(async () => assert.equal((await service.database.pool.query('select from outbox')).rowCount, 0), {
      timeoutMs: REGROUP_MS,
    });
    await relay.stop();
    assert.equal(await countSetAside(service.database), 3);
    const read: { key: string; number: number }[] = [];
    await transport.read('things.facts', (batch) => {
      for (const { key, value } of batch) read.push({ key, number: (JSON.parse(value) as { data: { number: number } }).data.number });
    });
    const numbersOf = (key: string) => range(1, 60).filter((number) => `k${number % 7}` === key && number % 20 !== 5);
    for (const key of range(0, 6).map((rest) => `k${rest}`))
      assert.deepEqual(
        read.filter((each) => each.key === `thing/${key}`).map(({ number }) => number),
        numbersOf(key),
      );
    await assert.rejects(transport.check!('things'), /topic .*things\.facts has max\.message\.bytes=16384, below 2097152$/);
  });

  test('a name is gone once its state without it is published again, later than both', async () => {
    const topic = 'things.state';
    const state = (value: string): Message => ({ key: 'user/1', value });
    const read = async (): Promise<string[]> => {
      const values: string[] = [];
      await transport.read(topic, (batch) => void values.push(...batch.map(({ value }) => value)));
      return values;
    };
    await transport.ends(topic);
    const producer = kafka.producer();
    await producer.connect();
    const timestamp = String(Date.now() - DAY_MS);
    for (const value of ['Zoë', 'erased']) await producer.send({ topic: prefix + topic, messages: [{ ...state(value), timestamp }] });
    await producer.disconnect();
    await eventually(async () => assert.deepEqual(await read(), ['Zoë', 'erased']), { timeoutMs: REGROUP_MS });
    await writer.append(topic, [state('erased')]);
    // Few reads: each makes a group, and after dozens kafkajs left a connection open.
    await eventually(async () => assert.ok(!(await read()).includes('Zoë')), { timeoutMs: COMPACTION_MS, intervalMs: 2_000 });
  });

  test('bytes that are no text arrive without NUL', async () => {
    await writer.append('things.facts', [counted(1)]);
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic: `${prefix}things.facts`, messages: [{ key: Buffer.from([0, 1]), value: Buffer.from([0, 0, 65, 255]) }] });
    await producer.disconnect();
    const read: Received[] = [];
    await transport.read('things.facts', (batch) => void read.push(...batch));
    assert.ok(read.some(({ key, value }) => key === '\ufffd\u0001' && value === '\ufffd\ufffdA\ufffd'));
  });

  test('the broker has the committed offsets of a group', async () => {
    await writer.append('things.facts', spread(1, 30));
    let handled = 0;
    const subscription = await subscribe(handling(async (batch) => void (handled += batch.length)));
    await eventually(() => assert.equal(handled, 30), { timeoutMs: REGROUP_MS });
    await subscription.stop();
    const [topic] = await admin.fetchOffsets({ groupId: `${prefix}orders`, topics: [`${prefix}things.facts`] });
    const committed = topic?.partitions.reduce((sum, { offset }) => sum + Number(offset), 0);
    const ends = await transport.ends('things.facts');
    assert.equal(
      committed,
      [...ends.values()].reduce((sum, end) => sum + end),
    );
  });

  test('a topic that ends before the offset of a group is reported', async () => {
    await writer.append('things.facts', spread(1, 30));
    await service.database.pool.query(
      "insert into consumer_offset (consumer_group, topic, partition, position) values ('orders', 'things.facts', 1, 700)",
    );
    const errors: string[] = [];
    await subscribe({ onError: (error) => errors.push(String(error)) });
    const ends = /things.facts \(partition 1\) .*: it ends at \d+, before this group's offset 700: the log was replaced/;
    await eventually(() => assert.match(errors[0] ?? '', ends), { timeoutMs: REGROUP_MS });
  });

  test('a topic in the place of another, with more messages than that one had, is reported and not read', async () => {
    const topic = `${prefix}things.facts`;
    await writer.append('things.facts', spread(1, 30));
    let handled = 0;
    const first = await subscribe(handling(async (batch) => void (handled += batch.length)));
    await eventually(() => assert.equal(handled, 30), { timeoutMs: REGROUP_MS });
    await first.stop();
    await admin.deleteTopics({ topics: [topic] });
    await eventually(async () => assert.ok(!(await admin.listTopics()).includes(topic)), { timeoutMs: REGROUP_MS });
    const replaced = await open(prefix);
    await (await replaced.begin('things')).append('things.facts', spread(31, 120));
    const errors: string[] = [];
    await subscribe(
      { ...handling(async (batch) => void (handled += batch.length)), onError: (error) => errors.push(String(error)) },
      replaced,
    );
    const newer = (): number => new Set(errors.filter((error) => /all of it is newer than/.test(error))).size;
    await eventually(() => assert.equal(newer(), 3, errors.join()), { timeoutMs: REGROUP_MS });
    assert.equal(handled, 30);
    await replaced.close();
  });

  test('messages that the brokers remove while a group reads are reported and not skipped', async () => {
    const topic = `${prefix}things.facts`;
    const append = (from: number, to: number) =>
      writer.append(
        'things.facts',
        range(from, to).map((number) => counted(number)),
      );
    await append(1, 10);
    const [reading, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let handled = 0;
    const errors: string[] = [];
    await subscribe({
      ...handling(async (batch) => {
        handled += batch.length;
        reading.resolve();
        await removed.promise;
      }),
      onError: (error) => errors.push(String(error)),
    });
    await reading.promise;
    await append(11, 30);
    // The ends leave out a transaction whose end is still being written; the next one begins only after that.
    await append(31, 31);
    const ends = await admin.fetchTopicOffsets(topic);
    await append(32, 40);
    const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
    await admin.deleteTopicRecords({ topic, partitions });
    removed.resolve();
    const before = /it begins at \d+, after this group's offset \d+: messages were removed before they were read/;
    await eventually(() => assert.match(errors.join(), before), { timeoutMs: REGROUP_MS });
    assert.equal(handled, 10);
  });

  test('a transaction that was open when the next writer began is skipped and never seen', async () => {
    const transactionalId = `${prefix}things.outbox`;
    const old = kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1, retry: { retries: 4 } });
    await old.connect();
    const transaction = await old.transaction();
    await writer.append('things.facts', [counted(1)]).catch(() => undefined);
    await transaction.send({ topic: `${prefix}things.facts`, messages: [counted(2)] });
    writer = await transport.begin('things');
    await writer.append('things.facts', [counted(3)]);
    await assert.rejects(transaction.send({ topic: `${prefix}things.facts`, messages: [counted(4)] }));
    await assert.rejects(transaction.commit());
    await old.disconnect();

    const numberOf = ({ value }: Message): number => (JSON.parse(value) as { data: { number: number } }).data.number;
    const [read, handled]: number[][] = [[], []];
    await transport.read('things.facts', (batch) => void read!.push(...batch.map(numberOf)));
    await subscribe(handling(async (batch) => void handled!.push(...batch.map(numberOf))));
    const lag = () => consumerLag(transport, { database: service.database, group: 'orders', topics: ['things.facts'] });
    await eventually(async () => assert.equal((await lag()).get('things.facts'), 0), { timeoutMs: REGROUP_MS });
    assert.deepEqual([read, handled], [[3], [3]]);
  });

  test('a topic that ends with an open or aborted transaction is read to its end', async () => {
    await writer.append('things.facts', [counted(1)]);
    const old = kafka.producer({
      transactionalId: `${prefix}others.outbox`,
      idempotent: true,
      maxInFlightRequests: 1,
      retry: { retries: 4 },
    });
    await old.connect();
    const transaction = await old.transaction();
    await transaction.send({ topic: `${prefix}things.facts`, messages: spread(2, 9) });
    const keys: string[] = [];
    await transport.read('things.facts', (batch) => void keys.push(...batch.map(({ key }) => key)));
    await transaction.abort();
    await old.disconnect();
    await transport.read('things.facts', (batch) => void keys.push(...batch.map(({ key }) => key)));
    assert.deepEqual(keys, ['thing/a', 'thing/a']);
    const subscription = await subscribe({});
    const lag = () => consumerLag(transport, { database: service.database, group: 'orders', topics: ['things.facts'] });
    await eventually(async () => assert.equal((await lag()).get('things.facts'), 0), { timeoutMs: REGROUP_MS });
    await subscription.stop();
  });

  test('two instances share the partitions, and one takes over those of the other', async () => {
    const other = await open(prefix);
    const seen: Received[][] = [[], []];
    const handle = (by: number) => async (batch: readonly Received[]) => void seen[by]!.push(...batch);
    await subscribe(handling(handle(0)));
    const second = await subscribe(handling(handle(1)), other);
    const partitionsOf = (by: number): number => new Set(seen[by]!.map(({ partition }) => partition)).size;
    let sent = 0;
    await eventually(
      async () => {
        await writer.append('things.facts', spread(sent + 1, (sent += 30)));
        assert.ok(partitionsOf(0) > 0 && partitionsOf(1) > 0);
      },
      { timeoutMs: REGROUP_MS, intervalMs: 200 },
    );
    await second.stop();
    await writer.append('things.facts', spread(sent + 1, (sent += 30)));
    await eventually(() => assert.equal(seen.flat().length, sent), { timeoutMs: REGROUP_MS });
    assert.equal(partitionsOf(0), 3);
    await other.close();
  });

  test('an append fails in time while the broker hangs, and everything resumes when it answers again', async () => {
    const kafkaAlone = await startKafka();
    const hanging = await open(prefix, [kafkaAlone.brokers]);
    let hangingWriter = await hanging.begin('things');
    const keys = new Set<string>();
    const subscription = await subscribe(
      handling(async (batch) => batch.forEach(({ key }) => keys.add(key))),
      hanging,
    );
    await hangingWriter.append('things.facts', spread(1, 30));
    await eventually(() => assert.equal(keys.size, 30), { timeoutMs: REGROUP_MS });
    kafkaAlone.pause();
    const start = performance.now();
    await assert.rejects(hangingWriter.append('things.facts', spread(31, 40)));
    assert.ok(performance.now() - start < 20_000);
    kafkaAlone.resume();
    const appendAnew = async (): Promise<void> => {
      hangingWriter = await hanging.begin('things');
      await hangingWriter.append('things.facts', spread(31, 60));
    };
    await eventually(appendAnew, { timeoutMs: REGROUP_MS });
    await eventually(() => assert.equal(keys.size, 60), { timeoutMs: 60_000 });
    await subscription.stop();
    await hanging.close();
    await kafkaAlone.stop();
  });
});
