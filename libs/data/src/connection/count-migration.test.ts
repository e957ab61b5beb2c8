import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { Migration } from '@mikro-orm/migrations';
import { eventually, testDatabase, type TestDatabase } from '@partner-ordering/testing';
import pg from 'pg';
import { keptCount, SpreadCounts } from './count-migration.ts';
import { openDatabase, type MigrationList } from './database.ts';
import { dataMigrations } from './migrations.ts';

class Page extends Migration {
  up(): void {
    this.addSql('create table page (gid int primary key)');
    keptCount('page').forEach((statement) => this.addSql(statement));
  }
}

const SPREAD = 'data-005-spread-counts';
const OWN = 'data-006-own-parts';
const before005 = dataMigrations.slice(
  0,
  dataMigrations.findIndex(({ name }) => name === SPREAD),
);
const without006 = dataMigrations.filter(({ name }) => name !== OWN);
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

  /** The statements of data-005, to be run one by one. */
  async function spreadCounts(): Promise<string[]> {
    const options = { url: database.url, entities: [], migrations: [], poolSize: 1, applicationName: 'migration' };
    const { orm, close } = await openDatabase(options);
    const spread = new SpreadCounts(orm.em.getDriver() as never, orm.config);
    spread.up();
    await close();
    return spread.getQueries().map(String);
  }

  const numbers = async (client: pg.Client): Promise<{ kept: number; there: number }> =>
    (await client.query<{ kept: number; there: number }>(
      `select (select sum(number)::int from kept_count where counted = 'page') as kept, (select count(*)::int from page) as there`,
    )).rows[0]!; // prettier-ignore

  test('are inserted and numbered by a migration while a writer who finds all locked gets no error, and their sum stays', async () => {
    const [holder, writer, migrating, watcher] = clients as [pg.Client, pg.Client, pg.Client, pg.Client];
    await migrate([...before005, page]);
    // As data-004 left them: one part, of the sequence.
    await holder.query(`delete from kept_count; insert into kept_count (counted, number) values ('page', 0)`);
    await holder.query('insert into page select generate_series(1, 5)');
    const statements = await spreadCounts();
    await migrating.query('begin');
    await migrating.query(statements[0]!);
    await holder.query('begin');
    await holder.query('insert into page values (6)');
    let isWritten = false;
    const { pid } = (await writer.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!;
    const writing = writer.query('insert into page values (7)').finally(() => (isWritten = true));
    writing.catch(() => undefined);
    await eventually(async () => isWritten || (await watcher.query('select from pg_locks where pid = $1 and not granted', [pid])).rowCount === 1); // prettier-ignore
    for (const statement of statements.slice(1)) await migrating.query(statement);
    await migrating.query('commit');
    await writing;
    await holder.query('commit');
    assert.deepEqual(await numbers(watcher), { kept: 7, there: 7 });
    assert.equal((await watcher.query(`select from kept_count where part between 1 and 64`)).rowCount, 64);
  });

  test('are made without a wait for each other, whatever the sequence was set back to', async () => {
    const [holder, earlier, later, last] = clients as [pg.Client, pg.Client, pg.Client, pg.Client];
    await migrate([...without006, page]);
    await holder.query('begin');
    await holder.query('select from kept_count for update');
    await earlier.query('begin');
    await earlier.query('insert into page values (1)');
    // As data-005 does while no other transaction sees the part that was just made.
    await last.query(`select setval(pg_get_serial_sequence('kept_count', 'part'), 64)`);
    await migrate([...dataMigrations, page]);
    for (const [index, client] of [later, last].entries()) {
      await client.query('begin');
      await client.query(`set local lock_timeout = '1ms'`);
      await client.query('insert into page values ($1)', [2 + index]);
    }
    for (const client of [earlier, later, last, holder]) await client.query('commit');
    assert.deepEqual(await numbers(holder), { kept: 3, there: 3 });
  });

  test('that bear the number of a transaction before a restore are added to', async () => {
    const [holder, writer, watcher] = clients as [pg.Client, pg.Client, pg.Client];
    await migrate([...dataMigrations, page]);
    await writer.query('begin');
    const { pid, own } = (await writer.query<{ pid: number; own: string }>('select pg_backend_pid() as pid, -txid_current() as own')).rows[0]!; // prettier-ignore
    await holder.query(`insert into kept_count (counted, part, number) overriding system value values ('page', $1, 0)`, [own]);
    await holder.query('begin');
    await holder.query('select from kept_count for update');
    const writing = writer.query('insert into page values (1)');
    await eventually(async () => (await watcher.query('select from pg_locks where pid = $1 and not granted', [pid])).rowCount === 1);
    await holder.query('commit');
    await writing;
    await writer.query('commit');
    assert.deepEqual(await numbers(watcher), { kept: 1, there: 1 });
  });
});
