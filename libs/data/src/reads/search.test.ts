import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testThings, type TestThings } from '../fixtures/things.ts';
import { newGid, type Principal } from '@partner-ordering/kernel';
import { thing } from '../fixtures/thing-rows.ts';

const organizationGid = newGid();
const user = newGid();
const principal: Principal = { user, isAdmin: false, memberOf: [organizationGid], manages: [organizationGid] };

const titles = ['Logo design', 'Poster for a café', 'Größe und Maß', 'Business card', 'Packaging design', 'Website', '100% _off_'];

describe('search', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
    await db.insert([
      ...titles.map((title, count) => thing({ title, count, organizationGid, note: count === 5 ? 'with a logo in its head' : null })),
      thing({ title: 'Hidden logo' }),
    ]);
  });
  after(() => db.drop());

  const found = async (search: string, more: object = {}): Promise<string[]> => {
    const { total_count, items } = await db.list({ search, limit: 100, ...more }, principal);
    assert.equal(total_count, items.length);
    return items.map(({ title }) => title);
  };

  for (const [search, expected] of [
    ['logo', ['Logo design', 'Website']],
    ['LOGO', ['Logo design', 'Website']],
    ['logo design', ['Logo design', 'Packaging design']],
    ['lgoo', ['Logo design']],
    ['lgo', ['Logo design']],
    ['logo desgin', ['Logo design', 'Packaging design']],
    ['desgin logo', ['Logo design', 'Packaging design']],
    ['pack', ['Packaging design']],
    ['site', ['Website']],
    ['paxkagong', ['Packaging design']],
    ['submarine', []],
    ['logoo', ['Logo design']],
    ['desing', ['Packaging design', 'Logo design']],
    ['pakaging', ['Packaging design']],
    ['bussiness', ['Business card']],
    ['webiste', ['Website']],
    ['cafe', ['Poster for a café']],
    ['café', ['Poster for a café']],
    ['grosse', ['Größe und Maß']],
    ['MASS', ['Größe und Maß']],
    ['100%', ['100% _off_']],
  ] as const) {
    test(`${search} finds ${expected.join(', ') || 'nothing'}`, async () => {
      const titles = await found(search);
      for (const title of expected) assert.ok(titles.includes(title), `${title} is not among ${titles.join(', ') || 'nothing'}`);
      assert.equal(titles[0], expected[0]);
      assert.ok(!titles.includes('Hidden logo'), 'a search shows nothing hidden');
    });
  }

  test('words of one or two letters find nothing of their own beside longer ones', async () => {
    assert.deepEqual(await found('de web'), ['Website']);
    assert.ok((await found('de')).length === 0, 'alone they are whole words');
  });

  test('a word is known once its row is there, and after a change of it', async () => {
    const row = thing({ title: 'Stationery', organizationGid });
    await db.insert([row]);
    assert.deepEqual(await found('statoinery'), ['Stationery']);
    await db.database.query({ text: `update thing set title = 'Envelope' where gid = $1`, values: [row.gid] });
    assert.deepEqual(await found('evnelope'), ['Envelope']);
    assert.deepEqual(await found('statoinery'), []);
    await db.database.query({ text: 'delete from thing where gid = $1', values: [row.gid] });
  });

  test('rows with every word come before newer ones with some, however many these are', async () => {
    const [owner, other] = [newGid(), newGid()];
    const someone: Principal = { user, isAdmin: false, memberOf: [], manages: [owner, other] };
    await db.insert([thing({ title: 'Emblem for a lighthouse', organizationGid: other })]);
    await db.insert(Array.from({ length: 1100 }, (_, index) => thing({ title: `Emblem ${index}`, organizationGid: owner })));
    const { total_count, items } = await db.list({ search: 'lighthuose emblem', limit: 2 }, someone);
    assert.equal(total_count, 1101);
    assert.equal(items[0]?.title, 'Emblem for a lighthouse');
  });

  test('blanks alone search for nothing in particular', async () => assert.equal((await found('  ')).length, titles.length));

  test('it combines with query and orderBy', async () => {
    assert.deepEqual(await found('design', { query: ['count', '>', 1] }), ['Packaging design']);
    assert.deepEqual(await found('design', { orderBy: 'title', sort: 'desc' }), ['Packaging design', 'Logo design']);
    assert.deepEqual(await found('design', { orderBy: 'title', sort: 'asc' }), ['Logo design', 'Packaging design']);
  });

  test('hostile texts find nothing and break nothing', async () => {
    for (const search of [
      "'",
      "''",
      '"',
      '\\',
      '%',
      '_',
      '!!!',
      '&|!()',
      ':*',
      'a & !b | (c',
      '<->',
      "'); drop table thing; --",
      '$1',
      '🦊',
      '\ud800',
      '.',
      '*'.repeat(255),
      'a '.repeat(127),
    ])
      await found(search);
    assert.equal((await found('logo')).length, 2);
  });

  test('all pages of a common word hold each match once, though only the newest thousand are ranked', async () => {
    const owner = newGid();
    await db.insert(Array.from({ length: 1300 }, (_, index) => thing({ title: `Common word ${index}`, organizationGid: owner })));
    const many: Principal = { user, isAdmin: false, memberOf: [], manages: [owner, newGid()] };
    const gids = new Set<string>();
    let total = 0;
    for (let offset = 0; offset < 1400; offset += 100) {
      const page = await db.list({ search: 'common', offset, limit: 100 }, many);
      page.items.forEach(({ gid }) => gids.add(gid));
      total = page.total_count;
    }
    assert.equal(total, 1300);
    assert.equal(gids.size, 1300);
  });
});
