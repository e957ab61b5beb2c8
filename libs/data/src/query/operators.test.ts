import { after, before, describe } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { queryCases } from '../fixtures/query-cases.ts';
import { testThings, type TestThings } from '../fixtures/things.ts';
import { thing } from '../fixtures/thing-rows.ts';

const gids = [newGid(), newGid(), newGid(), newGid()] as const;
const [owner, organization] = [newGid(), newGid()];
const red = { gid: newGid(), title: 'Red', openedAt: new Date('2026-01-01T00:00:00Z') };
const base = { ownerGid: owner };
const a = thing({ ...base, gid: gids[0], title: 'Alpha', note: 'One', count: 1, rating: 0.5, isOpen: true, priceMinor: 100 });
const b = thing({ gid: gids[1], title: 'beta', note: null, count: 2, rating: null, isOpen: false, organizationGid: organization });
const c = thing({ gid: gids[2], title: '100%_a\\b', note: 'one', count: -3, rating: 1e300, isOpen: null, box: red });
const d = thing({ gid: gids[3], title: 'Ärger "x" \'y\'', note: '', count: 2_147_483_647, rating: -0.5, meta: {} });

describe('operators of the query language', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
    await db.insert([a, b, c, d]);
  });
  after(() => db.drop());
  const { finds, finding, refused, refusing } = queryCases(() => db, [a, b, c, d]);

  describe('on text', () => {
    finding(`
      title == "Alpha" → a    title == "alpha" →    title != "Alpha" → bcd    title < "B" → ac    title >= "beta" → bd
      note == null → b    note != null → acd    note != "One" → bcd    note == "" → d    note in ["One",null] → ab
      note !in ["One","one"] → bd    note !in [null] → acd    title in [] →    title !in [] → abcd
      title ~= "ALPH" → a    title like "ä" → d    note ~= "one" → ac    note ~= "" → acd    title ~= "%" → c    title ~= "_" → c
      title ~= "%_" → c    title ~= "\\\\" → c    title ~= "a\\\\b" → c    title ~= "'y'" → d    title ~= "\\"x\\"" → d
      title ~= "') or true --" →    title ~= "$1" →
    `);
    refusing(/takes a string/, 'title == 1  title in ["a",2]');
    refusing(/does not take null/, 'title < null  title ~= null');
    refusing(
      /does not take ~=/,
      'title ~= 5  count ~= "x"  rating ~= "x"  is_open ~= "x"  created_at ~= "x"  owner ~= "x"  price ~= "x"  meta ~= "x"',
    );
  });

  describe('on numbers', () => {
    finding(`
      count == 1 → a    count == 1.5 →    count != 1.5 → abcd    count > 1.5 → bd    count < 1e308 → abcd
      count >= 2147483647 → d    count > 2147483648 →    count in [1,2.0,-3,0.1] → abc    price == 100 → a    price != 100 → bcd
      rating == 1e300 → c    rating == 0.5 → a    rating < 0 → d    rating != 0.5 → bcd    rating == null → b
    `);
    finds('["count","<",1e400]', 'abcd');
    finds('["count","==",1e400]', '');
    finds('["count",">",-1e400]', 'abcd');
    finds('["count",">",123456789012345678901234567890]', '');
    refusing(/takes a number/, 'count == "1"  count < "x"  count == true');
  });

  describe('on what has a few values', () => {
    for (const name of ['shade', 'pitch']) {
      finding(`
        ${name} == "One" → a    ${name} != "One" → bcd    ${name} in ["One","",null] → abd    ${name} == null → b
        ${name} ~= "on" → ac    ${name} ~= "typo" →
      `);
      const none = ['==', '!=', '<', '>='].map((operator) => `${name} ${operator} "typo"`);
      refusing(/^"(shade|pitch)" must be one of One, one, $/, none.join('  '));
      refusing(/must be one of/, `${name} in ["one","typo"]  ${name} !in ["one","typo"]  ${name} == 1`);
      refused(
        [
          'OR',
          [
            [name, '==', 'one'],
            [name, '==', 'ONE'],
          ],
        ],
        /must be one of/,
      );
    }
    finding('tags.word != "new" → abcd  tags intersect ["word","==","new"] →');
    refusing(/^"tags.word" must be one of new, hot, old$/, 'tags.word != "typo"  tags exclude ["word","==","typo"]');
  });

  describe('on booleans, and on what has no order', () => {
    finding(
      'is_open == true → a  is_open != true → bcd  is_open == null → cd  is_open in [true,false] → ab  meta == null → abc  meta != null → d',
    );
    refusing(/takes true or false/, 'is_open == "true"  is_open == 1');
    refusing(/does not take </, 'is_open < true  meta < 1');
    refusing(/only be compared with null/, 'meta == "{}"');
  });

  describe('on identifiers', () => {
    finding(`
      gid == "${a.gid}" → a    gid == "${a.gid.toUpperCase()}" →    gid != "${a.gid}" → bcd    gid > "${b.gid}" → cd
      gid in ["${a.gid}","x","${d.gid}"] → ad    organization != "${organization}" → acd    organization == null → acd
    `);
    for (const malformed of ['', 'x', "' or 1=1 --", `${a.gid} `, `{${a.gid}}`, a.gid.slice(1), '\\x00', '0'.repeat(10_000)]) {
      finds(['gid', '==', malformed], '');
      for (const negated of [
        ['gid', '!=', malformed],
        ['owner', '!in', [malformed]],
        ['organization', '!=', malformed],
      ])
        finds(negated, 'abcd');
    }
    refusing(/takes a string/, 'gid == 7');
  });

  describe('combined', () => {
    finds([], 'abcd');
    finds(
      [
        ['count', '>', 0],
        ['count', '<', 10],
      ],
      'ab',
    );
    finds(
      [
        'OR',
        [
          ['title', '==', 'beta'],
          [
            'AND',
            [
              ['note', '~=', 'o'],
              ['count', '==', 1],
            ],
          ],
        ],
      ],
      'ab',
    );
    finds(['OR', [['gid', '==', 'x']]], '');
    finds(
      [
        ['title', '!=', 'Alpha'],
        ['title', '!=', 'Alpha'],
        ['title', '!=', 'Alpha'],
        ['title', '!=', 'Alpha'],
      ],
      'bcd',
    );
  });

  describe('on names', () => {
    finding(`born_at == "2026-03-01T12:00:00Z" → abcd  box.id == "${red.gid}" → c`);
    const unknown = ['Title', 'secret', 'href', 'tags', 'title.x', 'box.nonsense', '__proto__', 'constructor', 't.gid', 'title"or1=1'];
    refusing(/is not searchable here; searchable are gid, /, unknown.map((name) => `${name} == "x"`).join('  '));
    refused(['', '==', 'x'], /is not searchable here/);
  });
});
