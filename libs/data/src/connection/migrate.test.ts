import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Migration } from '@mikro-orm/migrations';
import { lockIsAwaited, testDatabase, type TestDatabase } from '@partner-ordering/testing';
import pg from 'pg';
import { openDatabase } from './database.ts';

const migration = (name: string, statement: string) => ({
  name,
  class: class extends Migration {
    up(): void {
      this.addSql(statement);
    }
  },
});

const change = migration('change', 'alter table shop add town text');

describe('migrations', () => {
  let database: TestDatabase;
  let running: pg.Client;
  let request: pg.Client;
  before(async () => {
    database = await testDatabase('empty', async () => undefined);
    [running, request] = [new pg.Client({ connectionString: database.url }), new pg.Client({ connectionString: database.url })];
    await Promise.all([running.connect(), request.connect()]);
    await running.query('create table shop (name text)');
  });
  after(async () => {
    await Promise.all([running.end(), request.end()]);
    await database.drop();
  });

  test('a migration that waits for a table does not block requests, and ends when the table is free', async () => {
    const options = { url: database.url, entities: [], poolSize: 3, applicationName: 'migration' };
    const migrated = await openDatabase({ ...options, migrations: [change] });
    try {
      await running.query('begin');
      await running.query('select * from shop');
      const migrating = migrated.migrate();
      await lockIsAwaited(request);
      const startedAt = performance.now();
      await request.query('select * from shop');
      assert.ok(performance.now() - startedAt < 3_000);
      await running.query('commit');
      await migrating;
      assert.deepEqual((await request.query('select town from shop')).rows, []);
    } finally {
      await migrated.close();
    }
  });

  test('migrations commit one by one: an altered table is free while the next migration waits, and an interrupted run resumes', async () => {
    await running.query('create table market (name text)');
    await running.query('create table street (name text)');
    const options = { url: database.url, entities: [], poolSize: 3, applicationName: 'migration' };
    const market = migration('market', 'alter table market add town text');
    const street = migration('street', 'alter table street add town text');
    const last = migration('last', 'alter table shop add village text');
    const cutOff = await openDatabase({ ...options, migrations: [change, market, migration('fails', 'select 1 / 0')] });
    await assert.rejects(cutOff.migrate(), /division by zero/);
    await cutOff.close();
    const migrated = await openDatabase({ ...options, migrations: [change, market, street, last] });
    try {
      assert.deepEqual((await request.query('select town from market')).rows, []);
      await running.query('begin');
      await running.query('select * from shop');
      const migrating = migrated.migrate();
      await lockIsAwaited(request);
      assert.deepEqual((await request.query(`select town from street`)).rows, []);
      await running.query('commit');
      await migrating;
      assert.deepEqual((await request.query('select village from shop')).rows, []);
    } finally {
      await migrated.close();
    }
  });
});
