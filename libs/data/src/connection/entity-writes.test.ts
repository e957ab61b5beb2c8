import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defineEntity, MikroORM, p, raw, type EntityManager, type Opt } from '@mikro-orm/postgresql';
import { random, testDatabase, type Random, type TestDatabase } from '@partner-ordering/testing';
import { openDatabase, type Database } from './database.ts';

const SEED = 20_261_129;
const table = `create type color as enum ('red', 'blue');
  create table every_type (id int primary key, day date, moment timestamptz not null, amount bigint, big bigint, price numeric(30, 10), ratio double precision,
    small smallint, is_open boolean, color color, words text[], counts int[], meta json, details jsonb, note text, code varchar(40), gid uuid,
    doubled numeric generated always as (coalesce(price, 0) * 2) stored, version int not null default 7)`;
const EveryTypeSchema = defineEntity({
  name: 'EveryType',
  properties: {
    id: p.integer().primary(),
    day: p.date().strictNullable(),
    moment: p.datetime(),
    amount: p.bigint('number').strictNullable(),
    big: p.bigint().strictNullable(),
    price: p.decimal().strictNullable(),
    ratio: p.double().strictNullable(),
    small: p.smallint().strictNullable(),
    isOpen: p.boolean().strictNullable(),
    color: p.enum(['red', 'blue']).strictNullable(),
    words: p.array().strictNullable(),
    counts: p.array(Number, String).columnType('int[]').strictNullable(),
    meta: p.json<unknown>().columnType('json').strictNullable(),
    details: p.json<unknown>().strictNullable(),
    note: p.text().strictNullable(),
    code: p.string().strictNullable(),
    gid: p.uuid().strictNullable(),
    doubled: p.decimal().generated('(coalesce(price, 0) * 2) stored').$type<Opt<string>>(),
    version: p.integer().defaultRaw('7'),
  },
});
class EveryType extends EveryTypeSchema.class {}
EveryTypeSchema.setClass(EveryType);

const texts = [
  '',
  "it's",
  'a\\b\\',
  '? ?? \\? $1 $$',
  '), (',
  ' = case when ',
  ' returning ',
  '{"a","b"}',
  'NULL',
  'Ärger 🍞',
  '\n\u2028"',
  ':a %_',
];
const moments = ['2026-03-01T12:00:00.123Z', '1883-11-18T12:03:58.001Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'];

function json(r: Random, depth = 2): unknown {
  const leaf = r.pick<unknown>([...texts, null, true, 0, -1.5e-7, 2 ** 53 - 1]);
  if (depth === 0) return leaf;
  return r.pick([leaf, [json(r, depth - 1), json(r, depth - 1)], { [r.pick(texts)]: json(r, depth - 1), none: [], empty: {} }]);
}

const valuesOf = (r: Random) => ({
  day: r.maybe(r.pick(['2026-02-28', '1582-10-15'])),
  moment: new Date(r.pick(moments)),
  amount: r.maybe(r.pick([0, -1, 2 ** 53 - 1, 1e15])),
  big: r.maybe(r.pick([0n, 2n ** 63n - 1n, -(2n ** 63n)])),
  price: r.maybe(r.pick(['0.10', '-12345678901234567890.01234567894', '1e3'])),
  ratio: r.maybe(r.pick([0.1, -1e300, 5e-324, 1e21, 3])),
  small: r.maybe(r.int(60_000) - 30_000),
  isOpen: r.maybe(r.int(2) === 0),
  color: r.maybe(r.pick(['red', 'blue'] as const)),
  words: r.maybe(Array.from({ length: r.int(4) }, () => r.pick(texts))),
  counts: r.maybe(Array.from({ length: r.int(3) }, () => r.int(9) - 4)),
  meta: r.maybe(json(r)),
  details: r.maybe(json(r)),
  note: r.maybe(r.pick(texts)),
  code: r.maybe(r.pick(texts)),
  gid: r.maybe('019a0000-0000-7000-8000-0000000000a1'),
});
type Values = ReturnType<typeof valuesOf>;

describe('writes of entities', () => {
  let created: TestDatabase;
  let database: Database;
  let plain: MikroORM;
  before(async () => {
    created = await testDatabase('empty', async () => undefined);
    const entities = [EveryTypeSchema];
    database = await openDatabase({ url: created.url, entities, migrations: [], poolSize: 1, applicationName: 'data test' });
    plain = await MikroORM.init({
      clientUrl: created.url,
      dbName: new URL(created.url).pathname.slice(1),
      entities,
      forceUtcTimezone: true,
    });
    await database.pool.query(table);
  });
  after(async () => {
    await plain?.close();
    await database?.close();
    await created?.drop();
  });

  /** Writes rows with ids from 1 by our driver, then the same with negative ids by MikroORM's. Both must be the same in the table. */
  async function storeBoth(values: readonly Values[], write: (em: EntityManager, id: number, values: Values) => unknown): Promise<void> {
    const writeAll = async (em: EntityManager, sign: 1 | -1) => {
      for (const [index, each] of values.entries()) await write(em, sign * (index + 1), each);
    };
    await database.transactional(({ em }) => writeAll(em, 1));
    await plain.em.fork().transactional((em) => writeAll(em, -1));
    const stored = async (sign: string) =>
      (await database.pool.query(`select to_jsonb(t) - 'id' as row, meta::text from every_type t where ${sign}id > 0 order by abs(id)`))
        .rows;
    const rows = await stored('');
    assert.equal(rows.length, values.length);
    assert.deepEqual(rows, await stored('-'));
  }

  const r = random(SEED);
  const rows = (count: number): Values[] => Array.from({ length: count }, () => valuesOf(r));
  const preparedTexts = async (like: string): Promise<string[]> =>
    (
      await database.pool.query<{ statement: string }>('select statement from pg_prepared_statements where statement like $1', [like])
    ).rows.map(({ statement }) => statement);

  test('values of every type are stored with parameters as with literals, in new rows and in changed ones', async () => {
    await storeBoth(rows(60), async (em, id, values) => {
      const row = em.create(EveryType, { id, ...values });
      await em.flush();
      assert.deepEqual([row.version, Number(row.doubled)], [7, 2 * Number(values.price)]);
    });
    await storeBoth(rows(60), async (em, id, values) => {
      const row = em.assign(await em.findOneOrFail(EveryType, { id }), values);
      await em.flush();
      assert.equal(Number(row.doubled), 2 * Number(values.price));
    });
    assert.equal((await preparedTexts('insert into "every_type"%')).length, 1);
    assert.notDeepEqual(await preparedTexts('update "every_type"%'), []);
  });

  test('few rows created at once are stored with parameters, many with literals, as are values that are SQL', async () => {
    for (const count of [3, 50]) {
      await database.pool.query('truncate every_type');
      await storeBoth(rows(count), (em, id, values) => void em.create(EveryType, { id, ...values }));
    }
    assert.equal((await preparedTexts('insert into "every_type"%), (%')).length, 1);
    await storeBoth(rows(50), (em, id, { day }) => em.nativeUpdate(EveryType, { id }, { day, version: raw<number>('version + 1') }));
  });
});
