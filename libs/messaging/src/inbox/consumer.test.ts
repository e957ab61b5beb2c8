import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Transaction } from '@partner-ordering/data';
import { eventually, type TestDatabase } from '@partner-ordering/testing';
import type { DeadLetter } from './dead-letter.ts';
import { startConsumer, type Consumer, type Handlers } from './consumer.ts';
import { createEvent } from '../outbox/outbox.ts';
import type { CloudEvent } from '../transport/envelope.ts';
import { testLog, testService } from '../fixtures/reused-databases.ts';
import { counted, following, noteEffect, range, recordingLog, stateMessage, type TestService } from '../fixtures/things.ts';
import { postgresTransport } from '../postgres/postgres-transport.ts';
import { readState } from '../replicas/shared-state.ts';
import type { Message, Transport, Writer } from '../transport/transport.ts';

interface Counted {
  number: number;
}

describe('the consumer', () => {
  let log: TestDatabase;
  let service: TestService;
  let transport: Transport;
  let writer: Writer;
  let consumers: Consumer[];
  beforeEach(async () => {
    [log, service] = await Promise.all([testLog(), testService()]);
    transport = await postgresTransport({ url: log.url, logger: recordingLog() });
    writer = await transport.begin('things');
    consumers = [];
  });
  afterEach(async () => {
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await transport.close();
    await Promise.all([log.drop(), service.drop()]);
  });

  const logger = recordingLog();
  function consume(handlers: Handlers<Record<string, Counted>>, follow = ['things.facts']): Consumer {
    const consumer = startConsumer<Record<string, Counted>>({
      ...service,
      transport,
      group: 'orders',
      follows: following(follow),
      handlers,
      logger,
    });
    consumers.push(consumer);
    return consumer;
  }
  const rejected = async (): Promise<{ topic: string; event: CloudEvent<DeadLetter> }[]> =>
    (await service.database.pool.query('select topic, event from outbox order by id')).rows;
  const count = async (table: string): Promise<number> => (await service.database.pool.query(`select from ${table}`)).rowCount ?? -1;
  const state = (version: number, data: unknown, key = 'k'): Message => stateMessage(key, version, data);

  test('an event that fails three times goes to the dead letters with its reason, and the rest proceeds in order', async () => {
    const tries: number[] = [];
    consume({
      'thing.counted': async (event, tx) => {
        await noteEffect()(event, tx);
        if (event.data.number !== 4) return;
        tries.push(event.data.number);
        throw new TypeError('cannot count to 4');
      },
    });
    await writer.append(
      'things.facts',
      range(1, 10).map((number) => counted(number)),
    );
    await eventually(async () => assert.deepEqual(await service.effects(), [1, 2, 3, 5, 6, 7, 8, 9, 10]));
    assert.equal(tries.length, 3);
    const [letter, ...others] = await rejected();
    assert.equal(others.length, 0);
    assert.deepEqual([letter?.topic, letter?.event.data.topic], ['orders.dlq', 'things.facts']);
    assert.equal(letter?.event.type, 'message.rejected');
    assert.equal(letter?.event.data.reason, 'TypeError: cannot count to 4');
    assert.equal(letter?.event.data.position, 4);
    assert.equal((JSON.parse(letter?.event.data.value ?? '') as CloudEvent<Counted>).data.number, 4);
  });

  test('events with one handler that follow each other are handled together and each once; one that fails is set aside, the others are not', async () => {
    const together: string[] = [];
    const isBad = (number: number): boolean => number === 6 || number === 7;
    const all = async (events: readonly CloudEvent<Counted>[], tx: Transaction): Promise<void> => {
      together.push(events.map(({ data }) => data.number).join());
      for (const event of events) await noteEffect()(event, tx);
      const bad = events.find(({ data }) => isBad(data.number));
      if (bad) throw new TypeError(`cannot count to ${bad.data.number}`);
    };
    const events = range(1, 10).map((number) => counted(number));
    await writer.append('things.facts', [...events.slice(0, 3), ...events.slice(0, 2), ...events.slice(3)]);
    consume({ 'thing.counted': { all } });
    await eventually(async () => assert.deepEqual(await service.effects(), [1, 2, 3, 4, 5, 8, 9, 10]));
    // Events that failed together are handled alone from then on, so they roll no other batch back.
    const tries = together.filter((numbers) => numbers.split(',').some((each) => isBad(Number(each))));
    assert.deepEqual(tries, [range(1, 10).join(), '6', '6', '6', '7', '7', '7']);
    const letters = await rejected();
    assert.deepEqual(
      letters.map(({ event }) => event.data.reason),
      ['TypeError: cannot count to 6', 'TypeError: cannot count to 7'],
    );

    await writer.append(
      'things.facts',
      range(11, 13).map((number) => counted(number)),
    );
    await eventually(() => together.at(-1)?.endsWith(',13'));
  });

  test('an event that breaks the transaction with an SQL error is rejected too', async () => {
    consume({
      'thing.counted': async (event, tx) => {
        if (event.data.number === 2) await tx.query({ text: 'select 1 / 0', values: [] });
        await noteEffect()(event, tx);
      },
    });
    await writer.append(
      'things.facts',
      range(1, 3).map((number) => counted(number)),
    );
    await eventually(async () => assert.deepEqual(await service.effects(), [1, 3]));
    assert.match((await rejected())[0]?.event.data.reason ?? '', /division by zero/);
  });

  test('an event that succeeds at its third try is not rejected', async () => {
    let tries = 0;
    consume({
      'thing.counted': async (event, tx) => {
        if (++tries < 3) throw new Error('not yet');
        await noteEffect()(event, tx);
      },
    });
    await writer.append('things.facts', [counted(1)]);
    await eventually(async () => assert.deepEqual(await service.effects(), [1]));
    assert.equal(await count('outbox'), 0);
  });

  test('while something is down an event is tried again without end: a lost connection does not count as a failed try', async () => {
    let tries = 0;
    consume({
      'thing.counted': async (event, tx) => {
        await noteEffect()(event, tx);
        if (++tries > 4) return;
        const [own] = await tx.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid', values: [] });
        await service.database.pool.query('select pg_terminate_backend($1)', [own?.pid]);
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    });
    await writer.append('things.facts', [counted(1)]);
    await eventually(async () => assert.deepEqual(await service.effects(), [1]));
    assert.equal(tries, 5);
    assert.equal(await count('outbox'), 0);
  });

  test('a message that is not an event is rejected at once', async () => {
    consume({ 'thing.counted': noteEffect() });
    await writer.append('things.facts', [{ key: 'x', value: 'not JSON' }, { key: 'x', value: '{"specversion":"1.0"}' }, counted(3)]);
    await eventually(async () => assert.deepEqual(await service.effects(), [3]));
    const letters = await rejected();
    assert.deepEqual(
      letters.map(({ event }) => event.data.value),
      ['not JSON', '{"specversion":"1.0"}'],
    );
    assert.equal(letters[1]?.event.data.reason, 'Error: The event has no id');
  });

  test('a message of more than 2 MiB is set aside unread, by its place, length and hash', async () => {
    consume({ 'thing.counted': noteEffect() });
    const value = `{"specversion":"1.0","data":[${'{},'.repeat(2_650_000)}{}]}`;
    await writer.append('things.facts', [counted(1), { key: 'x', value }, counted(2)]);
    await eventually(async () => assert.deepEqual(await service.effects(), [1, 2]));
    const [letter, ...others] = await rejected();
    const { data, subject } = letter!.event;
    const sha256 = createHash('sha256').update(value).digest('hex');
    const reason = `Error: The message has ${value.length} bytes; at most 2097152 are read`;
    const place = { topic: 'things.facts', partition: 0, position: 2 };
    assert.deepEqual(data, { ...place, key: 'x', bytes: value.length, sha256, group: 'orders', reason });
    assert.deepEqual([subject, others], ['x', []]);
  });

  test('a message that the database does not take is set aside, and the rest proceeds', async () => {
    consume({ 'thing.counted': noteEffect() }, ['things.facts', 'things.state']);
    const broken = '{"a":😀}';
    const long = counted(2).value.replace(/"id":"[^"]+"/, `"id":"${randomBytes(4_000).toString('hex')}"`);
    await writer.append('things.facts', [{ key: 'x', value: broken }, { key: 'x', value: long }, counted(3)]);
    const written = (text: string, key: string): Message => {
      const message = state(1, { number: 'text' }, key);
      return { ...message, value: message.value.replace('"text"', `"${text}"`) };
    };
    const [nul, half] = [String.raw`\u0000`, String.raw`\ud800`];
    await writer.append('things.state', [written(nul, 'k1'), written(half, 'k2'), written(`\\${nul}`, 'k3')]);
    await eventually(async () => assert.deepEqual(await service.effects(), [3]));
    await eventually(async () =>
      assert.deepEqual(
        (await service.states()).map(({ key }) => key),
        ['k3'],
      ),
    );
    const reasons = (await rejected()).map(({ event }) => event.data.reason).toSorted();
    for (const reason of [/index row size/, /invalid input syntax for type json/, /unsupported Unicode escape/, /is not valid JSON/])
      assert.equal(reasons.filter((each) => reason.test(each)).length, 1, String(reason));
  });

  test('a handler of states runs once per version and sees its own batch in shared_state', async () => {
    const seen: unknown[] = [];
    consume(
      {
        'thing.state': async ({ dataversion, data }, tx) => {
          seen.push([dataversion, data, (await readState(tx, 'thing', 'k'))?.version]);
        },
      },
      ['things.state'],
    );
    const second = state(2, null);
    await writer.append('things.state', [state(1, { number: 1 }), second, second]);
    await eventually(() => assert.equal(seen.length, 2));
    assert.deepEqual(seen, [
      [1, { number: 1 }, 2],
      [2, null, 2],
    ]);
  });

  test('events that do not concern their handler are stored and passed over, also when they are read again', async () => {
    const seen: number[] = [];
    const all = async (events: readonly CloudEvent<Counted>[]): Promise<void> => void seen.push(...events.map(({ data }) => data.number));
    consume({ 'thing.state': { concerns: ({ data }) => data.number % 3 === 0, all } }, ['things.state']);
    for (const number of range(1, 6)) await writer.append('things.state', [state(number, { number }, `k${number}`)]);
    await eventually(async () => assert.equal((await service.states()).length, 6));
    await eventually(() => assert.deepEqual(seen, [3, 6]));
    await eventually(async () => assert.equal(await count('inbox'), 2));
    await service.database.pool.query('update consumer_offset set position = 0');
    await writer.append('things.state', [state(9, { number: 9 }, 'k9')]);
    await eventually(() => assert.deepEqual(seen, [3, 6, 9]));
    await eventually(async () => assert.equal(await count('inbox'), 3));
  });

  test('events of types without a handler are passed over', async () => {
    consume({ 'thing.counted': noteEffect() });
    const other = createEvent({ type: 'thing.moved', key: 'a', data: {} }, { service: 'things', now: new Date() });
    await writer.append('things.facts', [{ key: 'a', value: JSON.stringify(other) }, counted(1)]);
    await eventually(async () => assert.deepEqual(await service.effects(), [1]));
    assert.equal(await count('inbox'), 1);
  });
});
