import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, testDatabase, type TestDatabase } from '@partner-ordering/testing';
import { isConnectionError } from './connection-errors.ts';
import { everyConnection } from '../fixtures/things.ts';
import { openDatabase, type Database } from './database.ts';
import { sql } from './sql.ts';

const POOL_SIZE = 3;

describe('the connection for pings', () => {
  let created: TestDatabase;
  let database: Database;
  before(async () => {
    created = await testDatabase('empty', async () => undefined);
    database = await openDatabase({ url: created.url, entities: [], migrations: [], poolSize: POOL_SIZE, applicationName: 'pings' });
  });
  after(async () => {
    await database.close();
    await created.drop();
  });

  test('it answers while all connections of the pool are in use and a query is refused, and is opened again when it was lost', async () => {
    const all = await everyConnection(database.pool);
    const pings = `from pg_stat_activity where application_name = 'pings' and pid <> all($1) and datname = current_database()`;
    const pids = await Promise.all(all.map(async (client) => (await client.query(`select pg_backend_pid() as pid`)).rows[0].pid as number));
    const findPings = async () => (await all[0]!.query<{ pid: number }>(`select pid ${pings}`, [pids])).rows;
    await Promise.all([database.ping(), database.ping()]);
    const [first, ...others] = await findPings();
    assert.ok(first && others.length === 0);
    await all[0]!.query('select pg_terminate_backend($1)', [first.pid]);
    await eventually(() => database.ping());
    const [second] = await findPings();
    assert.notEqual(second!.pid, first.pid);
    await assert.rejects(database.query(sql`select 1 as one`), isConnectionError);
    for (const client of all) client.release();
    assert.deepEqual(await database.query(sql`select 1 as one`), [{ one: 1 }]);
  });
});
