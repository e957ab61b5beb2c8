import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Failure, newGid, type Principal } from '@partner-ordering/kernel';
import { admin, testThings, type TestThings } from '../fixtures/things.ts';
import { thing } from '../fixtures/thing-rows.ts';

const [ann, ben] = [newGid(), newGid()];
const principal: Principal = { user: newGid(), isAdmin: false, memberOf: [], manages: [newGid()] };
const organizationGid = principal.manages[0]!;
const red = { gid: newGid(), title: 'Red', openedAt: new Date('2026-01-01T00:00:00Z') };
const blue = { gid: newGid(), title: 'Blue', openedAt: null };
const tag = (name: string | null, rank: number, author: string | null = null, isSecret = false) => ({ name, rank, author, isSecret });
const at = (time: string) => new Date(`2026-03-01T${time}Z`);

const rows = [
  thing({ organizationGid, createdAt: at('11:59:59.999'), box: red, tags: [tag('new', 1, ann), tag('hot', 2, ben)] }),
  thing({ organizationGid, createdAt: at('12:00:00.000'), modifiedAt: at('12:00:00.500'), box: red, tags: [tag('new', 3)] }),
  thing({
    organizationGid,
    createdAt: at('12:00:00.999'),
    modifiedAt: at('12:00:01'),
    box: blue,
    tags: [tag(null, 4), tag('old', 1, ben, true)],
  }),
  thing({ organizationGid, createdAt: at('12:00:01.000'), tags: [] }),
];
const names = new Map(rows.map(({ gid }, index) => [gid, 'abcd'[index]!]));

