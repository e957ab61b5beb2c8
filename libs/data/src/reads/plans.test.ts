import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { QueryConfig } from 'pg';
import type { Queryable } from '../connection/database.ts';
import type { Principal } from '@partner-ordering/kernel';
import { admin, orderable, searchable, testThings, things, type TestThings } from '../fixtures/things.ts';
import { readCount, readList, type CollectionParameters } from './read-list.ts';
import { readOne, readSeveral } from './read-one.ts';
import { isIn, type Resource } from '../resources/resource.ts';
import type { Sql, Statement } from '../connection/sql.ts';

const ROWS = 20_000;
const ORGANIZATIONS = 200;
const PEOPLE = 2_000;

const gidOf = (kind: string, number: number): string => `00000000-0000-7000-8000-${kind}${String(number).padStart(11, '0')}`;
const organization = (number: number): string => gidOf('a', number);

const collection = { searchable, orderable, fields: ['gid', 'title', 'created_at', 'box', 'organization'] };
/** The things as a resource whose principals see the organizations they belong to: one column predicate. */
const ofOrganizations: Resource = {
  ...(things as Resource),
  visible: ({ memberOf }) => [isIn(things.fields.organization.comparable!, memberOf)],
};
const memberOf = (...numbers: number[]): Principal => ({
  user: gidOf('b', 1),
  isAdmin: false,
  memberOf: numbers.map(organization),
  manages: numbers.map(organization),
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

test('a plan made while a table has few rows finds what is read by keys alone', async (t) => {
  const db = await testThings();
  t.after(() => db.drop());
  const texts: string[] = [];
  const database: Queryable = { query: (statement) => (texts.push(statement.text), db.database.query(statement)) };
  const options = { principal: memberOf(7), fields: ['gid', 'title'] };
  await assert.rejects(readOne(database, ofOrganizations, { ...options, gid: gidOf('c', 9) }));
  await readSeveral(database, ofOrganizations, { ...options, gids: [gidOf('c', 9), gidOf('c', 9)] });

  for (const text of texts) {
    const plan = await db.database.query<{ 'QUERY PLAN': string }>({ text: `explain (generic_plan) ${text}`, values: [] });
    assert.match(plan.map((row) => row['QUERY PLAN']).join(), /Index Scan using thing_pkey/);
  }
  assert.equal(texts.length, 2);
});

describe(`with ${ROWS} rows`, () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
    await fill(db);
  });
  after(() => db.drop());

  /** Explains what `read` would run, as planned for its values and, if it is prepared, as planned for any. */
  async function scansOf(read: (database: Queryable) => Promise<unknown>): Promise<string[]> {
    const statements: (Sql | Statement)[] = [];
    await read({
      query: (statement) => {
        statements.push(statement);
        return db.database.query(statement);
      },
    });
    const plans = statements.flatMap((statement) => [
      { text: `explain (format json) ${statement.text}`, values: statement.values },
      ...('name' in statement ? [{ text: `explain (generic_plan, format json) ${statement.text}`, values: [] }] : []),
    ]);
    const rows = await Promise.all(plans.map((statement) => db.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(statement)));
    return rows.flatMap(([row]) => scans(row!['QUERY PLAN'][0].Plan));
  }

  const list = (of: Resource, principal: Principal, parameters: CollectionParameters) => (database: Queryable) =>
    readList(database, of, { collection, principal, parameters });

  const cases: [string, (database: Queryable) => Promise<unknown>][] = [
    ['a list with one value of a visibility predicate', list(ofOrganizations, memberOf(7), { orderBy: 'created_at' })],
    ['a list with five values', list(ofOrganizations, memberOf(1, 2, 3, 4, 5), { orderBy: 'created_at' })],
    ['its second page', list(ofOrganizations, memberOf(1, 2, 3, 4, 5), { orderBy: 'created_at', offset: 10 })],
    [
      'a list with a query',
      list(ofOrganizations, memberOf(7), { orderBy: 'created_at', query: '["created_at",">","2026-01-01T00:00:00Z"]' }),
    ],
    ['a list by a value of a closed list', list(things as Resource, admin, { orderBy: 'created_at', query: '["pitch","==","One"]' })],
    ['a list by three visibility predicates', list(things as Resource, memberOf(1, 2), { orderBy: 'created_at' })],
    ['a search for two words', list(ofOrganizations, memberOf(7), { search: 'thing 17' })],
    ['a search in an order', list(things as Resource, memberOf(1, 2), { search: 'thnig', orderBy: 'title' })],
    ['one row', (database) => readOne(database, things as Resource, { gid: gidOf('c', 9), principal: memberOf(9) })],
    ['a count', (database) => readCount(database, ofOrganizations, { collection, principal: memberOf(1, 2, 3), parameters: {} })],
  ];
  for (const [name, read] of cases) {
    test(`${name} reads no whole table`, async () => {
      const used = await scansOf(read);
      assert.ok(used.length > 0);
      assert.deepEqual(
        used.filter((scan) => scan.startsWith('Seq Scan')),
        [],
      );
    });
  }

  test("an admin's page walks the index; only the count looks at every row", async () => {
    for (const offset of [0, 10]) {
      const used = await scansOf(list(things as Resource, admin, { orderBy: 'created_at', offset }));
      assert.ok(
        used.some((scan) => /^Index (Only )?Scan/.test(scan)),
        used.join(', '),
      );
      assert.ok(used.filter((scan) => scan.startsWith('Seq Scan')).length <= 2, used.join(', '));
    }
  });

  test('a search among many rows goes by the index of words', async () => {
    const search = list(things as Resource, admin, { search: 'thing 12345' });
    assert.equal((JSON.parse((await search(db.database)).json) as { total_count: number }).total_count, 1);
    const used = await scansOf(search);
    assert.ok(used.includes('Bitmap Heap Scan of thing'), used.join(', '));
  });

  test('a search among many rows finds those with any word once each, by whatever they are seen', async () => {
    const half = Array.from({ length: ORGANIZATIONS / 2 }, (_none, index) => index + 1);
    const { json } = await list(things as Resource, memberOf(...half), { search: 'thing xylophone', limit: 100 })(db.database);
    const { total_count: total, items } = JSON.parse(json) as { total_count: number; items: { gid: string }[] };
    assert.deepEqual([total, new Set(items.map(({ gid }) => gid)).size], [ROWS / 2, 100]);
  });

  test('the words of a new row are looked up by the index, however many are known', async () => {
    const word = `translate((n * 7919)::text, '0123456789', 'abcdefghij')`;
    const many = `${insertThing} select gen_random_uuid(), now(), ${word}, 0, 'EUR', gen_random_uuid() from generate_series(1, 3000) n`;
    await db.database.query({ text: many, values: [] });
    await db.database.query({ text: 'analyze search_word', values: [] });
    const scans = await db.database.transactional(async (tx) => {
      await tx.query({
        text: `${insertThing} values (gen_random_uuid(), now(), 'Thing bicycle abcd', 0, 'EUR', gen_random_uuid())`,
        values: [],
      });
      const of = `select seq_scan::int, idx_scan::int from pg_stat_xact_user_tables where relname = 'search_word'`;
      return (await tx.query<{ seq_scan: number; idx_scan: number }>({ text: of, values: [] }))[0]!;
    });
    assert.equal(scans.seq_scan, 0);
    assert.ok(scans.idx_scan >= 3);
  });

  test('an index range for each value of a visibility predicate is cut to one page, not sorted whole, and begins at a position', async () => {
    const [principal, parameters] = [memberOf(1, 2, 3, 4, 5), { orderBy: 'created_at' }];
    const { after: end } = await list(ofOrganizations, principal, { ...parameters, offset: 200 })(db.database);
    for (const after of [undefined, end!]) {
      const statements: (Sql | Statement)[] = [];
      await list(ofOrganizations, principal, { ...parameters, ...(after === undefined ? {} : { after }) })({
        query: (statement) => (statements.push(statement), db.database.query(statement)),
      });
      const { text, values } = statements[0]!;
      const rows = await db.database.query<{ 'QUERY PLAN': string }>({
        text: `explain (analyze, buffers off, costs off, timing off) ${text}`,
        values,
      });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, /Limit \(actual rows=10\.00 loops=5\)\n\s+->\s+Index Scan Backward using thing_organization/);
      assert.equal(/Index Cond: .*ROW\(created_at, gid\) < ROW/.test(plan), after !== undefined, plan);
    }
  });

  test('a page is planned once for all values: of another limit, later, and for several values of a visibility predicate', async () => {
    const { after: end } = await list(ofOrganizations, memberOf(1, 2, 3), { orderBy: 'created_at' })(db.database);
    const client = await db.database.pool.connect();
    const planned = (statement: Statement) =>
      client.query<{ generic: boolean }>('select generic_plans > custom_plans as generic from pg_prepared_statements where name = $1', [
        statement.name,
      ]);
    try {
      for (const [principal, window] of [
        [admin, { limit: 20 }],
        [memberOf(7), { offset: 40 }],
        [memberOf(1, 2, 3), {}],
        [memberOf(1, 2, 3), { after: end! }],
      ] as const) {
        let statement: Statement | undefined;
        const query = async (asked: Sql | Statement) =>
          (await client.query((statement = asked as Statement) as QueryConfig)).rows as never[];
        for (let n = 0; n < 12; n++) await list(ofOrganizations, principal, { orderBy: 'created_at', ...window })({ query });
        assert.deepEqual((await planned(statement!)).rows, [{ generic: true }], JSON.stringify(window));
      }
    } finally {
      client.release();
    }
  });

  test('a later page looks up the references of its own rows only', async () => {
    const statements: (Sql | Statement)[] = [];
    await list(things as Resource, admin, { orderBy: 'created_at', offset: 500 })({
      query: (statement) => (statements.push(statement), db.database.query(statement)),
    });
    const { text, values } = statements[0]!;
    const rows = await db.database.query<{ 'QUERY PLAN': string }>({ text: `explain (analyze, costs off, timing off) ${text}`, values });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.deepEqual(
      [...plan.matchAll(/on box .*loops=(\d+)/g)].map(([, loops]) => loops),
      ['10'],
      plan,
    );
  });
});

const insertThing = 'insert into thing (gid, created_at, title, count, currency, owner_gid)';

const scans = (plan: Plan): string[] => [
  ...(plan['Relation Name'] === 'thing' ? [`${plan['Node Type']} of thing`] : []),
  ...(plan.Plans ?? []).flatMap(scans),
];

async function fill({ database }: TestThings): Promise<void> {
  const gid = (kind: string, number: string) => `('00000000-0000-7000-8000-${kind}' || lpad((${number})::text, 11, '0'))::uuid`;
  await database.query({
    text: `insert into thing (gid, created_at, title, note, count, currency, owner_gid, organization_gid)
      select ${gid('c', 'n')}, '2026-01-01'::timestamptz + n * interval '1 minute', 'Thing ' || n, null, n % 10, 'EUR',
        ${gid('b', `n % ${PEOPLE}`)}, ${gid('a', `n % ${ORGANIZATIONS}`)} from generate_series(1, ${ROWS}) n`,
    values: [],
  });
  await database.query({ text: `create index thing_pitch on thing (note, created_at, gid) where note <> 'other'`, values: [] });
  await database.query({ text: 'analyze thing', values: [] });
  await database.query({ text: 'analyze tag', values: [] });
}
