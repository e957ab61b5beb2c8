import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { messagingRoles, testDatabase, type MessagingRoles, type TestDatabase } from '@partner-ordering/testing';
import pg from 'pg';
import { counted, range, recordingLog, stateOf } from '../fixtures/things.ts';
import type { Transport } from '../transport/transport.ts';
import { removeExpired } from './log-retention.ts';
import { migrateMessaging } from './log-schema.ts';
import { postgresTransport } from './postgres-transport.ts';

describe('the roles of the messaging database', () => {
  let log: TestDatabase;
  let roles: MessagingRoles;
  let things: Transport;
  before(async () => {
    log = await testDatabase('messaging_log', () => Promise.resolve());
    roles = await messagingRoles(log, ['things', 'orders']);
  });
  after(async () => {
    await things?.close();
    await log.drop();
    await roles.drop();
  });

  const open = (service: string): Promise<Transport> => postgresTransport({ url: roles.urlOf(service), logger: recordingLog() });
  const denied = /violates row-level security policy/;

  test('a service is told that the owner has to migrate first', async () => {
    await assert.rejects(open('things'), {
      message: /^MESSAGING_URL: the messaging database has version 0 and needs 3: migrate it as its owner$/,
    });
    await migrateMessaging(log.url);
    await (await open('things')).close();
  });

  test('a service adds to its own topics and dead letters, and reads those of all', async () => {
    things = await open('things');
    const writer = await things.begin('things');
    for (const topic of ['things.state', 'things.facts', 'things.dlq']) await writer.append(topic, [counted(1)]);
    const orders = await open('orders');
    assert.deepEqual(await orders.ends('things.facts'), new Map([[0, 1]]));
    const read: string[] = [];
    await orders.read('things.facts', (batch) => void read.push(...batch.map(({ key }) => key)));
    assert.deepEqual(read, ['thing/a']);
    await orders.close();
  });

  test('a service is refused where it writes in the name of another: no message, no place in the log, no fencing', async () => {
    const orders = await open('orders');
    const own = await orders.begin('orders');
    for (const topic of ['things.state', 'things.facts', 'things.dlq', 'things.state.dlq', 'new.facts'])
      await assert.rejects(own.append(topic, [counted(2)]), denied, topic);
    await assert.rejects(orders.begin('things'), denied);
    await own.append('orders.facts', [counted(1)]);
    await orders.close();
    await (await things.begin('things')).append('things.facts', [counted(3)]);
    assert.deepEqual(await things.ends('things.facts'), new Map([[0, 2]]));
  });

  test('a service neither changes nor removes what another has added, however it asks', async () => {
    const pool = new pg.Pool({ connectionString: roles.urlOf('orders'), max: 1 });
    const count = async (statement: string): Promise<number | null> => (await pool.query(statement)).rowCount;
    assert.equal(await count("delete from log where topic like 'things.%'"), 0);
    assert.equal(await count("update topic set last_position = 0 where name like 'things.%'"), 0);
    assert.equal(await count("update writer set epoch = 99 where source = 'things'"), 0);
    for (const statement of [
      "update log set value = ''",
      'truncate log',
      'delete from topic',
      'create table mine ()',
      'alter table log disable row level security',
    ])
      await assert.rejects(pool.query(statement), /permission denied|must be owner/, statement);
    await pool.end();
  });

  test('each service removes what has expired in its own topics', async () => {
    const writer = await things.begin('things');
    await writer.append(
      'things.state',
      range(1, 3).map((version) => stateOf('k', version, { n: version })),
    );
    const [orders, own] = ['orders', 'things'].map((service) => new pg.Pool({ connectionString: roles.urlOf(service), max: 1 }));
    assert.equal(await removeExpired(orders!), 0);
    assert.equal(await removeExpired(own!), 2);
    await Promise.all([orders!.end(), own!.end()]);
  });
});
