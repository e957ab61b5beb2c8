import { after, before, describe } from 'node:test';
import { newGid, type Principal } from '@partner-ordering/kernel';
import { queryCases } from '../fixtures/query-cases.ts';
import { testThings, type TestThings } from '../fixtures/things.ts';
import { thing } from '../fixtures/thing-rows.ts';

const [ann, ben] = [newGid(), newGid()];
const principal: Principal = { user: newGid(), isAdmin: false, memberOf: [], manages: [newGid()] };
const organizationGid = principal.manages[0]!;
const red = { gid: newGid(), title: 'Red', openedAt: new Date('2026-01-01T00:00:00Z') };
const blue = { gid: newGid(), title: 'Blue', openedAt: null };
const tag = (name: string | null, rank: number, author: string | null = null, isSecret = false) => ({ name, rank, author, isSecret });
const at = (time: string) => new Date(`2026-03-01T${time}Z`);
const old = [tag(null, 4), tag('old', 1, ben, true)];

const rows = [
  thing({ organizationGid, createdAt: at('11:59:59.999'), box: red, tags: [tag('new', 1, ann), tag('hot', 2, ben)] }),
  thing({ organizationGid, createdAt: at('12:00:00.000'), modifiedAt: at('12:00:00.500'), box: red, tags: [tag('new', 3)] }),
  thing({ organizationGid, createdAt: at('12:00:00.999'), modifiedAt: at('12:00:01'), box: blue, tags: old }),
  thing({ organizationGid, createdAt: at('12:00:01.000'), tags: [] }),
];

