import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { startConsumer } from './consumer.ts';
import type { Consumer, Handler } from './consumer.ts';
import type { DeadLetter } from './dead-letter.ts';
import { parseEvent } from './envelope.ts';
import { counted, noteEffect, range, recordingLog, stateOf, testService } from './fixtures.ts';
import type { TestService } from './fixtures.ts';
import { startRelay } from './relay.ts';
import type { Relay } from './relay.ts';
import { replayDeadLetters } from './replay.ts';
import type { Broker, Patience } from './transport.suite.ts';
import type { Transport } from './transport.ts';

type Count = Handler<{ number: number }>;

/** What happens to messages that were given up; a part of `transportSuite`. */
export function replaySuite(name: string, makeBroker: () => Promise<Broker>, { regroupMs }: Patience): void {
  describe(`dead letters over ${name}`, () => {
    let broker: Broker;
    let transport: Transport;
    let service: TestService;
    let relay: Relay;
    let consumer: Consumer;

    beforeEach(async () => {
      [broker, service] = await Promise.all([makeBroker(), testService()]);
      transport = await broker.open();
      relay = startRelay({ ...service, transport, source: 'orders', logger: recordingLog() });
    });

    afterEach(async () => {
      await Promise.all([consumer.stop(), relay.stop()]);
      await transport.close();
      await Promise.all([broker.drop(), service.drop()]);
    });

    const about = (handler: Count) => ({
      group: 'orders',
      follow: ['things.facts', 'things.state'],
      types: ['thing'],
      handlers: { 'thing.counted': handler, 'thing.state': handler },
      logger: recordingLog(),
    });
    const consume = (handler: Count): void =>
      void (consumer = startConsumer({ ...service, transport, ...about(handler), onCommitted: relay.wake }));
    const replay = (handler: Count) => replayDeadLetters({ ...service, transport, ...about(handler) });
    const letters = async (topic: string): Promise<DeadLetter[]> => {
      const found: DeadLetter[] = [];
      await transport.read(`${topic}.dlq`, (batch) => void found.push(...batch.map(({ value }) => parseEvent(value).data as DeadLetter)));
      return found;
    };
    const failAt =
      (number: number): Count =>
      async (event, tx) => {
        await noteEffect()(event, tx);
        if (event.data.number === number) throw new TypeError(`cannot count to ${number}`);
      };

    test('an event that was given up is handled by a replay once its handler is mended, and only once', async () => {
      consume(failAt(2));
      await transport.append(
        'things.facts',
        range(1, 4).map((number) => counted(number)),
      );
      await eventually(async () => assert.deepEqual(await service.effects(), [1, 3, 4]), { timeoutMs: regroupMs });
      await eventually(async () => assert.equal((await letters('things.facts')).length, 1), { timeoutMs: regroupMs });
      assert.equal((await letters('things.facts'))[0]?.reason, 'TypeError: cannot count to 2');

      assert.deepEqual(await replay(failAt(2)), { handled: 0, passedOver: 0, failed: 1 });
      assert.deepEqual(await service.effects(), [1, 3, 4]);
      assert.deepEqual(await replay(noteEffect()), { handled: 1, passedOver: 0, failed: 0 });
      assert.deepEqual(await service.effects(), [1, 3, 4, 2]);
      assert.deepEqual(await replay(noteEffect()), { handled: 0, passedOver: 1, failed: 0 });
      assert.deepEqual(await service.effects(), [1, 3, 4, 2]);
    });

    test('the replay of an older version does nothing, that of the newest is handled', async () => {
      consume((event, tx) => failAt(event.data.number === 2 ? 0 : event.data.number)(event, tx));
      await transport.append('things.state', [
        stateOf('a', 1, { number: 1 }),
        stateOf('a', 2, { number: 2 }),
        stateOf('b', 7, { number: 3 }),
      ]);
      await eventually(async () => assert.equal((await letters('things.state')).length, 2), { timeoutMs: regroupMs });
      assert.deepEqual(await service.effects(), [2]);
      const states = await service.states();

      assert.deepEqual(await replay(noteEffect()), { handled: 1, passedOver: 1, failed: 0 });
      assert.deepEqual(await service.effects(), [2, 3]);
      assert.deepEqual(await service.states(), states);
    });

    test('the letters of other groups are left alone', async () => {
      consume(failAt(1));
      await transport.append('things.facts', [counted(1)]);
      await eventually(async () => assert.equal((await letters('things.facts')).length, 1), { timeoutMs: regroupMs });
      const others = { ...about(noteEffect('bills')), group: 'bills' };
      assert.deepEqual(await replayDeadLetters({ ...service, transport, ...others }), { handled: 0, passedOver: 0, failed: 0 });
      assert.deepEqual(await service.effects('bills'), []);
    });
  });
}
