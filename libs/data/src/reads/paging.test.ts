import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DomainRefusal, newGid, type Principal } from '@partner-ordering/kernel';
import { admin, orderable, testThings, things, type Page, type TestThings } from '../fixtures/things.ts';
import { checkCollection } from './read-list.ts';
import { isVisible, readOne, readSeveral } from './read-one.ts';
import type { Resource } from '../resources/resource.ts';
import { thing } from '../fixtures/thing-rows.ts';

const organizations = [newGid(), newGid(), newGid()];
const user = newGid();
const manager: Principal = { user, isAdmin: false, memberOf: organizations, manages: organizations };
const boxes = ['Red', 'Blue'].map((title) => ({ gid: newGid(), title, openedAt: null }));

// Values repeat and are null in a third of the rows: every order has ties and ends with nulls.
const rows = Array.from({ length: 60 }, (_, index) =>
  thing({
    createdAt: new Date(1_772_000_000_000 + (index % 7) * 1000),
    modifiedAt: index % 3 === 0 ? null : new Date(1_772_000_000_000 + (index % 5) * 1000),
    title: `Title ${index % 4}`,
    note: index % 3 === 0 ? null : `note ${index % 2}`,
    count: index % 6,
    rating: index % 3 === 0 ? null : index % 4,
    isOpen: index % 3 === 0 ? null : index % 2 === 0,
    priceMinor: index % 3 === 0 ? null : index % 5,
    box: boxes[index % 3] ?? null,
    ownerGid: index % 2 === 0 ? user : newGid(),
    organizationGid: organizations[index % 4] ?? null,
    // Every predicate shows some rows, and some rows are shown by all three.
    tags: index % 5 === 0 ? [1, 2].map((rank) => ({ name: 'mine', rank, author: user, isSecret: false })) : [],
  }),
);
const seen = rows.filter((_, index) => index % 4 < 3 || index % 5 === 0).map(({ gid }) => gid);