describe('dates and relations of the query language', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
    await db.insert(rows);
  });
  after(() => db.drop());
  const { finds, finding, refused, refusing } = queryCases(() => db, rows);

  describe('a date without a fraction is its whole second', () => {
    const noon = '"2026-03-01T12:00:00Z"';
    finding(`
      created_at == ${noon} → bc    created_at != ${noon} → ad    created_at < ${noon} → a    created_at <= ${noon} → abc
      created_at > ${noon} → d    created_at >= ${noon} → bcd    created_at == "2026-03-01T14:00:00+0200" → bc
      created_at in [${noon},"2026-03-01T12:00:01Z"] → bcd    created_at !in [${noon}] → ad    modified_at != ${noon} → acd
      modified_at !in [${noon}] → acd    modified_at in [${noon},null] → abd    modified_at == null → ad
      box.opened_at == "2026-01-01T00:00:00Z" → ab    box.opened_at != "2026-01-01T00:00:00Z" → cd
    `);
  });

  describe('a date without an offset is UTC, a day alone is its first second', () => {
    finding(`
      created_at == "2026-03-01T12:00:00" → bc    created_at > "2026-03-01T12:00" → d    created_at >= "2026-03-01" → abcd
      created_at <= "2026-03-01" →    created_at < "2026-03-02" → abcd    box.opened_at == "2026-01-01" → ab
    `);
  });

  describe('a date with a fraction is a moment', () => {
    finding(`
      created_at == "2026-03-01T12:00:00.000Z" → b    created_at != "2026-03-01T12:00:00.0Z" → acd
      created_at > "2026-03-01T12:00:00.000Z" → cd    created_at <= "2026-03-01T12:00:00.999Z" → abc
      modified_at != "2026-03-01T12:00:00.5Z" → acd
    `);
  });

  describe('a long list of times finds what a short one does', () => {
    const others = Array.from({ length: 9 }, (_, day) => `"2020-01-0${day + 1}"`).join();
    finding(`
      created_at in [${others},"2026-03-01T12:00:00Z"] → bc    created_at !in [${others},"2026-03-01T12:00:00Z"] → ad
      created_at in [${others},"2026-03-01T12:00:00.000Z"] → b    created_at in [${others},"2026-03-01T14:00:01+0200"] → d
      modified_at in [${others},null] → ad    modified_at !in [${others},"2026-03-01T12:00:00"] → acd    modified_at in [${others}] →
      created_at in [${others},"0000-01-01T00:00:00Z","9999-12-31T23:59:59Z","2026-03-01T11:59:59"] → a
    `);
    refusing(/takes a time in ISO 8601/, `created_at in [${others},"now"]`);
  });

  describe('far dates are dates, other texts are 400', () => {
    finding(`
      created_at > "0000-01-01T00:00:00Z" → abcd    created_at > "0000-01-01T00:00:00+0100" → abcd
      created_at < "9999-12-31T23:59:59Z" → abcd
    `);
    const others = ['"2026-03"', '"2026-03-01T12:00:00 0100"', '"now"', '"infinity"', '""', 5, true, '"2026-02-30T00:00:00Z"'];
    refusing(/takes a time in ISO 8601/, others.map((value) => `created_at > ${value}`).join('  '));
    refused(['created_at', '==', '2026-03-01T12:00:00 0100'], /a \+ is written %2B in an address/);
    refused(['created_at', 'like', '2026-03-01'], /"created_at" does not take like, which is for texts/);
  });

  describe('to-many: a comparison means some, a negated one means none', () => {
    finding(`
      tags.name == "new" → ab    tags.name != "new" → cd    tags.name in ["hot","old"] → ac    tags.name !in ["hot","old"] → bd
      tags.name == null → c    tags.name != null → abd    tags.name ~= "O" → ac    tags.rank > 2 → bc    tags.rank < 2 → ac
      tags.author.gid == "${ann}" → a    tags.author.gid != "malformed" → abcd
    `);
    finds(
      [
        ['tags.name', '==', 'new'],
        ['tags.name', '==', 'hot'],
      ],
      'a',
    );
    finds(['tags.name', '==', 'old'], '', principal);
    finds(['tags.name', '!=', 'old'], 'abcd', principal);
  });

  describe('intersect and exclude on a to-many relation are about one row of it', () => {
    finding(`
      tags intersect ["name","==","new"] → ab    tags intersect ["tags.name","==","new"] → ab    tags exclude ["name","==","new"] → cd
      tags intersect [["name","==","new"],["rank",">",2]] → b    tags intersect ["OR",[["rank","==",2],["rank","==",4]]] → ac
      tags intersect ["name","!=","new"] → ac    tags exclude ["rank",">=",0] → d    tags intersect ["author.gid","==","${ben}"] → ac
      tags.author intersect ["gid","==","${ben}"] → ac    tags.author exclude ["gid","==","${ben}"] → bd
      tags.author intersect ["gid","!=","${ben}"] → a    tags intersect ["author","exclude",["gid","==","${ben}"]] → abc
      tags exclude ["author","intersect",["gid","in",["${ann}","${ben}"]]] → bd
    `);
    finds(['tags', 'exclude', ['name', '==', 'old']], 'abcd', principal);
  });

  describe('intersect and exclude on a to-one relation', () => {
    finding(`
      box intersect ["title","==","Red"] → ab    box intersect ["title","!=","Red"] → c    box exclude ["title","==","Red"] → cd
      box intersect ["opened_at","==",null] → c    box exclude ["opened_at","==",null] → abd    box.title != "Red" → cd
      box intersect [["id","==","${red.gid}"],["title","~=","r"]] → ab    organization intersect ["gid","==","${organizationGid}"] → abcd
    `);
  });

  describe('what is no relation is 400', () => {
    const names = ['title', 'nonsense', 'box.title', 'tags.name', 'secret', '__proto__', 'constructor'];
    const none = names.map((name) => `${name} intersect ["gid","==","x"]`);
    refusing(/is not a relation that can be searched here/, none.join('  '));
    refusing(/is not searchable here/, ['nonsense', 'is_secret', 'title'].map((name) => `tags intersect ["${name}","==",1]`).join('  '));
    refusing(/is not a relation/, 'tags intersect ["box","intersect",["gid","==","x"]]');
    refusing(/takes a number/, 'tags intersect ["rank","==","x"]');
  });
});
