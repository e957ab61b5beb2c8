import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Principal } from '@partner-ordering/kernel';
import { random } from '@partner-ordering/testing';
import { insertThings, thing, type ThingRow } from '../fixtures/thing-rows.ts';
import { admin, orderable, searchable, testThings, things, type TestThings } from '../fixtures/things.ts';
import { lastModified } from '../resources/fields.ts';
import type { Resource } from '../resources/resource.ts';
import type { Column } from '../resources/tables.ts';
import { readList, type CollectionParameters } from './read-list.ts';

// Rows are inserted, changed, hidden, shown and deleted at random between the pages of a reading.

type Order = Required<Pick<CollectionParameters, 'orderBy' | 'sort'>>;

const SEED = 20_261_130;
const r = random(SEED);
/** Gids from the seed too, since they choose the rows that change. */
const seededGid = (): string =>
  `019a0000-0000-7000-8000-${[r.int(2 ** 24), r.int(2 ** 24)].map((part) => part.toString(16).padStart(6, '0')).join('')}`;
const [user, ...organizations] = Array.from({ length: 4 }, seededGid) as [string, ...string[]];
const member: Principal = { user, isAdmin: false, memberOf: organizations.slice(0, 2), manages: organizations.slice(1, 3) };
const boxes = ['Red', 'Blue'].map((title) => ({ gid: seededGid(), title, openedAt: null }));
const query = '["count","<",4]';
/** Rows that a reading begins with, at least; one page of 100 has those that match. */
const ROWS = 70;

const columnOf = (name: string): Column => things.names.get(name)!.comparable;
const [createdAt, modifiedAt] = [columnOf('created_at'), columnOf('modified_at')] as Column<Date | null>[];
/** As resources have it: a row without a change was modified when it was created. */
const changing = {
  ...things,
  names: new Map([...things.names, ['modified_at', { comparable: lastModified({ createdAt: createdAt!, modifiedAt: modifiedAt! }) }]]),
} as Resource;

/** Values that repeat and are null, so that orders have ties and nulls. */
const changeable = (): Pick<ThingRow, 'title' | 'note' | 'count' | 'rating' | 'isOpen' | 'priceMinor' | 'box'> => ({
  title: `Title ${r.int(5)}`,
  note: r.maybe(`note ${r.int(5)}`),
  count: r.int(6),
  rating: r.maybe(r.int(5) / 3),
  isOpen: r.maybe(r.int(2) === 0),
  priceMinor: r.maybe(r.int(5)),
  box: r.maybe(r.pick(boxes)),
});

let seconds = 0;
/** Each change is later than the one before. */
const later = (): Date => new Date(1_772_000_000_000 + ++seconds * 1000);