describe('lists', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
    await db.insert(rows);
  });
  after(() => db.drop());

  async function allPages(limit: number, parameters: Parameters<TestThings['list']>[0], principal: Principal): Promise<Page['items']> {
    const items: Page['items'] = [];
    for (let offset = 0; ; offset += limit) {
      const page = await db.list({ ...parameters, offset, limit }, principal);
      items.push(...page.items);
      if (page.items.length === 0) {
        assert.equal(items.length, page.total_count, 'total_count is what all pages hold');
        return items;
      }
    }
  }

  for (const [who, principal, expected] of [
    ['an admin', admin, rows.map(({ gid }) => gid)] as const,
    ['three visibility predicates', manager, seen] as const,
  ]) {
    for (const orderBy of orderable) {
      for (const sort of ['asc', 'desc'] as const) {
        test(`by ${orderBy} ${sort} for ${who}: pages hold each row once, ties by gid, nulls last`, async () => {
          const items = await allPages(7, { orderBy, sort }, principal);
          const gids = items.map(({ gid }) => gid);
          assert.deepEqual(gids.toSorted(), expected.toSorted());
          const field = { born_at: 'created_at', 'box.title': 'box' }[orderBy] ?? orderBy;
          const values = items.map((item) =>
            comparable(field === 'box' && orderBy === 'box.title' ? (item['box'] as { title: string } | null)?.title : item[field]),
          );
          for (let index = 1; index < items.length; index++) {
            const [before, now] = [values[index - 1]!, values[index]!];
            assert.ok(isInOrder(before, now, sort), `${before} before ${now}`);
            if (before === now) assert.equal(gids[index - 1]! < gids[index]!, sort === 'asc', 'a tie goes by gid');
          }
        });
      }
    }
  }

  test('the default is gid desc, ten of them', async () => {
    const { total_count, items } = await db.list();
    assert.equal(total_count, 60);
    assert.deepEqual(
      items.map(({ gid }) => gid),
      rows
        .map(({ gid }) => gid)
        .toSorted()
        .toReversed()
        .slice(0, 10),
    );
  });

  test('a page beyond the end is empty and keeps the count', async () => {
    assert.deepEqual(await db.list({ offset: 2_147_483_647, limit: 100 }, manager), { total_count: seen.length, items: [] });
  });

  test('a forged position shows nobody more than they see', async () => {
    const { after: end } = await db.list({ orderBy: 'created_at', limit: 1 }, manager);
    const [list] = JSON.parse(Buffer.from(end!, 'base64url').toString()) as string[];
    const after = Buffer.from(JSON.stringify([list, newGid(), 'infinity'])).toString('base64url');
    const { items } = await db.list({ orderBy: 'created_at', limit: 100, after }, manager);
    assert.deepEqual(items.map(({ gid }) => gid).toSorted(), seen.toSorted());
  });

  test('an order by another table has no positions', async () => {
    assert.equal((await db.list({ orderBy: 'box.title', limit: 2 })).after, undefined);
    const { after: end } = await db.list({ orderBy: 'box', limit: 2 });
    await assert.rejects(db.list({ orderBy: 'box.title', limit: 2, after: end! }), ({ details }) => details[0].code === 'of_another_list');
  });

  test('400 for what is not orderable', async () => {
    for (const orderBy of ['', 'meta', 'tags.name', 'nonsense', 'gid desc', 'gid; drop table thing', '__proto__'])
      await assert.rejects(db.list({ orderBy }), (error) => error instanceof DomainRefusal && error.details![0]!.path === 'orderBy');
  });

  test('a visibility predicate that names a value twice shows its rows once', async () => {
    const twice: Principal = { ...manager, manages: [...organizations, ...organizations] };
    assert.deepEqual((await allPages(9, {}, twice)).map(({ gid }) => gid).toSorted(), seen.toSorted());
  });

  test('a visibility predicate with five hundred values pages like one with three', async () => {
    const many: Principal = { ...manager, manages: [...organizations, ...Array.from({ length: 500 }, newGid)] };
    assert.deepEqual(await allPages(9, { orderBy: 'created_at' }, many), await allPages(13, { orderBy: 'created_at' }, manager));
  });

  test('a query counts once what several visibility predicates show', async () => {
    const expected = seen.filter((gid) => rows.find((row) => row.gid === gid)!.count === 0);
    const items = await allPages(3, { query: ['count', '==', 0] }, manager);
    assert.deepEqual(items.map(({ gid }) => gid).toSorted(), expected.toSorted());
    assert.equal(await db.count(['count', '==', 0], manager), expected.length);
  });

  test('whom no visibility predicate shows anything sees nothing', async () => {
    const nobody: Principal = { user: newGid(), isAdmin: false, memberOf: [], manages: [] };
    assert.deepEqual(await db.list({}, nobody), { total_count: 0, items: [] });
    assert.equal(await db.count([], nobody), 0);
  });

  test('a nested collection holds its own rows only, none for a malformed parent', async () => {
    const parent = (field: string, value: string) => db.list({ limit: 100 }, admin, { parent: { field, value } });
    assert.equal((await parent('organization', organizations[0]!)).total_count, 15);
    assert.equal((await parent('box', boxes[0]!.gid)).total_count, 20);
    assert.equal((await parent('tags.author', user)).total_count, 12);
    for (const value of ['', 'x', "' or true --"]) assert.equal((await parent('organization', value)).total_count, 0);
  });

  test("the collection's own expression holds besides the client's, by names that clients may not use", async () => {
    const { total_count } = await db.list({ query: ['count', '==', 0] }, admin, { where: ['OR', [['title', '==', 'Title 0']]] });
    assert.equal(total_count, rows.filter(({ count, title }) => count === 0 && title === 'Title 0').length);
  });

  test('a single read has the same visibility predicates, in its parent', async () => {
    const hidden = rows.find(({ gid }) => !seen.includes(gid))!.gid;
    const read = (gid: string, principal: Principal, parent?: { field: string; value: string }) =>
      readOne(db.database, things as Resource, { gid, principal, ...(parent ? { parent } : {}) });
    assert.equal((JSON.parse(await read(hidden, admin)) as { secret: string }).secret, 'hidden');
    assert.equal('secret' in (JSON.parse(await read(seen[0]!, manager)) as object), false);
    const notFound = { kind: 'notFound', message: 'Could not find this thing' };
    for (const gid of [hidden, newGid(), '', 'x', "' or true --", '\u0000']) await assert.rejects(read(gid, manager), notFound);
    assert.equal(await isVisible(db.database, things as Resource, { gid: hidden, principal: manager }), false);
    await read(rows[0]!.gid, admin, { field: 'tags.author', value: user });
    await assert.rejects(read(rows[1]!.gid, admin, { field: 'tags.author', value: user }), notFound);
    await assert.rejects(read(rows[0]!.gid, admin, { field: 'organization', value: 'x' }), notFound);
  });

  test('a single read shows the chosen fields in the declared order, however many choices clients make', async () => {
    const { gid } = rows[0]!;
    const names = Object.keys(things.fields);
    const whole = JSON.parse(await readOne(db.database, things as Resource, { gid, principal: admin })) as Record<string, unknown>;
    const choices = names.flatMap((one, index) => names.slice(index + 1).map((other) => [other, one] as const));
    assert.ok(choices.length > 100);
    for (const [other, one] of choices) {
      const read = await readOne(db.database, things as Resource, { gid, principal: admin, fields: [other, one] });
      assert.equal(read, JSON.stringify({ [one]: whole[one], [other]: whole[other] }));
    }
  });

  test('a read of several answers for each what a single one does; what is hidden, unknown, no gid or in another parent is missing', async () => {
    const fields = ['gid', 'title', 'secret'];
    const several = async (gids: string[], principal: Principal, parent?: { field: string; value: string }) => {
      const found = await readSeveral(db.database, things as Resource, { gids, principal, fields, ...(parent ? { parent } : {}) });
      for (const [gid, json] of found)
        assert.equal(json, await readOne(db.database, things as Resource, { gid, principal, fields, ...(parent ? { parent } : {}) }));
      return [...found.keys()].toSorted();
    };
    const all = rows.map(({ gid }) => gid);
    const others = [newGid(), '', 'x', "' or true --", '\u0000'];
    assert.deepEqual(await several([...all, ...others, all[0]!], manager), seen.toSorted());
    assert.deepEqual(await several(all, admin), all.toSorted());
    assert.deepEqual(await several(all, { ...manager, user: newGid(), manages: [], memberOf: [] }), []);
    const tagged = all.filter((_, index) => index % 5 === 0);
    assert.deepEqual(await several(all, admin, { field: 'tags.author', value: user }), tagged.toSorted());
    assert.deepEqual(await several([], admin), []);
    assert.deepEqual(await several(others, admin), []);
  });
});

test('a document that offers what the resource does not have is noticed', () => {
  const check = (of: Parameters<typeof checkCollection>[1]) => checkCollection(things as Resource, of);
  assert.doesNotThrow(() => check({ searchable: ['tags.name', 'box.id'], orderable: ['gid', 'box.title'], where: ['count', '>', 1] }));
  assert.throws(() => check({ searchable: ['titel'], orderable: [] }), /thing: cannot be searched by titel/);
  assert.throws(() => check({ searchable: [], orderable: ['gid', 'tags.name'] }), /thing: cannot be ordered by tags.name/);
  assert.throws(() => check({ searchable: [], orderable: [], where: ['titel', '==', 1] }), /thing: "titel" is not searchable/);
});

const comparable = (value: unknown): string | number | boolean | null => {
  if (value == null || typeof value !== 'object') return (value ?? null) as string | number | boolean | null;
  return 'amount' in value ? (value.amount as number) : (value as { gid: string }).gid;
};

function isInOrder(before: string | number | boolean | null, now: string | number | boolean | null, sort: 'asc' | 'desc'): boolean {
  if (now === null || before === null) return now === null;
  return before === now || before < now === (sort === 'asc');
}
