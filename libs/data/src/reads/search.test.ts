import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testThings, type TestThings } from '../fixtures/things.ts';
import { newGid, type Principal } from '@partner-ordering/kernel';
import { thing } from '../fixtures/thing-rows.ts';

const organizationGid = newGid();
const unspacedGid = newGid();
const user = newGid();
const principal: Principal = { user, isAdmin: false, memberOf: [organizationGid], manages: [organizationGid] };

const titles = ['Logo design', 'Poster for a café', 'Größe und Maß', 'Business card', 'Packaging design', 'Website', '100% _off_'];
// Titles in Asian scripts, most of them about bread, a festival and a poster.
const unspaced = [
  ...['春のパン祭りのポスター2027', '面包节的海报设计', 'ออกแบบโปสเตอร์งานเทศกาลขนมปัง', 'រចនាផ្ទាំងរូបភាពពិធីបុណ្យនំប៉័ង', 'ອອກແບບໂປສເຕີງານບຸນເຂົ້າຈີ່'],
  ...['ပေါင်မုန့်ပွဲတော်ပိုစတာဒီဇိုင်း', '빵 축제를 위한 포스터가 필요합니다', 'ﾊﾟﾝ屋さんのＬＯＧＯデザイン'],
];

describe('search', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
    await db.insert([
      ...titles.map((title, count) => thing({ title, count, organizationGid, note: count === 5 ? 'with a logo in its head' : null })),
      thing({ title: 'Hidden logo' }),
      ...unspaced.map((title) => thing({ title, organizationGid: unspacedGid })),
    ]);
  });
  after(() => db.drop());

  const found = async (search: string, more: object = {}): Promise<string[]> => {
    const { total_count, items } = await db.list({ search, limit: 100, ...more }, principal);
    assert.equal(total_count, items.length);
    return items.map(({ title }) => title);
  };

  const finds: Record<string, string[]> = {
    'Logo design, Website': ['logo', 'LOGO', 'lgoo', 'lgo', 'logoo'],
    'Logo design': ['logo design', 'logo desgin', 'desgin logo'],
    'Packaging design': ['pack', 'paxkagong', 'pakaging'],
    'Packaging design, Logo design': ['desing'],
    'Business card': ['bussiness'],
    Website: ['site', 'webiste'],
    'Poster for a café': ['cafe', 'café'],
    'Größe und Maß': ['grosse', 'MASS'],
    '100% _off_': ['100%'],
    '': ['submarine'],
  };
  for (const [expected, searches] of Object.entries(finds))
    test(`${searches.join(', ')}: each finds ${expected || 'nothing'}`, async () => {
      for (const search of searches) assert.equal((await found(search)).join(', '), expected, search);
    });

  const searchesByTitle: Record<number, string[]> = {
    0: ['パン祭り', '祭', 'ポスター', 'ポスター 春', '2027', '２０２７ 祭り', 'ﾎﾟｽﾀｰ'],
    1: ['海报', '面包', '节', '设计 海报'],
    2: ['เทศกาล', 'ขนมปัง', 'โปสเตอร์ ขนมปัง'],
    3: ['ពិធីបុណ្យ', 'នំប៉័ង'],
    4: ['ງານບຸນ', 'ເຂົ້າຈີ່'],
    5: ['ပွဲတော်', 'ပိုစတာ'],
    6: ['축제', '포스터', '빵', '필요합니다 축제'],
    7: ['パン屋', 'logo', 'ＬＯＧＯ デザイン', 'ﾃﾞｻﾞｲﾝ'],
  };
  for (const [index, searches] of Object.entries(searchesByTitle))
    test(`a word in a text without spaces is found: ${searches.join(', ')}`, async () => {
      const reader = { ...principal, memberOf: [], manages: [unspacedGid] };
      for (const search of searches) {
        const { items } = await db.list({ search }, reader);
        assert.deepEqual(
          items.map(({ title }) => title),
          [unspaced[Number(index)]],
          search,
        );
      }
      // One common character is not enough.
      for (const search of ['祭報', 'ページ', '지도', 'หนังสือ']) assert.equal((await db.list({ search }, reader)).total_count, 0, search);
    });

  test('parts of a word are found, such as those of the name of a file, and marks hide none', async () => {
    const title =
      'banner_final-v2.psd, Sommer\u00ADfest, LogoÉtoile2027 K777ABC9 PRE\u0301SENTATION_\u00E9te\u0301.pdf, \u05E9\u05C1\u05B8\u05DC\u05D5\u05B9\u05DD, anna.smith@example.com';
    await db.insert([thing({ title, organizationGid })]);
    const parts = 'banner final v2 psd fianl étoile 2027 logoetoile2027 k777abc9 presentation ete smith';
    const searches = [...parts.split(' '), 'banner_final-v2.psd', 'final v2', 'sommerfest', 'Sommer\u00ADfest', '\u05E9\u05DC\u05D5\u05DD'];
    for (const search of [...searches, 'anna.smith@example.com']) assert.deepEqual(await found(search), [title], search);
    for (const search of ['777', 'abc', 'te'])
      assert.deepEqual(await found(search), [], 'neither a code nor a letter with its accent has parts');
    await db.database.query({ text: 'delete from thing where title = $1', values: [title] });
  });

  test('a title whose part is too long to compare with words breaks no search', async () => {
    const title = `posterx${'\uFB03'.repeat(100)}_x`;
    await db.insert([thing({ title, organizationGid: newGid() })]);
    assert.deepEqual(await found('poster'), ['Poster for a café']);
    await db.database.query({ text: 'delete from thing where title = $1', values: [title] });
  });

  test('words of one or two letters add no matches to those of longer words', async () => {
    assert.deepEqual(await found('de web'), ['Website']);
    assert.ok((await found('de')).length === 0, 'alone they are whole words');
  });

  test('a word is found as soon as its row is inserted or updated', async () => {
    const row = thing({ title: 'Stationery', organizationGid });
    await db.insert([row]);
    assert.deepEqual(await found('statoinery'), ['Stationery']);
    await db.database.query({ text: `update thing set title = 'Envelope' where gid = $1`, values: [row.gid] });
    assert.deepEqual(await found('evnelope'), ['Envelope']);
    assert.deepEqual(await found('statoinery'), []);
    await db.database.query({ text: 'delete from thing where gid = $1', values: [row.gid] });
  });

  test('a search for several words finds only rows that match each, even if one word matches 1,100 rows', async () => {
    const someone = await with1100('Emblem', 'Emblem for a lighthouse');
    const { total_count, items } = await db.list({ search: 'lighthuose emblem', limit: 2 }, someone);
    assert.equal(total_count, 1);
    assert.equal(items[0]?.title, 'Emblem for a lighthouse');
  });

  test('rows with any of the words are found when no row has all; more matching words rank higher', async () => {
    const someone = await with1100('Pennant', 'Pennant for a windmill');
    for (const more of [{}, { orderBy: 'title' }]) {
      const { total_count, items } = await db.list({ search: 'submarine windmil pennant', limit: 2, ...more }, someone);
      assert.equal(total_count, 1101);
      assert.equal(items[0]?.title, 'Pennant for a windmill');
    }
    const allowed = { search: 'windmill pennant', query: ['title', '~=', 'Pennant 7'], limit: 1 };
    assert.equal((await db.list(allowed, someone)).total_count, 111, 'rows that the query leaves out do not count');
  });

  test('a hidden row with all words does not keep rows with some of them from being found', async () => {
    const organization = newGid();
    await db.insert([
      thing({ title: 'Ribbon', organizationGid: organization }),
      thing({ title: 'Ribbon of a zeppelin', organizationGid: newGid() }),
    ]);
    const { items } = await db.list({ search: 'ribbon zeppelin' }, { ...principal, manages: [organization] });
    assert.deepEqual(
      items.map(({ title }) => title),
      ['Ribbon'],
    );
  });

  test('exact words rank before prefixes, prefixes before misspellings, and titles before other text', async () => {
    const organization = newGid();
    const someone: Principal = { user, isAdmin: false, memberOf: [], manages: [organization] };
    // Ties are ordered newest first, so the best match is the oldest.
    const inOrder = ['Stamp', 'Rubber', 'Stamps', 'Stanp', 'Postageestamp'];
    await db.insert(
      inOrder.map((title) => thing({ title, organizationGid: organization, note: title === 'Rubber' ? 'with a stamp' : null })),
    );
    const { items } = await db.list({ search: 'stamp' }, someone);
    assert.deepEqual(items.map(({ title }) => title).slice(0, 3), inOrder.slice(0, 3));
    assert.deepEqual(items.map(({ title }) => title).sort(), inOrder.toSorted());
  });

  test('words of one or two letters affect the order', async () => {
    const organization = newGid();
    const someone: Principal = { user, isAdmin: false, memberOf: [], manages: [organization] };
    await db.insert(['Leaflet in A4', 'Leaflet in A5'].map((title) => thing({ title, organizationGid: organization })));
    for (const size of ['A4', 'A5']) {
      const { items } = await db.list({ search: `${size.toLowerCase()} leaflet` }, someone);
      assert.deepEqual([items.length, items[0]?.title], [2, `Leaflet in ${size}`]);
    }
  });

  /** A principal who sees 1,100 things with a word, and an older one. */
  async function with1100(word: string, older: string): Promise<Principal> {
    const [owner, other] = [newGid(), newGid()];
    await db.insert([thing({ title: older, organizationGid: other })]);
    await db.insert(Array.from({ length: 1100 }, (_, index) => thing({ title: `${word} ${index}`, organizationGid: owner })));
    return { user, isAdmin: false, memberOf: [], manages: [owner, other] };
  }

  test('a search for spaces alone finds everything', async () => assert.equal((await found('  ')).length, titles.length));

  test('a search combines with query and orderBy', async () => {
    assert.deepEqual(await found('design', { query: ['count', '>', 1] }), ['Packaging design']);
    assert.deepEqual(await found('design', { orderBy: 'title', sort: 'desc' }), ['Packaging design', 'Logo design']);
    assert.deepEqual(await found('design', { orderBy: 'title', sort: 'asc' }), ['Logo design', 'Packaging design']);
  });

  test('hostile texts cause no error and break nothing', async () => {
    const hostile = [...`'"\\%_.`, "''", '!!!', '&|!()', ':*', 'a & !b | (c', '<->', "'); drop table thing; --", '$1', '🦊', '\ud800'];
    for (const search of [...hostile, '*'.repeat(255), 'a '.repeat(127)]) await found(search);
    assert.equal((await found('logo')).length, 2);
  });

  test('all pages of a common word hold each match once, though only some titles are compared', async () => {
    const owner = newGid();
    await db.insert(Array.from({ length: 1300 }, (_, index) => thing({ title: `Common word ${index}`, organizationGid: owner })));
    const many: Principal = { user, isAdmin: false, memberOf: [], manages: [owner, newGid()] };
    const gids = new Set<string>();
    let total = 0;
    for (let offset = 0; offset < 1000; offset += 100) {
      const page = await db.list({ search: 'common', offset, limit: 100 }, many);
      page.items.forEach(({ gid }) => gids.add(gid));
      total = page.total_count;
    }
    assert.equal(total, 1300);
    assert.equal(gids.size, 1000);
  });
});
