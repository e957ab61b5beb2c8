import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { Migration } from '@mikro-orm/migrations';
import { testDatabase, type TestDatabase } from '@partner-ordering/testing';
import pg from 'pg';
import { keptCount } from './count-migration.ts';
import { openDatabase, type MigrationList } from './database.ts';
import { dataMigrations } from './migrations.ts';

class Page extends Migration {
  up(): void {
    this.addSql('create table page (gid int primary key)');
    keptCount('page').forEach((statement) => this.addSql(statement));
  }
}

const page = { name: 'page', class: Page };

describe('the parts of a kept count', { timeout: 15_000 }, () => {
  let database: TestDatabase;
  let clients: pg.Client[];
  before(async () => {
    database = await testDatabase('empty', async () => undefined);
  });
  after(() => database.drop());
  beforeEach(async () => {
    clients = Array.from({ length: 4 }, () => new pg.Client({ connectionString: database.url }));
    await Promise.all(clients.map((client) => client.connect()));
    await clients[0]!.query('drop schema public cascade; create schema public');
  });
  afterEach(() => Promise.all(clients.map((client) => client.end())));

  async function migrate(migrations: MigrationList): Promise<void> {
    const options = { url: database.url, entities: [], poolSize: 2, applicationName: 'migration' };
    const migrated = await openDatabase({ ...options, migrations });
    await migrated.migrate().finally(() => migrated.close());
  }

  const numbers = async (client: pg.Client): Promise<{ kept: number; there: number }> =>
    (await client.query<{ kept: number; there: number }>(
      `select (select sum(number)::int from kept_count where counted = 'page') as kept, (select count(*)::int from page) as there`,
    )).rows[0]!; // oxfmt-ignore

  test('are made without a wait for each other', async () => {
    const [holder, earlier, later, last] = clients as [pg.Client, pg.Client, pg.Client, pg.Client];
    await migrate([...dataMigrations, page]);
    await holder.query('begin');
    await holder.query('select from kept_count for update');
    await earlier.query('begin');
    await earlier.query('insert into page values (1)');
    for (const [index, client] of [later, last].entries()) {
      await client.query('begin');
      await client.query(`set local lock_timeout = '1ms'`);
      await client.query('insert into page values ($1)', [2 + index]);
    }
    for (const client of [earlier, later, last, holder]) await client.query('commit');
    assert.deepEqual(await numbers(holder), { kept: 3, there: 3 });
  });
});
