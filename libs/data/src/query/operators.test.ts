import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Failure, newGid } from '@partner-ordering/kernel';
import { testThings, type TestThings } from '../fixtures/things.ts';
import { thing } from '../fixtures/thing-rows.ts';

const gids = [newGid(), newGid(), newGid(), newGid()] as const;
const [owner, organization] = [newGid(), newGid()];
const boxes = {
  red: { gid: newGid(), title: 'Red', openedAt: new Date('2026-01-01T00:00:00Z') },
  blue: { gid: newGid(), title: 'Blue', openedAt: null },
};

// Four rows; a test says which of them a query finds.
const a = thing({
  ...{ gid: gids[0], title: 'Alpha', note: 'One', count: 1, rating: 0.5, isOpen: true, priceMinor: 100 },
  ownerGid: owner,
});
const b = thing({ ...{ gid: gids[1], title: 'beta', note: null, count: 2, rating: null, isOpen: false }, organizationGid: organization });
const c = thing({ ...{ gid: gids[2], title: '100%_a\\b', note: 'one', count: -3, rating: 1e300, isOpen: null }, box: boxes.red });
const d = thing({ ...{ gid: gids[3], title: 'Ärger "x" \'y\'', note: '', count: 2_147_483_647, rating: -0.5 }, box: boxes.blue, meta: {} });
const names = new Map([a, b, c, d].map(({ gid }, index) => [gid, 'abcd'[index]!]));