describe('a reading by positions, among changes', () => {
  let db: TestThings;
  before(async () => {
    db = await testThings();
  });
  after(() => db.drop());

  const run = (text: string, values: readonly unknown[] = []) => db.database.query<{ gid: string }>({ text, values });

  async function insert(count: number): Promise<void> {
    const rows = Array.from({ length: count }, () =>
      thing({
        gid: seededGid(),
        ...changeable(),
        createdAt: new Date(1_772_000_000_000 + r.int(seconds + 3) * 1000),
        ownerGid: r.pick([user, seededGid()]),
        organizationGid: r.maybe(r.pick(organizations)),
        tags: r.int(4) === 0 ? [{ name: 'mine', rank: 1, author: user, isSecret: false }] : [],
      }),
    );
    await insertThings(db.database, rows);
    // Microseconds, which no answer shows.
    const gids = rows.map(({ gid }) => gid);
    await run(`update thing set created_at = created_at + abs(hashtext(gid::text)) % 3 * interval '1 microsecond' where gid = any($1)`, [
      gids,
    ]);
  }

  /** Changes one row, and adds it to those that have not kept their values. */
  async function change(touched: Set<string>): Promise<void> {
    const kind = r.int(5);
    const [{ gid }] = (await run(`select gid from thing order by md5(gid::text || $1) limit 1`, [String(r.int(1e9))])) as [{ gid: string }];
    if (kind === 0) return insert(1);
    touched.add(gid);
    if (kind === 1) {
      await run('delete from tag where thing_gid = $1', [gid]);
      await run('delete from thing where gid = $1', [gid]);
    } else if (kind === 2)
      await run('update thing set organization_gid = $1, modified_at = $2 where gid = $3', [r.pick(organizations), later(), gid]);
    else {
      const { title, note, count, rating, isOpen, priceMinor, box } = changeable();
      const set = 'title = $1, note = $2, count = $3, rating = $4, is_open = $5, price_minor = $6, box_gid = $7, modified_at = $8';
      const values = [title, note, count, rating, isOpen, priceMinor, box?.gid ?? null, later(), gid];
      await run(`update thing set ${set} where gid = $9`, values);
    }
  }

  async function page(by: Principal, parameters: CollectionParameters): Promise<{ gids: string[]; after: string | undefined }> {
    const collection = { searchable, orderable, fields: ['gid'] };
    const { json, after } = await readList(db.database, changing, { collection, principal: by, parameters: { query, ...parameters } });
    return { gids: (JSON.parse(json) as { items: { gid: string }[] }).items.map(({ gid }) => gid), after };
  }

  const present = async (by: Principal) => (await page(by, { limit: 100 })).gids;

  /** Reads a whole list. Returns how often each row came that was there, and matched, before every page; and which of them were changed. */
  async function read(by: Principal, order: Order, isByOffset = false) {
    const found = await run('select gid from thing');
    await insert(Math.max(0, ROWS - found.length));
    const [touched, times] = [new Set<string>(), new Map<string, number>()];
    let there = await present(by);
    for (let after: string | undefined, offset = 0; ;) {
      const now = await present(by);
      there = there.filter((gid) => now.includes(gid));
      const limit = 1 + r.int(12);
      const position = isByOffset ? { offset } : after === undefined ? {} : { after };
      const { gids, after: end } = await page(by, { ...order, ...position, limit });
      for (const gid of gids) {
        assert.ok(now.includes(gid), 'a page has visible and matching rows only');
        times.set(gid, (times.get(gid) ?? 0) + 1);
      }
      [after, offset] = [end, offset + limit];
      if (gids.length < limit) break;
      for (let n = r.int(4); n > 0; n--) await change(touched);
    }
    return there.map((gid) => ({ times: times.get(gid) ?? 0, isKept: !touched.has(gid) }));
  }

  const all = orderable
    .filter((name) => name !== 'box.title')
    .flatMap((orderBy) => (['asc', 'desc'] as const).map((sort) => ({ orderBy, sort })));
  const isSure = ({ orderBy, sort }: Order) => ['gid', 'created_at'].includes(orderBy) || (orderBy === 'modified_at' && sort === 'asc');

  for (const by of [admin, member]) {
    const who = by.isAdmin ? 'an admin' : 'three visibility predicates';
    test(`by gid, created_at and modified_at ascending, all that is there all the while is read, for ${who}`, async () => {
      for (const order of [...all, ...all].filter(isSure)) {
        const rows = await read(by, order);
        const message = `seed ${SEED}, ${order.orderBy} ${order.sort}`;
        assert.ok(rows.length > 5 && rows.every(({ times }) => times >= 1), message);
        if (order.orderBy !== 'modified_at')
          assert.ok(
            rows.every(({ times }) => times === 1),
            message,
          );
      }
    });

    test(`by what may change, a row that keeps its key is read exactly once, for ${who}`, async () => {
      for (const order of all) {
        const rows = (await read(by, order)).filter(({ isKept }) => isKept);
        assert.ok(rows.length > 5 && rows.every(({ times }) => times === 1), `seed ${SEED}, ${order.orderBy} ${order.sort}`);
      }
    });

    test(`by offset, the same changes lose rows, for ${who}`, async () => {
      let lost = 0;
      for (const order of all.filter(isSure)) lost += (await read(by, order, true)).filter(({ times }) => times === 0).length;
      assert.ok(lost > 0);
    });
  }
});
