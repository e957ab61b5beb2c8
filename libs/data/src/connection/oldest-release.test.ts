import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Migration } from '@mikro-orm/migrations';
import { testDatabase, type TestDatabase } from '@partner-ordering/testing';
import { openDatabase, type Database, type MigrationList } from './database.ts';
import { dataMigrations } from './migrations.ts';
import { contraction, DatabaseTooOld, ReleaseTooOld } from './oldest-release.ts';

const migration = (name: string, up: string, down: string) => ({
  name,
  class: class extends Migration {
    up(): void {
      this.addSql(up);
    }
    override down(): void {
      this.addSql(down);
    }
  },
});

const shop = migration('shop-001', 'create table shop (name text, town text)', 'drop table shop');
const expanded = migration('shop-002', 'alter table shop add place text', 'alter table shop drop column place');
const contracted = contraction('0.9.0', migration('shop-003', 'alter table shop drop column town', 'alter table shop add town text'));

describe('the oldest release that a database serves', () => {
  let database: TestDatabase;
  let opened: Database[];
  beforeEach(async () => {
    database = await testDatabase('empty', async () => undefined);
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await database.drop();
  });

  async function code(release: string, ...migrations: MigrationList): Promise<Database> {
    const options = { url: database.url, entities: [], poolSize: 3, applicationName: 'release', release };
    const one = await openDatabase({ ...options, migrations: [...dataMigrations, ...migrations] });
    opened.push(one);
    return one;
  }
  const columns = async (of: Database): Promise<string[]> => {
    const text = `select column_name as name from information_schema.columns where table_name = 'shop' order by 1`;
    return (await of.query<{ name: string }>({ text, values: [] })).map(({ name }) => name);
  };

  test('a database that is empty refuses nobody', async () => {
    await (await code('0.0.1')).refuseUnfit();
  });

  test('a database from before the first release is refused before anything changes, with what to do', async () => {
    const present = await code('0.1.0', shop);
    await present.query({ text: 'create table mikro_orm_migrations (name text)', values: [] });
    await present.query({ text: `insert into mikro_orm_migrations values ('data-001-functions')`, values: [] });
    const isExpected = (error: unknown): boolean =>
      error instanceof DatabaseTooOld && error.message.endsWith('(`npm start`: `rm -rf .data`)');
    await assert.rejects(present.refuseUnfit(), isExpected);
    await assert.rejects(present.migrate(), isExpected);
    assert.deepEqual(await columns(present), []);
  });

  test('a database with the tables of another schema file is refused', async () => {
    const schema = (digest: string) => ({ ...shop, name: `shop-schema@${digest}` });
    await (await code('0.1.0', schema('00000001'))).migrate();
    await (await code('0.1.0', schema('00000001'), expanded)).refuseUnfit();
    await assert.rejects((await code('0.1.0', schema('00000002'))).refuseUnfit(), DatabaseTooOld);
  });

  test('a migration that only adds refuses nobody: the release before runs, and its own migrations change nothing', async () => {
    await (await code('0.9.0', shop, expanded)).migrate();
    const before = await code('0.8.0', shop);
    await before.refuseUnfit();
    await before.migrate();
    assert.deepEqual(await columns(before), ['name', 'place', 'town']);
  });

  test('a contraction refuses older releases, before they change anything, and serves the one that it names', async () => {
    const newest = await code('0.10.0', shop, expanded, contracted);
    await newest.migrate();
    await newest.refuseUnfit();
    await (await code('0.9.0', shop, expanded)).refuseUnfit();
    await (await code('0.9.0-rc.1', shop, expanded)).migrate();
    const tooOld = await code('0.8.12', shop, migration('shop-own', 'create table shop_own ()', 'drop table shop_own'));
    const isExpected = (error: unknown): boolean =>
      error instanceof ReleaseTooOld &&
      error.message.startsWith(
        'the database serves releases from 0.9.0 on, and this is 0.8.12: migration shop-003 took away what it needs',
      );
    await assert.rejects(tooOld.refuseUnfit(), isExpected);
    await assert.rejects(tooOld.migrate(), isExpected);
    assert.deepEqual(await columns(newest), ['name', 'place']);
    assert.deepEqual(await newest.query({ text: `select to_regclass('shop_own') as made`, values: [] }), [{ made: null }]);
  });

  test('going back behind a contraction serves the older releases again', async () => {
    const newest = await code('0.10.0', shop, expanded, contracted);
    await newest.migrate();
    await newest.orm.migrator.down();
    await (await code('0.8.12', shop)).refuseUnfit();
  });

  test('a contraction that names no release is a mistake that shows at once', () => {
    assert.throws(() => contraction('next', shop), { message: 'next is no release' });
  });
});
