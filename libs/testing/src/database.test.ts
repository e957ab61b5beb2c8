import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { testDatabase } from './database.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('databases of one name are migrated once and do not see each other', async () => {
  let migrations = 0;
  const migrate = async (url: string): Promise<void> => {
    migrations += 1;
    await query(url, 'create table thing (name text)');
  };
  const [first, second] = await Promise.all([testDatabase('testing', migrate), testDatabase('testing', migrate)]);
  await query(first.url, `insert into thing values ('one')`);
  assert.equal(migrations, 1);
  assert.deepEqual(await query(first.url, 'select name from thing'), [{ name: 'one' }]);
  assert.deepEqual(await query(second.url, 'select name from thing'), []);
  await Promise.all([first.drop(), second.drop()]);
  await assert.rejects(query(first.url, 'select 1'), /does not exist/);
});

test('a template whose migration failed is filled anew', async () => {
  const failing = (): Promise<void> => Promise.reject(new Error('bad migration'));
  await assert.rejects(testDatabase('testing_retry', failing), /bad migration/);
  const database = await testDatabase('testing_retry', async () => {});
  await database.drop();
});
