import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { random, type Random } from '@partner-ordering/testing';
import { admin, testThings, type TestThings } from '../fixtures/things.ts';
import { newGid, type Principal } from '@partner-ordering/kernel';
import { thing, type TagRow, type ThingRow } from '../fixtures/thing-rows.ts';

// Random queries over random rows must find what a plain evaluation of the decisions in JavaScript finds.

type Value = string | number | boolean | Date | null;
type Query = readonly unknown[];
const SEED = 20_261_120;
const [user, ...organizations] = Array.from({ length: 4 }, newGid) as [string, ...string[]];
const principal: Principal = { user, isAdmin: false, memberOf: organizations.slice(0, 2), manages: organizations.slice(1, 3) };
const people = [user, newGid(), newGid()];
const boxes = [null, ...['Red', 'blue', '50%_off'].map((title) => ({ gid: newGid(), title, openedAt: null }))];
const words = ['Alpha', 'beta', '100%', 'a_b', 'c\\d', 'Ärger', ''];
const moments = [0, 1, 999, 1000, 1500, 2000].map((ms) => new Date(1_772_366_400_000 + ms));

function rowOf(r: Random): ThingRow {
  const tag = (): TagRow => ({
    name: r.maybe(r.pick(words)),
    rank: r.int(4),
    author: r.maybe(r.pick(people)),
    isSecret: r.int(3) === 0,
  });
  return thing({
    createdAt: r.pick(moments),
    modifiedAt: r.maybe(r.pick(moments)),
    title: r.pick(words),
    note: r.maybe(r.pick(words)),
    count: r.int(5) - 2,
    rating: r.maybe((r.int(5) - 2) / 2),
    isOpen: r.maybe(r.int(2) === 0),
    priceMinor: r.maybe(r.int(4)),
    ownerGid: r.pick(people),
    organizationGid: r.maybe(r.pick(organizations)),
    box: r.pick(boxes),
    tags: Array.from({ length: r.int(4) }, tag),
  });
}

/** The values of a name in a row: one, or one per row of a to-many relation. */
const ofRow: Record<string, (row: ThingRow) => Value> = {
  gid: (row) => row.gid,
  created_at: (row) => row.createdAt,
  modified_at: (row) => row.modifiedAt,
  title: (row) => row.title,
  note: (row) => row.note,
  count: (row) => row.count,
  rating: (row) => row.rating,
  is_open: (row) => row.isOpen,
  price: (row) => row.priceMinor,
  owner: (row) => row.ownerGid,
  organization: (row) => row.organizationGid,
  'organization.gid': (row) => row.organizationGid,
  'box.gid': (row) => row.box?.gid ?? null,
  'box.title': (row) => row.box?.title ?? null,
};
const ofTag: Record<string, (tag: TagRow) => Value> = {
  'tags.name': (tag) => tag.name,
  'tags.rank': (tag) => tag.rank,
  'tags.author.gid': (tag) => tag.author,
};
const negations: Record<string, string> = { '!=': '==', '!in': 'in' };

function holds(query: Query, row: ThingRow, tags: readonly TagRow[]): boolean {
  const [first, operator, value] = query as [unknown, string, unknown];
  if (query.length === 0) return true;
  if (first === 'AND') return (operator as unknown as Query[]).every((part) => holds(part, row, tags));
  if (first === 'OR') return (operator as unknown as Query[]).some((part) => holds(part, row, tags));
  if (Array.isArray(first)) return (query as Query[]).every((part) => holds(part, row, tags));
  const name = first as string;
  if (operator === 'exclude') return !holds([name, 'intersect', value], row, tags);
  if (operator === 'intersect' && name === 'tags') return tags.some((tag) => holds(value as Query, row, [tag]));
  if (operator === 'intersect') return ofRow[`${name}.gid`]!(row) !== null && holds(value as Query, row, tags);
  if (!(name in ofTag)) return compares(ofRow[name]!(row), operator, value);
  const positive = negations[operator];
  const some = (op: string) => tags.some((tag) => compares(ofTag[name]!(tag), op, value));
  return positive === undefined ? some(operator) : !some(positive);
}

