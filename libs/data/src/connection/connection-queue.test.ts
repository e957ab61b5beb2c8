import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testDatabase, type TestDatabase } from '@partner-ordering/testing';
import { openDatabase, type Database } from './database.ts';
import { onBehalfOf } from './connection-queue.ts';

describe('connections of a pool of three', () => {
  let created: TestDatabase;
  let database: Database;
  before(async () => {
    created = await testDatabase('empty', async () => undefined);
    database = await openDatabase({ url: created.url, entities: [], migrations: [], poolSize: 3, applicationName: 'queue' });
  });
  after(async () => {
    await database.close();
    await created.drop();
  });

  test('a second slow call waits for the first and is counted, a second job does not', async () => {
    const { pool } = database;
    const asRequest = <Result>(work: () => Result) => onBehalfOf({ parties: ['a'], operation: 'list' }, work);
    const asJob = <Result>(work: () => Result) => work();
    for (const [as, expected] of [
      [asRequest, ['first', 'second']],
      [asJob, ['second', 'first']],
    ] as const) {
      const ended: string[] = [];
      const first = await as(() => pool.connect());
      await first.query('select pg_sleep(0.3)');
      const second = as(() => pool.query('select 1')).then(() => ended.push('second'));
      if (as === asJob) await second;
      assert.equal(database.connections().waiting, as === asRequest ? 1 : 0);
      ended.push('first');
      first.release();
      await second;
      assert.deepEqual(ended, expected);
    }
  });
});
