import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { eventually, type TestDatabase } from '@partner-ordering/testing';
import pg from 'pg';
import { crashSuite } from '../fixtures/crash.suite.ts';
import { testLog, testService } from '../fixtures/reused-databases.ts';
import { counted, type Handle, handling, range, recordingLog } from '../fixtures/things.ts';
import { prepareLog, removeExpired } from './log-table.ts';
import { postgresTransport } from './postgres-transport.ts';
import { transportSuite } from '../fixtures/transport.suite.ts';

transportSuite(
  'PostgreSQL',
  async () => {
    const { url, drop } = await testLog();
    return { open: () => postgresTransport({ url, logger: recordingLog() }), drop };
  },
  { regroupMs: 20_000 },
);

crashSuite('PostgreSQL', async () => {
  const { url, drop } = await testLog();
  return { args: [url], drop };
});

/** A busy machine connects slowly. */
const WITHIN_20_S = { timeoutMs: 20_000 };

/** Writes the position of each message. */
const noteEach: Handle = async (batch, tx) => {
  const numbers = batch.map(({ position }) => position);
  await tx.query({ text: `insert into effect (consumer_group, number) select 'orders', * from unnest($1::int[])`, values: [numbers] });
};

describe('the PostgreSQL transport', () => {
  let log: TestDatabase;
  let pool: pg.Pool;
  before(async () => {
    log = await testLog();
    pool = new pg.Pool({ connectionString: log.url });
    pool.on('error', () => undefined);
  });
  after(async () => {
    await pool.end();
    await log.drop();
  });

  test('several transports that open an empty database at once make one schema', async () => {
    const open = () => postgresTransport({ url: log.url, logger: recordingLog() });
    const transports = await Promise.all(range(1, 4).map(open));
    await (await transports[0]!.begin('first')).append('first.facts', [counted(1)]);
    assert.deepEqual(await transports[3]!.ends('first.facts'), new Map([[0, 1]]));
    await Promise.all(transports.map((transport) => transport.close()));
  });

  test('positions have no gaps with several writers', async () => {
    const transports = await Promise.all(range(1, 3).map(() => postgresTransport({ url: log.url, logger: recordingLog() })));
    const writers = await Promise.all(transports.map((transport, index) => transport.begin(`gapless ${index}`)));
    await Promise.all(range(1, 30).map((number) => writers[number % 3]?.append('gapless.facts', [counted(number), counted(-number)])));
    await Promise.all(transports.map((transport) => transport.close()));
    const { rows } = await pool.query("select position::int from log where topic = 'gapless.facts' order by position");
    assert.deepEqual(
      rows.map((row) => row.position),
      range(1, 60),
    );
  });

  test('a state topic keeps the newest message of each key; other topics keep the last 30 days', async () => {
    await prepareLog(pool);
    const transport = await postgresTransport({ url: log.url, logger: recordingLog() });
    const writer = await transport.begin('kept');
    await writer.append('kept.state', [counted(1, 'a'), counted(2, 'b'), counted(3, 'a')]);
    await writer.append('kept.facts', [counted(4), counted(5), counted(6)]);
    await transport.close();
    await pool.query(
      "update log set appended_at = now() - interval '31 days' where topic = 'kept.state' or (topic = 'kept.facts' and position < 3)",
    );
    assert.equal(await removeExpired(pool), 3);
    const { rows } = await pool.query("select topic, position::int from log where topic like 'kept.%' order by topic, position");
    assert.deepEqual(
      rows.map(({ topic, position }) => `${topic} ${position}`),
      ['kept.facts 3', 'kept.state 2', 'kept.state 3'],
    );
  });

  test('a log that ends before the offset of a group is reported', async () => {
    const transport = await postgresTransport({ url: log.url, logger: recordingLog() });
    const service = await testService();
    await service.database.pool.query(
      "insert into consumer_offset (consumer_group, topic, position) values ('orders', 'replaced.facts', 7)",
    );
    const errors: string[] = [];
    const subscription = await transport.subscribe({
      group: 'orders',
      topics: ['replaced.facts'],
      database: service.database,
      ...handling(() => Promise.resolve()),
      onError: (error) => errors.push(String(error)),
    });
    await eventually(() => assert.match(errors[0] ?? '', /ends at 0, before this group's offset 7/));
    await subscription.stop();
    await transport.close();
    await service.drop();
  });

  test('one subscriber of a group works at a time and each message is handled once, even without an inbox', async () => {
    const transports = await Promise.all(range(1, 3).map(() => postgresTransport({ url: log.url, logger: recordingLog() })));
    const service = await testService();
    let running = 0;
    let mostRunning = 0;
    const handle: Handle = async (batch, tx, entered) => {
      mostRunning = Math.max(mostRunning, ++running);
      await noteEach(batch, tx, entered);
      await setTimeout(2);
      running--;
    };
    const options = { group: 'orders', topics: ['turns.facts'], database: service.database, ...handling(handle), onError: () => undefined };
    const subscriptions = await Promise.all(transports.map((transport) => transport.subscribe(options)));
    const writer = await transports[0]!.begin('turns');
    for (const number of range(1, 100)) await writer.append('turns.facts', [counted(number)]);
    await eventually(async () => assert.equal((await service.effects()).length, 100));
    await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    assert.deepEqual(await service.effects(), range(1, 100));
    assert.equal(mostRunning, 1);
    await Promise.all(transports.map((transport) => transport.close()));
    await service.drop();
  });

  test('a batch has at most 64 KiB, but at least one message', async () => {
    const transport = await postgresTransport({ url: log.url, logger: recordingLog() });
    const service = await testService();
    const lengths = [30, 30, 30, 100, 1];
    const messages = lengths.map((kibibytes) => ({ key: 'thing/long', value: ' '.repeat(kibibytes * 1_024) }));
    await (await transport.begin('long')).append('long.facts', messages);
    const batches: number[][] = [];
    const subscription = await transport.subscribe({
      group: 'long',
      topics: ['long.facts'],
      database: service.database,
      ...handling(async (batch) => void batches.push(batch.map(({ value }) => value.length / 1_024))),
      onError: () => undefined,
    });
    await eventually(() => assert.deepEqual(batches, [[30, 30], [30], [100], [1]]), WITHIN_20_S);
    const read: string[] = [];
    await transport.read('long.facts', (batch) => void read.push(...batch.map(({ value }) => value)));
    assert.deepEqual(
      read,
      messages.map(({ value }) => value),
    );
    await subscription.stop();
    await transport.close();
    await service.drop();
  });

  test('an append wakes a waiting subscriber long before its next poll', async () => {
    const transport = await postgresTransport({ url: log.url, logger: recordingLog(), pollMs: 3_600_000 });
    const service = await testService();
    const seen = new Set<string>();
    const subscription = await transport.subscribe({
      group: 'woken',
      topics: ['woken.facts'],
      database: service.database,
      ...handling(async (batch) => batch.forEach(({ key }) => seen.add(key))),
      onError: () => undefined,
    });
    const writer = await transport.begin('woken');
    // Repeated, since the subscriber may not listen yet.
    await eventually(
      async () => (await writer.append('woken.facts', [counted(1, 'first')]), assert.ok(seen.has('thing/first'))),
      WITHIN_20_S,
    );
    await writer.append('woken.facts', [counted(2, 'second')]);
    await eventually(() => assert.ok(seen.has('thing/second')), WITHIN_20_S);
    await subscription.stop();
    await transport.close();
    await service.drop();
  });

  test('a subscription outlives the loss of all connections', async () => {
    const transport = await postgresTransport({ url: log.url, logger: recordingLog() });
    const service = await testService();
    const subscription = await transport.subscribe({
      group: 'orders',
      topics: ['lost.facts'],
      database: service.database,
      ...handling(noteEach),
      onError: () => undefined,
    });
    const writer = await transport.begin('lost');
    await writer.append('lost.facts', [counted(1, 'first')]);
    await eventually(async () => assert.deepEqual(await service.effects(), [1]));
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name like 'messaging%'`,
    );
    await eventually(() => writer.append('lost.facts', [counted(2, 'second')]), WITHIN_20_S);
    await eventually(async () => assert.deepEqual(await service.effects(), [1, 2]), WITHIN_20_S);
    await subscription.stop();
    await transport.close();
    await service.drop();
  });
});