function compares(actual: Value, operator: string, wanted: unknown): boolean {
  if (operator === '!=') return !compares(actual, '==', wanted);
  if (operator === '!in') return !compares(actual, 'in', wanted);
  if (operator === 'in') return (wanted as unknown[]).some((each) => compares(actual, '==', each));
  if (wanted === null) return actual === null;
  if (actual === null) return false;
  if (operator === '~=' || operator === 'like') return (actual as string).toLowerCase().includes((wanted as string).toLowerCase());
  // Without a fraction both sides are looked at by the second.
  const isWholeSecond = actual instanceof Date && !(wanted as string).includes('.');
  const left = actual instanceof Date ? (isWholeSecond ? Math.floor(actual.getTime() / 1000) * 1000 : actual.getTime()) : actual;
  const right = actual instanceof Date ? Date.parse(wanted as string) : wanted;
  const order = typeof left === 'string' ? Buffer.compare(Buffer.from(left), Buffer.from(right as string)) : Number(left) - Number(right);
  return { '==': order === 0, '<': order < 0, '>': order > 0, '<=': order <= 0, '>=': order >= 0 }[operator]!;
}

function literal(r: Random, name: string, rows: readonly ThingRow[]): Value {
  const row = r.pick(rows);
  const value = name in ofTag ? ofTag[name]!(row.tags[0] ?? { name: 'x', rank: 1, author: user, isSecret: false }) : ofRow[name]!(row);
  return value instanceof Date ? value.toISOString().replace(r.int(2) === 0 ? /\.\d+/ : /$^/, '') : value;
}

function tripleOf(r: Random, name: string, rows: readonly ThingRow[]): Query {
  const value = literal(r, name, rows);
  const isNullable = !['title', 'count', 'gid', 'owner', 'created_at'].includes(name);
  if (value === null || (isNullable && r.int(8) === 0)) return [name, r.pick(['==', '!=']), null];
  if (r.int(4) === 0) return [name, r.pick(['in', '!in']), Array.from({ length: r.int(3) }, () => literal(r, name, rows))];
  if (['title', 'note', 'box.title', 'tags.name'].includes(name) && r.int(3) === 0)
    return [name, r.pick(['~=', 'like']), (value as string).slice(r.int(3)).toUpperCase()];
  return [name, r.pick(name === 'is_open' ? ['==', '!='] : ['==', '!=', '<', '>', '<=', '>=']), value];
}

function queryOf(r: Random, rows: readonly ThingRow[], depth = 1): Query {
  const kind = depth < 4 ? r.int(8) : 7;
  const parts = () => Array.from({ length: 1 + r.int(3) }, () => queryOf(r, rows, depth + 1));
  if (kind === 0) return ['OR', parts()];
  if (kind === 1) return ['AND', parts()];
  if (kind === 2) return parts();
  if (kind === 3) return ['tags', r.pick(['intersect', 'exclude']), [1, 2].map(() => tripleOf(r, r.pick(Object.keys(ofTag)), rows))];
  if (kind === 4) return ['box', r.pick(['intersect', 'exclude']), tripleOf(r, r.pick(['box.gid', 'box.title']), rows)];
  return tripleOf(r, r.pick([...Object.keys(ofRow), ...Object.keys(ofTag)]), rows);
}

const r = random(SEED);
const rows = Array.from({ length: 120 }, () => rowOf(r));

const isSeen = (row: ThingRow): boolean =>
  principal.manages.includes(row.organizationGid ?? '') ||
  (row.ownerGid === user && principal.memberOf.includes(row.organizationGid ?? '')) ||
  row.tags.some(({ author }) => author === user);

describe('the query language', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
    await db.insert(rows);
  });
  after(() => db.drop());

  for (const by of [admin, principal]) {
    test(`50 random queries find what a plain evaluation finds, for ${by === admin ? 'an admin' : 'three visibility predicates'}`, async () => {
      for (let run = 0; run < 50; run++) {
        const query = queryOf(r, rows);
        const visibleTags = (row: ThingRow) => (by.isAdmin ? row.tags : row.tags.filter(({ isSecret }) => !isSecret));
        const expected = rows
          .filter((row) => (by.isAdmin || isSeen(row)) && holds(query, row, visibleTags(row)))
          .map(({ gid }) => gid)
          .toSorted();
        const orderBy = r.pick(['gid', 'title', 'rating', 'created_at']);
        const pages = await Promise.all([0, 50, 100].map((offset) => db.list({ query, orderBy, offset, limit: 50 }, by)));
        const found = pages.flatMap(({ items }) => items.map(({ gid }) => gid));
        assert.deepEqual(found.toSorted(), expected, `seed ${SEED}, run ${run}: ${JSON.stringify(query)}`);
        assert.deepEqual(
          pages.map(({ total_count }) => total_count),
          pages.map(() => expected.length),
        );
        assert.equal(await db.count(query, by), expected.length);
      }
    });
  }
});
