import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { keptCount } from '../connection/count-migration.ts';
import { thing } from '../fixtures/thing-rows.ts';
import { admin, everyConnection, searchable, testThings, things, type TestThings } from '../fixtures/things.ts';
import type { Resource } from '../resources/resource.ts';
import { keptCountDiffers } from './list-sql.ts';
import { readCount } from './read-list.ts';

describe('the kept number of rows', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
  });
  after(() => db.drop());
  beforeEach(() => run('truncate thing cascade'));

  const run = <Row>(text: string): Promise<Row[]> => db.database.query<Row>({ text, values: [] });
  const differs = () => run(keptCountDiffers(things as Resource));
  const insert = `insert into thing (gid, created_at, title, count, currency, owner_gid) select gen_random_uuid(), now(), 'Thing', 0, 'EUR', gen_random_uuid()`;

  test('the kept count follows inserts, deletes, rollbacks and truncation', async () => {
    await db.insert(Array.from({ length: 5 }, () => thing()));
    assert.equal(await db.count(), 5);
    await run('delete from thing where gid in (select gid from thing limit 2)');
    assert.equal(await db.count(), 3);
    await assert.rejects(
      db.database.transactional(async (tx) => {
        await tx.query({ text: `${insert} from generate_series(1, 100)`, values: [] });
        throw new Error('no');
      }),
    );
    assert.equal(await db.count(), 3);
    assert.deepEqual(await differs(), []);
    await run('truncate thing cascade');
    assert.equal(await db.count(), 0);
  });

  test('the kept count answers an admin for a whole list; for other users and filters, rows are counted', async () => {
    await db.insert([thing(), thing({ title: 'Other' })]);
    await run(`update kept_count set number = 1000`);
    const counted = async (principal = admin, more: object = {}) =>
      (
        JSON.parse(
          await readCount(db.database, things as Resource, { collection: { searchable }, parameters: {}, principal, ...more }),
        ) as { total_count: number }
      ).total_count;
    const whole = (await run<{ number: string }>('select sum(number) as number from kept_count'))[0]!;
    assert.equal(await counted(), Number(whole.number));
    assert.equal(await counted(admin, { parameters: { query: '[]' } }), Number(whole.number));
    assert.equal(await counted(admin, { parameters: { query: '["title","==","Other"]' } }), 1);
    assert.equal(await counted(admin, { where: ['title', '==', 'Other'] }), 1);
    assert.equal(await counted({ ...admin, isAdmin: false }), 0);
    assert.equal((await differs()).length, 1);
    await run(`update kept_count set number = case part when 1 then 2 else 0 end`);
    assert.deepEqual(await differs(), []);
  });

  test('concurrent transactions keep the count right without waiting for each other, though one locks all parts', async () => {
    const clients = await everyConnection(db.database.pool);
    for (const [index, client] of clients.entries()) {
      await client.query('begin');
      if (index === 0) await client.query('select from kept_count for update');
      await client.query(`set local lock_timeout = '1ms'`);
      await client.query(`${insert} from generate_series(1, ${10 ** index})`);
    }
    for (const client of clients) await client.query(`delete from thing where gid = (select gid from thing limit 1)`);
    for (const [index, client] of clients.entries()) {
      await client.query(index === 2 ? 'rollback' : 'commit');
      client.release();
    }
    assert.equal(await db.count(), 1 + 10 + 1000 - 3);
    assert.deepEqual(await differs(), []);
  });

  test('a transaction adds to its own of 64 parts, to another while that is locked, else to a new one', async () => {
    const client = await db.database.pool.connect();
    /** The parts that a transaction adds to while others are locked. */
    async function addedTo(locked: (own: number) => string): Promise<{ own: number; parts: number[] }> {
      const locking = await db.database.pool.connect();
      try {
        await client.query('begin');
        const own = (await client.query<{ own: number }>('select (1 + txid_current() % 64)::int as own')).rows[0]!.own;
        await locking.query('begin');
        await locking.query(`select from kept_count where ${locked(own)} for update`);
        await client.query(`set local lock_timeout = '1ms'`);
        await client.query(`${insert} from generate_series(1, 5)`);
        const added = `select part::int from kept_count where counted = 'thing' and number = 5 order by part`;
        return { own, parts: (await client.query<{ part: number }>(added)).rows.map(({ part }) => part) };
      } finally {
        await Promise.all([client.query('rollback'), locking.query('rollback')]);
        locking.release();
      }
    }
    const free = await addedTo(() => 'false');
    assert.deepEqual(free.parts, [free.own]);
    const other = await addedTo((own) => `part = ${own}`);
    assert.equal(other.parts.length, 1);
    assert.ok(other.parts[0] !== other.own && other.parts[0]! <= 64);
    const made = await addedTo(() => 'true');
    assert.ok(made.parts[0]! < 0);
    client.release();
  });

  test('the kept count of rows that satisfy a predicate follows updates too', async () => {
    await run(`create table page (gid int primary key, deleted_at timestamptz)`);
    await run(`insert into page select n, case when n > 3 then now() end from generate_series(1, 5) n`);
    for (const statement of keptCount('page', 'deleted_at is null')) await run(statement);
    const kept = async () =>
      (await run<{ number: number }>(`select sum(number)::int as number from kept_count where counted = 'page'`))[0]!.number;
    assert.equal(await kept(), 3);
    await run('update page set deleted_at = now() where gid = 1');
    assert.equal(await kept(), 2);
    await run('update page set deleted_at = null');
    assert.equal(await kept(), 5);
    await run('delete from page where gid < 3');
    assert.equal(await kept(), 3);
    await run(`insert into page values (9, now()), (3, now()) on conflict (gid) do update set deleted_at = excluded.deleted_at`);
    assert.equal(await kept(), 2);
    await run('drop table page');
  });
});
