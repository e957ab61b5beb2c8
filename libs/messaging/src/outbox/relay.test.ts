import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { sharedService } from '../fixtures/shared-service.ts';
import { open, range, recordingLog } from '../fixtures/things.ts';
import { recordEvents } from './outbox.ts';
import { readOutboxLag } from './outbox-lag.ts';
import { countSetAside, discard, listSetAside, retryRefused } from '../inbox/set-aside.ts';
import { startRelay, type Relay, type RelayOptions } from './relay.ts';
import { FencedError, RefusedError, type Writer } from '../transport/transport.ts';

/** A transport in memory that fails for the topics in `refused`, and refuses messages with a number in `refusedNumbers`, or too many. */
function memoryTransport() {
  const appended: { topic: string; numbers: number[] }[] = [];
  const refused = new Set<string>();
  const refusedNumbers = new Set<number>();
  let begun = 0;
  return {
    appended,
    refused,
    refusedNumbers,
    numbers: (topic = 'things.facts') => appended.flatMap((batch) => (batch.topic === topic ? batch.numbers : [])),
    begin: (source: string): Promise<Writer> => {
      const epoch = ++begun;
      let isSpent = false;
      const append: Writer['append'] = async (topic, messages) => {
        await Promise.resolve();
        if (refused.has(topic)) throw new Error(`${topic} is down`);
        if (epoch < begun) throw new FencedError(source);
        const numbers = messages.map(({ value }) => (JSON.parse(value) as { data: { number: number } }).data.number);
        if (isSpent) throw new Error('a refusal ends a writer');
        isSpent = numbers.some((number) => refusedNumbers.has(number));
        if (isSpent) throw new RefusedError('too long for its topic');
        appended.push({ topic, numbers });
      };
      return Promise.resolve({ append, close: () => Promise.resolve() });
    },
  };
}

const service = await sharedService();