describe('operators of the query language', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
    await db.insert([a, b, c, d]);
  });
  after(() => db.drop());

  const finds = (query: unknown, expected: string): void =>
    void test(`${JSON.stringify(query)} finds ${expected || 'nothing'}`, async () => {
      const { total_count, items } = await db.list({ query, orderBy: 'gid', sort: 'asc', limit: 100 });
      assert.equal(items.map(({ gid }) => names.get(gid)).join(''), expected);
      assert.equal(total_count, expected.length);
      assert.equal(await db.count(query), expected.length);
    });
  const refused = (query: unknown, message: RegExp): void =>
    void test(`${JSON.stringify(query).slice(0, 90)} is 400`, () =>
      assert.rejects(
        db.list({ query }),
        (error) => error instanceof Failure && error.kind === 'invalid' && message.test(error.details![0]!.message),
      ));

  describe('on text', () => {
    finds(['title', '==', 'Alpha'], 'a');
    finds(['title', '==', 'alpha'], '');
    finds(['title', '!=', 'Alpha'], 'bcd');
    finds(['title', '<', 'B'], 'ac');
    finds(['title', '>=', 'beta'], 'bd');
    finds(['note', '==', null], 'b');
    finds(['note', '!=', null], 'acd');
    finds(['note', '!=', 'One'], 'bcd');
    finds(['note', '==', ''], 'd');
    finds(['note', 'in', ['One', null]], 'ab');
    finds(['note', '!in', ['One', 'one']], 'bd');
    finds(['note', '!in', [null]], 'acd');
    finds(['title', 'in', []], '');
    finds(['title', '!in', []], 'abcd');
    refused(['title', '==', 1], /takes a string/);
    refused(['title', 'in', ['a', 2]], /takes a string/);
    refused(['title', '<', null], /does not take null/);
  });

  describe('on text that contains', () => {
    finds(['title', '~=', 'ALPH'], 'a');
    finds(['title', 'like', 'ä'], 'd');
    finds(['note', '~=', 'one'], 'ac');
    finds(['note', '~=', ''], 'acd');
    finds(['title', '~=', '%'], 'c');
    finds(['title', '~=', '_'], 'c');
    finds(['title', '~=', '%_'], 'c');
    finds(['title', '~=', '\\'], 'c');
    finds(['title', '~=', 'a\\b'], 'c');
    finds(['title', '~=', "'y'"], 'd');
    finds(['title', '~=', '"x"'], 'd');
    finds(['title', '~=', "') or true --"], '');
    finds(['title', '~=', '$1'], '');
    refused(['title', '~=', null], /does not take null/);
    refused(['title', '~=', 5], /does not take ~=/);
    for (const field of ['count', 'rating', 'is_open', 'created_at', 'owner', 'price', 'meta'])
      refused([field, '~=', 'x'], /does not take ~=/);
  });

  describe('on numbers', () => {
    finds(['count', '==', 1], 'a');
    finds(['count', '==', 1.5], '');
    finds(['count', '!=', 1.5], 'abcd');
    finds(['count', '>', 1.5], 'bd');
    finds(['count', '<', 1e308], 'abcd');
    finds(['count', '>=', 2147483647], 'd');
    finds(['count', '>', 2147483648], '');
    finds(['count', 'in', [1, 2.0, -3, 0.1]], 'abc');
    finds('["count","<",1e400]', 'abcd');
    finds('["count","==",1e400]', '');
    finds('["count",">",-1e400]', 'abcd');
    finds('["count",">",123456789012345678901234567890]', '');
    finds(['rating', '==', 1e300], 'c');
    finds(['rating', '==', 0.5], 'a');
    finds(['rating', '<', 0], 'd');
    finds(['rating', '!=', 0.5], 'bcd');
    finds(['rating', '==', null], 'b');
    finds(['price', '==', 100], 'a');
    finds(['price', '!=', 100], 'bcd');
    refused(['count', '==', '1'], /takes a number/);
    refused(['count', '<', 'x'], /takes a number/);
    refused(['count', '==', true], /takes a number/);
  });

  describe('on what has a few values', () => {
    for (const name of ['shade', 'pitch']) {
      finds([name, '==', 'One'], 'a');
      finds([name, '!=', 'One'], 'bcd');
      finds([name, 'in', ['One', '', null]], 'abd');
      finds([name, '==', null], 'b');
      finds([name, '~=', 'on'], 'ac');
      finds([name, '~=', 'typo'], '');
      for (const operator of ['==', '!=', '<', '>=']) refused([name, operator, 'typo'], /^"(shade|pitch)" must be one of One, one, $/);
      for (const operator of ['in', '!in']) refused([name, operator, ['one', 'typo']], /must be one of/);
      refused([name, '==', 1], /must be one of/);
      refused(['OR', [[name, '==', 'one'], [name, '==', 'ONE']]], /must be one of/); // oxfmt-ignore
    }
    finds(['tags.word', '!=', 'new'], 'abcd');
    finds(['tags', 'intersect', ['word', '==', 'new']], '');
    for (const query of [
      ['tags.word', '!=', 'typo'],
      ['tags', 'exclude', ['word', '==', 'typo']],
    ])
      // oxfmt-ignore
      refused(query, /^"tags.word" must be one of new, hot, old$/);
  });

  describe('on booleans', () => {
    finds(['is_open', '==', true], 'a');
    finds(['is_open', '!=', true], 'bcd');
    finds(['is_open', '==', null], 'cd');
    finds(['is_open', 'in', [true, false]], 'ab');
    refused(['is_open', '==', 'true'], /takes true or false/);
    refused(['is_open', '==', 1], /takes true or false/);
    refused(['is_open', '<', true], /does not take </);
  });

  describe('on identifiers', () => {
    finds(['gid', '==', a.gid], 'a');
    finds(['gid', '==', a.gid.toUpperCase()], '');
    finds(['gid', '!=', a.gid], 'bcd');
    finds(['gid', '>', b.gid], 'cd');
    finds(['gid', 'in', [a.gid, 'x', d.gid]], 'ad');
    finds(['organization', '!=', organization], 'acd');
    finds(['organization', '==', null], 'acd');
    for (const malformed of ['', 'x', "' or 1=1 --", `${a.gid} `, `{${a.gid}}`, a.gid.slice(1), '\\x00', '0'.repeat(10_000)]) {
      finds(['gid', '==', malformed], '');
      finds(['gid', '!=', malformed], 'abcd');
      finds(['owner', '!in', [malformed]], 'abcd');
      finds(['organization', '!=', malformed], 'abcd');
    }
    refused(['gid', '==', 7], /takes a string/);
  });

  describe('on what has no order', () => {
    finds(['meta', '==', null], 'abc');
    finds(['meta', '!=', null], 'd');
    refused(['meta', '==', '{}'], /only be compared with null/);
    refused(['meta', '<', 1], /does not take </);
  });

  describe('combined', () => {
    finds([], 'abcd');
    finds([['count', '>', 0], ['count', '<', 10]], 'ab'); // oxfmt-ignore
    finds(['OR', [['title', '==', 'beta'], ['count', '<', 0]]], 'bc'); // oxfmt-ignore
    finds(['OR', [['title', '==', 'beta'], ['AND', [['note', '~=', 'o'], ['count', '==', 1]]]]], 'ab'); // oxfmt-ignore
    finds(['OR', [['gid', '==', 'x']]], '');
    finds([['title', '!=', 'Alpha'], ['title', '!=', 'Alpha'], ['title', '!=', 'Alpha'], ['title', '!=', 'Alpha']], 'bcd'); // oxfmt-ignore
  });

  describe('on names', () => {
    finds(['born_at', '==', '2026-03-01T12:00:00Z'], 'abcd');
    finds(['box.id', '==', boxes.red.gid], 'c');
    for (const name of [
      '',
      'Title',
      'secret',
      'href',
      'tags',
      'nonsense',
      'title.x',
      'box.nonsense',
      '__proto__',
      'constructor',
      'toString',
      't.gid',
      'title" or 1=1',
    ])
      refused([name, '==', 'x'], /is not searchable here; searchable are gid, /);
  });
});