describe('dates and relations of the query language', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
    await db.insert(rows);
  });
  after(() => db.drop());

  const found = async (query: unknown, by: Principal): Promise<string> => {
    const { total_count, items } = await db.list({ query, orderBy: 'gid', sort: 'asc', limit: 100 }, by);
    assert.equal(await db.count(query, by), total_count);
    assert.equal(items.length, total_count);
    return items.map(({ gid }) => names.get(gid)).join('');
  };
  const finds = (query: unknown, expected: string, by = admin): void =>
    void test(`${JSON.stringify(query)} finds ${expected || 'nothing'}${by === admin ? '' : ' for others'}`, async () =>
      assert.equal(await found(query, by), expected));
  const refused = (query: unknown, message: RegExp): void =>
    void test(`${JSON.stringify(query).slice(0, 90)} is 400`, () =>
      assert.rejects(
        db.list({ query }),
        (error) => error instanceof Failure && error.kind === 'invalid' && message.test(error.details![0]!.message),
      ));

  describe('a date without a fraction is its whole second', () => {
    const noon = '2026-03-01T12:00:00Z';
    finds(['created_at', '==', noon], 'bc');
    finds(['created_at', '!=', noon], 'ad');
    finds(['created_at', '<', noon], 'a');
    finds(['created_at', '<=', noon], 'abc');
    finds(['created_at', '>', noon], 'd');
    finds(['created_at', '>=', noon], 'bcd');
    finds(['created_at', '==', '2026-03-01T14:00:00+0200'], 'bc');
    finds(['created_at', 'in', [noon, '2026-03-01T12:00:01Z']], 'bcd');
    finds(['created_at', '!in', [noon]], 'ad');
    finds(['modified_at', '!=', noon], 'acd');
    finds(['modified_at', '!in', [noon]], 'acd');
    finds(['modified_at', 'in', [noon, null]], 'abd');
    finds(['modified_at', '==', null], 'ad');
    finds(['box.opened_at', '==', '2026-01-01T00:00:00Z'], 'ab');
    finds(['box.opened_at', '!=', '2026-01-01T00:00:00Z'], 'cd');
  });

  describe('a date without an offset is UTC, a day alone is its first second', () => {
    finds(['created_at', '==', '2026-03-01T12:00:00'], 'bc');
    finds(['created_at', '>', '2026-03-01T12:00'], 'd');
    finds(['created_at', '>=', '2026-03-01'], 'abcd');
    finds(['created_at', '<=', '2026-03-01'], '');
    finds(['created_at', '<', '2026-03-02'], 'abcd');
    finds(['box.opened_at', '==', '2026-01-01'], 'ab');
  });

  describe('a date with a fraction is a moment', () => {
    finds(['created_at', '==', '2026-03-01T12:00:00.000Z'], 'b');
    finds(['created_at', '!=', '2026-03-01T12:00:00.0Z'], 'acd');
    finds(['created_at', '>', '2026-03-01T12:00:00.000Z'], 'cd');
    finds(['created_at', '<=', '2026-03-01T12:00:00.999Z'], 'abc');
    finds(['modified_at', '!=', '2026-03-01T12:00:00.5Z'], 'acd');
  });

  describe('far dates are dates, other texts are 400', () => {
    finds(['created_at', '>', '0000-01-01T00:00:00Z'], 'abcd');
    finds(['created_at', '>', '0000-01-01T00:00:00+0100'], 'abcd');
    finds(['created_at', '<', '9999-12-31T23:59:59Z'], 'abcd');
    for (const literal of ['2026-03', '2026-03-01T12:00:00 0100', 'now', 'infinity', '', 5, true, '2026-02-30T00:00:00Z'])
      refused(['created_at', '>', literal], /takes a time in ISO 8601/);
    refused(['created_at', '==', '2026-03-01T12:00:00 0100'], /a \+ is written %2B in an address/);
    refused(['created_at', 'like', '2026-03-01'], /"created_at" does not take like, which is for texts/);
  });

  describe('to-many: a comparison means some, a negated one means none', () => {
    finds(['tags.name', '==', 'new'], 'ab');
    finds(['tags.name', '!=', 'new'], 'cd');
    finds(['tags.name', 'in', ['hot', 'old']], 'ac');
    finds(['tags.name', '!in', ['hot', 'old']], 'bd');
    finds(['tags.name', '==', null], 'c');
    finds(['tags.name', '!=', null], 'abd');
    finds(['tags.name', '~=', 'O'], 'ac');
    finds(['tags.rank', '>', 2], 'bc');
    finds(['tags.rank', '<', 2], 'ac');
    finds(['tags.author.gid', '==', ann], 'a');
    finds(['tags.author.gid', '!=', 'malformed'], 'abcd');
    finds([['tags.name', '==', 'new'], ['tags.name', '==', 'hot']], 'a'); // oxfmt-ignore
    finds(['tags.name', '==', 'old'], '', principal);
    finds(['tags.name', '!=', 'old'], 'abcd', principal);
  });

  describe('intersect and exclude on a to-many relation are about one row of it', () => {
    finds(['tags', 'intersect', ['name', '==', 'new']], 'ab');
    finds(['tags', 'intersect', ['tags.name', '==', 'new']], 'ab');
    finds(['tags', 'exclude', ['name', '==', 'new']], 'cd');
    finds(['tags', 'intersect', [['name', '==', 'new'], ['rank', '>', 2]]], 'b'); // oxfmt-ignore
    finds(['tags', 'intersect', ['OR', [['rank', '==', 2], ['rank', '==', 4]]]], 'ac'); // oxfmt-ignore
    finds(['tags', 'intersect', ['name', '!=', 'new']], 'ac');
    finds(['tags', 'exclude', ['rank', '>=', 0]], 'd');
    finds(['tags', 'exclude', ['name', '==', 'old']], 'abcd', principal);
    finds(['tags', 'intersect', ['author.gid', '==', ben]], 'ac');
    finds(['tags.author', 'intersect', ['gid', '==', ben]], 'ac');
    finds(['tags.author', 'exclude', ['gid', '==', ben]], 'bd');
    finds(['tags.author', 'intersect', ['gid', '!=', ben]], 'a');
    finds(['tags', 'intersect', ['author', 'exclude', ['gid', '==', ben]]], 'abc');
    finds(['tags', 'exclude', ['author', 'intersect', ['gid', 'in', [ann, ben]]]], 'bd');
  });

  describe('intersect and exclude on a to-one relation', () => {
    finds(['box', 'intersect', ['title', '==', 'Red']], 'ab');
    finds(['box', 'intersect', ['title', '!=', 'Red']], 'c');
    finds(['box', 'exclude', ['title', '==', 'Red']], 'cd');
    finds(['box', 'intersect', ['opened_at', '==', null]], 'c');
    finds(['box', 'exclude', ['opened_at', '==', null]], 'abd');
    finds(['box', 'intersect', [['id', '==', red.gid], ['title', '~=', 'r']]], 'ab'); // oxfmt-ignore
    finds(['organization', 'intersect', ['gid', '==', organizationGid]], 'abcd');
    finds(['box.title', '!=', 'Red'], 'cd');
  });

  describe('what is no relation is 400', () => {
    for (const name of ['title', 'nonsense', 'box.title', 'tags.name', 'secret', '__proto__', 'constructor', ''])
      refused([name, 'intersect', ['gid', '==', 'x']], /is not a relation that can be searched here/);
    refused(['tags', 'intersect', ['nonsense', '==', 1]], /is not searchable here/);
    refused(['tags', 'intersect', ['is_secret', '==', true]], /is not searchable here/);
    refused(['tags', 'intersect', ['title', '==', 'x']], /is not searchable here/);
    refused(['tags', 'intersect', ['box', 'intersect', ['gid', '==', 'x']]], /is not a relation/);
    refused(['tags', 'intersect', ['rank', '==', 'x']], /takes a number/);
  });
});
