import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { unavailable } from '@partner-ordering/data';
import { eventually as withinTime } from '@partner-ordering/testing';
import { startConsumer } from './consumer.ts';
import type { Consumer, Handler } from './consumer.ts';
import { consumerLag } from './consumer-lag.ts';
import { counted, noteEffect, range, recordingLog, stateOf, testService } from './fixtures.ts';
import type { TestService } from './fixtures.ts';
import { replaySuite } from './replay.suite.ts';
import type { Message, Received, Transport } from './transport.ts';

/** Where the messages of one test are kept, apart from those of all other tests. */
export interface Broker {
  /** Connects; several transports of one broker share its messages. */
  open(): Promise<Transport>;
  drop(): Promise<void>;
}

/** How long things may take. */
export interface Patience {
  /** Until a group that has just gained or lost a subscriber works on. */
  regroupMs: number;
}

/** What services rely on: every transport, together with the consumer, must pass. */
export function transportSuite(name: string, makeBroker: () => Promise<Broker>, { regroupMs }: Patience): void {
  const eventually: typeof withinTime = (check, options) => withinTime(check, { timeoutMs: regroupMs, ...options });

  describe(`${name} as a transport`, () => {
    let broker: Broker;
    let transport: Transport;
    let service: TestService;
    let consumers: Consumer[];

    beforeEach(async () => {
      [broker, service] = await Promise.all([makeBroker(), testService()]);
      transport = await broker.open();
      consumers = [];
    });

    afterEach(async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await transport.close();
      await Promise.all([broker.drop(), service.drop()]);
    });

    function consume({
      group = 'orders',
      topics = ['things.facts'],
      handler = noteEffect(group) as Handler,
      from = transport,
      by = service,
    } = {}): Consumer {
      const consumer = startConsumer({
        database: by.database,
        transport: from,
        group,
        follow: topics,
        types: ['thing'],
        handlers: { 'thing.counted': handler },
        logger: recordingLog(),
      });
      consumers.push(consumer);
      return consumer;
    }

    test('messages of one key arrive in the order in which they were appended', async () => {
      consume();
      for (const number of range(1, 20)) await transport.append('things.facts', [counted(number), counted(number + 100, 'b')]);
      await eventually(async () => assert.equal((await service.effects()).length, 40));
      const effects = await service.effects();
      assert.deepEqual(
        effects.filter((number) => number < 100),
        range(1, 20),
      );
      assert.deepEqual(
        effects.filter((number) => number > 100),
        range(101, 120),
      );
    });

    test('what was appended before anybody subscribed is delivered', async () => {
      await transport.append('things.facts', [counted(1), counted(2)]);
      consume();
      await eventually(async () => assert.deepEqual(await service.effects(), [1, 2]));
    });

    test('a message reaches a subscriber that waits long before the next poll', async () => {
      consume();
      await transport.append('things.facts', [counted(1)]);
      await eventually(async () => assert.deepEqual(await service.effects(), [1]));
      await transport.append('things.facts', [counted(2)]);
      await eventually(async () => assert.deepEqual(await service.effects(), [1, 2]), { timeoutMs: 600, intervalMs: 10 });
    });

    test('a message whose handling was rolled back comes again and has one effect', async () => {
      let failed = false;
      consume({
        handler: async (event, tx) => {
          await noteEffect()(event as Parameters<ReturnType<typeof noteEffect>>[0], tx);
          if (failed) return;
          failed = true;
          throw new Error('once');
        },
      });
      await transport.append(
        'things.facts',
        range(1, 10).map((number) => counted(number)),
      );
      await eventually(async () => assert.deepEqual(await service.effects(), range(1, 10)));
    });

    test('a message that was appended twice has one effect', async () => {
      const message = counted(1);
      consume();
      await transport.append('things.facts', [message, message]);
      await transport.append('things.facts', [message, counted(2)]);
      await eventually(async () => assert.deepEqual(await service.effects(), [1, 2]));
    });

    test('two subscribers of one group do not double', async () => {
      const other = await broker.open();
      consume();
      consume({ from: other });
      for (const start of range(0, 9))
        await transport.append(
          'things.facts',
          range(start * 20 + 1, start * 20 + 20).map((number) => counted(number)),
        );
      await eventually(async () => assert.deepEqual(await service.effects(), range(1, 200)));
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await other.close();
      assert.deepEqual(await service.effects(), range(1, 200));
    });

    test('when a subscriber stops another of its group goes on', async () => {
      const first = consume();
      await transport.append('things.facts', [counted(1)]);
      await eventually(async () => assert.deepEqual(await service.effects(), [1]));
      consume();
      await first.stop();
      await transport.append('things.facts', [counted(2)]);
      await eventually(async () => assert.deepEqual(await service.effects(), [1, 2]));
    });

    test('two groups both get all', async () => {
      consume();
      consume({ group: 'bills' });
      await transport.append(
        'things.facts',
        range(1, 50).map((number) => counted(number)),
      );
      await eventually(async () => assert.deepEqual(await service.effects('orders'), range(1, 50)));
      await eventually(async () => assert.deepEqual(await service.effects('bills'), range(1, 50)));
    });

    test('a topic in trouble does not hold up another', async () => {
      const handler: Handler<{ number: number }> = (event, tx) =>
        event.data.number === 1 ? Promise.reject(unavailable()) : noteEffect()(event, tx);
      consume({ topics: ['broken.facts', 'things.facts'], handler: handler as Handler });
      await transport.append('broken.facts', [counted(1)]);
      await transport.append('things.facts', [counted(2)]);
      await eventually(async () => assert.deepEqual(await service.effects(), [2]));
      await transport.append('things.facts', [counted(3)]);
      await eventually(async () => assert.deepEqual(await service.effects(), [2, 3]));
    });

    test('after a restart of the transport a group goes on where it stopped', async () => {
      const before = consume();
      await transport.append('things.facts', [counted(1), counted(2)]);
      await eventually(async () => assert.deepEqual(await service.effects(), [1, 2]));
      await before.stop();
      await transport.append('things.facts', [counted(3)]);
      await transport.close();
      transport = await broker.open();
      await transport.append('things.facts', [counted(4)]);
      consume();
      await eventually(async () => assert.deepEqual(await service.effects(), [1, 2, 3, 4]));
    });

    test('a wiped replica is built up again from the state topic, whatever the broker remembers of the group', async () => {
      const versions = range(1, 5).flatMap((version) => range(1, 40).map((key) => stateOf(`k${key}`, version, { version, key })));
      await transport.append('things.state', [...versions, stateOf('gone', 1, {}), stateOf('gone', 2, null)]);
      const first = consume({ topics: ['things.state'] });
      await eventually(async () => assert.equal((await service.states()).length, 41));
      await eventually(async () => assert.ok((await service.states()).every(({ version, key }) => version === (key === 'gone' ? 2 : 5))));
      await first.stop();
      const wiped = await testService();
      consume({ topics: ['things.state'], by: wiped });
      await eventually(async () => assert.deepEqual(await wiped.states(), await service.states()));
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await wiped.drop();
    });

    test('when the offsets of a group are set back to zero nothing changes', async () => {
      consume();
      const states = consume({ group: 'replica', topics: ['things.state'] });
      await transport.append(
        'things.facts',
        range(1, 30).map((number) => counted(number, `k${number % 7}`)),
      );
      await transport.append(
        'things.state',
        range(1, 30).map((version) => stateOf(`k${version % 7}`, version, { version })),
      );
      await eventually(async () => assert.equal((await service.effects()).length, 30));
      // The newest of each of the seven keys; partitions do not wait for each other.
      await eventually(async () => assert.deepEqual((await service.states()).map(({ version }) => version).toSorted(), range(24, 30)));
      const before = await service.states();
      await states.stop();
      await service.database.pool.query('update consumer_offset set position = 0');
      consume({ group: 'replica', topics: ['things.state'] });
      const lag = async () => [
        ...(await consumerLag(transport, { ...service, group: 'orders', topics: ['things.facts'] })).values(),
        ...(await consumerLag(transport, { ...service, group: 'replica', topics: ['things.state'] })).values(),
      ];
      assert.notDeepEqual(await lag(), [0, 0]);
      // A running subscriber finds out with the next message of a partition.
      await transport.append(
        'things.facts',
        range(31, 37).map((number) => counted(number, `k${number % 7}`)),
      );
      await eventually(async () => assert.deepEqual(await lag(), [0, 0]));
      assert.equal((await service.effects()).length, 37);
      assert.deepEqual(await service.states(), before);
    });

    test('messages that come doubled and in any order leave the newest states and one effect each', async () => {
      const facts = range(1, 60).map((number) => counted(number, `k${number % 5}`));
      const states = range(1, 60).map((version) => stateOf(`k${version % 5}`, version, { version }));
      // 7 and 60 share no divisor: each comes once per round, in another order.
      const mixed = (messages: Message[]): Message[] => range(0, 119).map((index) => messages[(index * 7) % 60]!);
      await transport.append('things.state', mixed(states));
      await transport.append('things.facts', mixed(facts));
      consume();
      consume({ group: 'replica', topics: ['things.state'] });
      await eventually(async () =>
        assert.deepEqual(
          (await service.effects()).toSorted((a, b) => a - b),
          range(1, 60),
        ),
      );
      await eventually(async () => assert.deepEqual((await service.states()).map(({ version }) => version).toSorted(), range(56, 60)));
    });

    test('the lag of a group is what it has not taken yet', async () => {
      const lag = async () => (await consumerLag(transport, { ...service, group: 'orders', topics: ['things.facts'] })).get('things.facts');
      assert.equal(await lag(), 0);
      await transport.append(
        'things.facts',
        range(1, 12).map((number) => counted(number, `k${number}`)),
      );
      assert.equal(await lag(), 12);
      const consumer = consume();
      await eventually(async () => assert.equal(await lag(), 0));
      await consumer.stop();
      await transport.append('things.facts', [counted(13), counted(14)]);
      assert.equal(await lag(), 2);
    });

    test('a whole topic is read without a trace', async () => {
      const seen: Received[] = [];
      await transport.read('things.facts', (batch) => void seen.push(...batch));
      assert.equal(seen.length, 0);
      const messages = range(1, 700).map((number) => counted(number, `k${number % 11}`));
      await transport.append('things.facts', messages);
      await transport.read('things.facts', (batch) => void seen.push(...batch));
      const byKey = (of: readonly Message[]) =>
        Map.groupBy(
          of.map(({ key, value }) => ({ key, value })),
          ({ key }) => key,
        );
      const sorted = (of: readonly Message[]) => [...byKey(of)].toSorted(([a], [b]) => (a < b ? -1 : 1));
      assert.deepEqual(sorted(seen), sorted(messages));
      assert.equal(new Set(seen.map(({ partition, position }) => `${partition}/${position}`)).size, 700);
    });

    test('a large batch arrives whole and in order', async () => {
      const long = 'x'.repeat(2_000);
      await transport.append(
        'things.facts',
        range(1, 5_000).map((number) => counted(number, `a-${long}`)),
      );
      consume();
      await eventually(async () => assert.equal((await service.effects()).length, 5_000), { timeoutMs: 20_000 });
      assert.deepEqual(await service.effects(), range(1, 5_000));
    });
  });

  replaySuite(name, makeBroker, { regroupMs });
}