describe('the relay', () => {
  let transport: ReturnType<typeof memoryTransport>;
  let relays: Relay[];
  beforeEach(async () => {
    await service.database.pool.query('truncate outbox, refused_event, shared_state');
    transport = memoryTransport();
    relays = [];
  });
  afterEach(() => Promise.all(relays.map((relay) => relay.stop())));

  function start(options: Partial<RelayOptions> = {}): Relay {
    const relay = startRelay({ database: service.database, transport, source: 'things', logger: recordingLog(), ...options });
    relays.push(relay);
    return relay;
  }
  const publish = (numbers: number[], states: number[] = []): Promise<void> =>
    service.database.transactional((tx) =>
      recordEvents(
        tx,
        'things',
        {
          facts: numbers.map((number) => ({ type: 'thing.counted', key: 'a', data: { number } })),
          states: states.map((number) => ({ type: 'thing', key: String(number), state: { number } })),
        },
        { now: new Date() },
      ),
    );
  const waiting = async (): Promise<number> => (await service.database.pool.query('select from outbox')).rowCount ?? -1;

  test('events leave the outbox in order, in batches of at most 1,000', async () => {
    await publish(range(1, 2_200));
    start();
    await eventually(async () => assert.equal(await waiting(), 0));
    assert.deepEqual(transport.numbers(), range(1, 2_200));
    assert.deepEqual(
      transport.appended.map(({ numbers }) => numbers.length),
      [1_000, 1_000, 200],
    );
  });

  test('a wake sends a committed event long before the next poll', async () => {
    const relay = start();
    await publish([1]);
    await eventually(async () => assert.equal(await waiting(), 0));
    await publish([2]);
    relay.wake();
    await eventually(() => assert.deepEqual(transport.numbers(), [1, 2]), { timeoutMs: 600, intervalMs: 5 });
  });

  test('without a wake an event leaves within the poll interval', async () => {
    start();
    await eventually(() => waiting());
    await publish([1]);
    await eventually(() => assert.deepEqual(transport.numbers(), [1]), { timeoutMs: 2_000 });
  });

  test('only accepted events are deleted; the rest is sent when the transport is back', async () => {
    transport.refused.add('things.facts');
    await publish([1, 2], [10]);
    const logger = recordingLog();
    start({ logger });
    await eventually(() => assert.ok(logger.messages.length >= 2));
    assert.deepEqual(transport.numbers('things.state'), [10]);
    assert.equal(await waiting(), 2);
    const { oldestMs, events } = await readOutboxLag(service.database);
    assert.ok(oldestMs > 50 && events === 2, 'it grows while the transport is down');
    transport.refused.clear();
    await eventually(() => assert.deepEqual(transport.numbers(), [1, 2]));
    await eventually(async () => assert.equal(await waiting(), 0));
    assert.deepEqual(await readOutboxLag(service.database), { oldestMs: 0, events: 0 });
    assert.deepEqual(transport.numbers('things.state'), [10]);
  });

  test('events that the transport refuses are set aside with its reason, and the others leave in order', async () => {
    transport.refusedNumbers.add(3).add(7);
    await publish(range(1, 10));
    const logger = recordingLog();
    const relay = start({ logger });
    await eventually(() => assert.deepEqual(transport.numbers(), [1, 2, 4, 5, 6, 8, 9, 10]));
    await eventually(async () => assert.equal(await waiting(), 0));
    assert.deepEqual(new Set(logger.messages), new Set(['An event was refused and set aside: RefusedError: too long for its topic']));
    const [first, second] = await listSetAside(service.database);
    assert.match(first!.place, /^outbox\/\d+$/);
    assert.deepEqual([first!.key, first!.reason], ['thing/a', 'things.facts: too long for its topic']);

    assert.deepEqual([await discard(service.database, second!.place), await discard(service.database, second!.place)], [true, false]);
    transport.refusedNumbers.clear();
    assert.equal(await retryRefused(service.database), 1);
    relay.wake();
    await eventually(() => assert.deepEqual(transport.numbers().slice(8), [3]));
    await eventually(async () => assert.equal(await waiting(), 0));
    assert.equal(await countSetAside(service.database), 0);
  });

  test('a refused state is not sent again after a newer version', async () => {
    transport.refusedNumbers.add(3);
    await publish([], [3, 4]);
    start();
    await eventually(async () => assert.equal(await countSetAside(service.database), 1));
    await publish([], [3]);
    await eventually(async () => assert.equal(await countSetAside(service.database), 2));
    transport.refusedNumbers.clear();
    assert.equal(await retryRefused(service.database), 1);
    await eventually(() => assert.deepEqual(transport.numbers('things.state'), [4, 3]));
    assert.equal(await countSetAside(service.database), 0);
  });

  test('one of several instances relays; when its connection dies another takes over', async () => {
    const other = await open(service.url);
    start();
    start({ database: other });
    await publish(range(1, 10));
    await eventually(async () => assert.equal(await waiting(), 0));
    assert.deepEqual(transport.numbers(), range(1, 10));
    const { rowCount } = await service.database.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    assert.equal(rowCount, 1, 'exactly one relay holds the lock');
    await publish(range(11, 20));
    await eventually(() => assert.deepEqual(transport.numbers(), range(1, 20)));
    await Promise.all(relays.map((relay) => relay.stop()));
    await other.close();
  });

  test('a standby instance passes its wake on to the one that relays', async () => {
    start();
    await publish([1]);
    await eventually(async () => assert.equal(await waiting(), 0));
    const standby = start();
    await publish([2]);
    standby.wake();
    await eventually(() => assert.deepEqual(transport.numbers(), [1, 2]), { timeoutMs: 600, intervalMs: 5 });
  });

  test('a fenced relay releases its lock and starts again', async () => {
    const logger = recordingLog();
    const relay = start({ logger });
    await publish([1]);
    await eventually(async () => assert.equal(await waiting(), 0));
    await transport.begin('things');
    await publish([2]);
    relay.wake();
    await eventually(() => assert.deepEqual(transport.numbers(), [1, 2]));
    assert.deepEqual(logger.messages, ['The relay failed and will try again: FencedError: A newer writer was begun for things']);
  });

  test('a relay that stops lets the next one begin', async () => {
    const first = start();
    await publish([1]);
    await eventually(async () => assert.equal(await waiting(), 0));
    await first.stop();
    await publish([2]);
    start();
    await eventually(() => assert.deepEqual(transport.numbers(), [1, 2]));
  });
});
