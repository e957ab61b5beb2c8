import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, lockIsAwaited, SERVER_URL_VARIABLE } from '@partner-ordering/testing';
import pg from 'pg';
import { isUnavailableSoon, outageStage } from './fixtures/cable.ts';

// More of it, which takes longer, is in outage.stress.test.ts.

describe('outages of PostgreSQL', () => {
  let stage: Awaited<ReturnType<typeof outageStage>>;
  before(async () => void (stage = await outageStage()));
  after(() => stage.stop());

  test('503 soon for reads and writes during repeated outages, then automatic recovery', async () => {
    const { cable, service, user, href } = stage;
    for (let outage = 0; outage < 3; outage++) {
      await cable.cut();
      for (let round = 0; round < 2; round++) {
        await Promise.all([
          ...[href, '/v1/notes', '/v1/notes/total_count'].map((path) => isUnavailableSoon(user.get(path))),
          ...Array.from({ length: 8 }, () => isUnavailableSoon(user.post('/v1/notes', { title: 'Never' }))),
          isUnavailableSoon(user.put(href, { count: 1 })),
        ]);
      }
      assert.equal((await service.anonymous.get('/readyz')).status, 503);
      assert.match(await service.service.metrics(), /^ready\{service="notes"\} 0$/m);
      assert.equal((await service.anonymous.get('/livez')).status, 200);
      await cable.mend();
      await eventually(async () => assert.equal((await user.get(href)).status, 200), { timeoutMs: 5_000 });
      // More at once than the pool has connections: none was lost.
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => user.post('/v1/notes', { title: `After ${outage} ${index}` })),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
      assert.equal((await service.anonymous.get('/readyz')).status, 200);
    }
    assert.equal((await user.get('/v1/notes/total_count', { parameters: { query: ['title', '==', 'Never'] } })).body.total_count, 0);
  });

  test('503 without Retry-After if the connection is lost while COMMIT runs, which goes on', async () => {
    const { cable, service, user } = stage;
    const { pool } = service.service.database;
    await pool.query(
      `create function hold() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(7); return null; end'`,
    );
    await pool.query(`create constraint trigger held after insert on note deferrable initially deferred
      for each row when (new.title = 'Perhaps') execute function hold()`);
    const holder = await pool.connect();
    await holder.query('select pg_advisory_lock(7)');
    const writing = user.post('/v1/notes', { title: 'Perhaps' });
    await lockIsAwaited(pool);
    await cable.cut();
    const { status, headers, body } = await writing;
    assert.deepEqual([status, headers.get('retry-after')], [503, null]);
    assert.equal(body.error.message, 'The service broke off; the request may have been carried out');
    await cable.mend();
    const count = { parameters: { query: ['title', '==', 'Perhaps'] } };
    await eventually(async () => assert.equal((await user.get('/v1/notes/total_count', count)).body.total_count, 1));
  });

  test('503 with Retry-After, and not ready, while the database is read-only', async () => {
    const { service, user, href } = stage;
    const { database } = service.service.database.pool.options;
    const admin = new pg.Client({ connectionString: process.env[SERVER_URL_VARIABLE] });
    await admin.connect();
    const setReadOnly = (value: string) =>
      admin.query(`alter database ${pg.escapeIdentifier(database!)} set default_transaction_read_only = ${value}`);
    const endSessions = () => admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    await setReadOnly('on');
    await endSessions();
    await eventually(async () => assert.equal((await service.anonymous.get('/readyz')).status, 503));
    await isUnavailableSoon(user.put(href, { count: 2 }));
    await setReadOnly('off');
    await admin.end();
    await eventually(async () => assert.equal((await service.anonymous.get('/readyz')).status, 200));
    assert.equal((await user.put(href, { count: 2 })).status, 204);
  });
});
