import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { eventually, type TestDatabase } from '@partner-ordering/testing';
import { startConsumer, type Consumer, type Handlers } from './consumer.ts';
import { testLog, testService } from '../fixtures/reused-databases.ts';
import { recordingLog, stateMessage, type TestService } from '../fixtures/things.ts';
import { postgresTransport } from '../postgres/postgres-transport.ts';
import { upsertStates } from '../replicas/shared-state.ts';
import type { Transport, Writer } from '../transport/transport.ts';

describe('replicas', () => {
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

  interface Release {
    handlers?: Handlers<Record<string, { n: number }>>;
    from?: Pick<Transport, 'subscribe' | 'ends'>;
  }

  /** Starts an instance of a release that follows these types with these fields. */
  async function start(things: Record<string, string[]>, { handlers = {}, from = transport }: Release = {}) {
    const consumer = startConsumer({
      database: service.database,
      transport: from,
      group: 'orders',
      follows: { states: { things } },
      handlers,
      logger: recordingLog(),
    });
    consumers.push(consumer);
    await consumer.declared;
    return consumer;
  }
  const holds = (key: string, state: unknown): Promise<void> =>
    eventually(async () => assert.deepEqual((await service.states()).find((known) => known.key === key)?.state, state));
  const publish = (key: string, version: number): Promise<void> =>
    writer.append('things.state', [stateMessage(key, version, { n: version, number: version, more: version })]);

  test('a replica is read again only when other fields or types are followed', async () => {
    await publish('a', 1);
    const first = await start({ thing: ['n'] });
    await holds('a', { n: 1 });
    await first.stop();
    // Shows whether the topic is read again.
    await service.database.pool.query(`delete from shared_state`);
    const second = await start({ thing: ['n'] });
    await publish('b', 2);
    await holds('b', { n: 2 });
    assert.equal((await service.states()).length, 1);
    await second.stop();
    await start({ thing: ['n', 'number'] });
    await holds('a', { n: 1, number: 1 });
  });

  test('a replica has the fields of the next release once that has started, whichever instance handles the events', async () => {
    await publish('a', 1);
    await start({ thing: ['n'] });
    await holds('a', { n: 1 });
    // The next release starts but gets no events, so the instance of the previous release handles them all.
    const deaf = { ends: transport.ends, subscribe: () => Promise.resolve({ stop: () => Promise.resolve() }) };
    await start({ thing: ['n', 'number'], other: ['n'] }, { from: deaf });
    await writer.append('things.state', [stateMessage('o', 1, { n: 1 }, 'other')]);
    await publish('b', 2);
    await holds('b', { n: 2, number: 2 });
    await holds('a', { n: 1, number: 1 });
    await holds('o', { n: 1 });
  });

  test('a replica keeps fields that are no longer followed, since the previous release may still read them', async () => {
    await publish('a', 1);
    await (await start({ thing: ['n', 'number'] })).stop();
    await start({ thing: ['n'] });
    await publish('b', 2);
    await holds('b', { n: 2, number: 2 });
  });

  test('handlers get the fields of the replica, and reading it again runs no handler again', async () => {
    const seen: unknown[] = [];
    const handlers: Release['handlers'] = { 'thing.state': async ({ data }) => void seen.push(data) };
    await publish('a', 1);
    const first = await start({ thing: ['n'] }, { handlers });
    await holds('a', { n: 1 });
    await first.stop();
    await start({ thing: ['n', 'number'] }, { handlers });
    await holds('a', { n: 1, number: 1 });
    await publish('a', 2);
    await holds('a', { n: 2, number: 2 });
    assert.deepEqual(seen, [{ n: 1 }, { n: 2, number: 2 }]);
  });

  test('a state from its owner that is newer than the topic is not overwritten when the topic is read again', async () => {
    await publish('a', 1);
    const first = await start({ thing: ['n'] });
    await holds('a', { n: 1 });
    await first.stop();
    await upsertStates(service.database, [{ type: 'thing', key: 'a', version: 2, state: { n: 2, number: 2 } }]);
    await start({ thing: ['n', 'number'] });
    await publish('b', 3);
    await holds('b', { n: 3, number: 3 });
    await holds('a', { n: 2 });
  });

  test('a replica is filled once a database that failed at the start is back', async () => {
    await publish('a', 1);
    await service.database.pool.query('alter table replica_field rename to hidden');
    await start({ thing: ['n'] });
    await service.database.pool.query('alter table hidden rename to replica_field');
    await holds('a', { n: 1 });
  });
});
