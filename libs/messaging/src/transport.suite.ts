import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { unavailable } from '@partner-ordering/data';
import { eventually } from '@partner-ordering/testing';
import { startConsumer } from './consumer.ts';
import type { Consumer, Handler } from './consumer.ts';
import { counted, noteEffect, range, recordingLog, testService } from './fixtures.ts';
import type { TestService } from './fixtures.ts';
import type { Transport } from './transport.ts';

/** Where the messages of one test are kept, apart from those of all other tests. */
export interface Broker {
  /** Connects; several transports of one broker share its messages. */
  open(): Promise<Transport>;
  drop(): Promise<void>;
}

/** What services rely on: every transport, together with the consumer, must pass. */
export function transportSuite(name: string, makeBroker: () => Promise<Broker>): void {
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
      topic = 'things.facts',
      handler = noteEffect(group) as Handler,
      from = transport,
    } = {}): Consumer {
      const consumer = startConsumer({
        database: service.database,
        transport: from,
        group,
        follow: [topic],
        types: [],
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
      consume({
        topic: 'broken.facts',
        handler: () => Promise.reject(unavailable()),
      });
      consume({ group: 'bills' });
      await transport.append('broken.facts', [counted(1)]);
      await transport.append('things.facts', [counted(2)]);
      await eventually(async () => assert.deepEqual(await service.effects('bills'), [2]));
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
}
