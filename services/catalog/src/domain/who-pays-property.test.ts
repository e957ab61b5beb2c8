import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, formatTime } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import { testCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';
import { Price } from './price.ts';
import { unitPrice } from './unit-price.ts';
import { whoPays } from './who-pays.ts';

// Random prices of random trees: who pays one must be exactly those whose price is another one at some time once it is removed.

const SEED = 19;
const TREES = 4;
const modes = ['solo', 'multi'];
const skills = ['conception', 'execution'];
const days = [null, -4, -1, 1, 3, 5, 8];

/** Repeatable random numbers below a limit (mulberry32). */
function randomInt(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

describe(`who pays a price, in ${TREES} random trees of seed ${SEED}`, () => {
  let catalog: TestCatalog;
  const int = randomInt(SEED);
  const pick = <T>(of: readonly T[]): T => of[int(of.length)]!;
  const now = new Date();
  const inDays = (count: number) => new Date(now.getTime() + count * DAY_MS);
  before(async () => {
    catalog = await testCatalog();
  });
  after(() => catalog.stop());

  /** Each has one of those before it as its parent, or none. */
  async function organizations(): Promise<string[]> {
    const made: string[] = [];
    for (let count = 0; count < 7; count++) {
      const parent = int(5) > 0 ? made[int(made.length)] : undefined;
      made.push(await catalog.organization(parent === undefined ? {} : { parent }));
    }
    return made;
  }

  /** Prices of the tree and default prices, those that are refused as two would be valid at once left out. */
  async function makePrices(product: string, owners: readonly string[]): Promise<Price[]> {
    for (let count = 0; count < 60; count++) {
      const owner = pick([...owners, null, null]);
      const [from, until] = [pick(days), pick(days)];
      await catalog.admin.post('/v1/prices', {
        ...{ product: { gid: product }, ...(owner !== null && { organization: { gid: owner } }) },
        ...{ options: { mode: pick(modes), due: 2, skill: pick(skills) }, amount: count + 1, currency: 'EUR' },
        ...{ valid_from: from && formatTime(inDays(from)), valid_until: until && formatTime(inDays(until)) },
      });
    }
    return catalog.service.database.transactional((tx) => tx.em.find(Price, { productGid: product }));
  }

  /** What each organization pays for the same as `price` now, and just after each time at which a price may begin or end. */
  async function paid(tx: Transaction, { productGid: product, mode, due, skill }: Price, of: readonly string[]): Promise<string[]> {
    const moments = days.map((count) => new Date(inDays(count ?? 0).getTime() + 1000)).filter((at) => at >= now);
    const lines: string[] = [];
    for (const organization of of) {
      const prices = [];
      for (const at of moments) prices.push(await unitPrice(tx, { organization, product, mode, due, skill }, at));
      lines.push(JSON.stringify(prices));
    }
    return lines;
  }

  /** Who pays the price, and for whom of `others` something changes when it is removed, which it is not for good. */
  async function payersOf(price: Price, others: readonly string[]): Promise<{ told: string[]; changed: string[] }> {
    const found = Promise.withResolvers<{ told: string[]; changed: string[] }>();
    const isUndone = new Error('undone');
    const trial = catalog.service.database.transactional(async (tx) => {
      const [before, told] = [await paid(tx, price, others), await whoPays(tx, price, [price], now)];
      await tx.query({ text: 'delete from price where gid = $1', values: [price.gid] });
      const after = await paid(tx, price, others);
      found.resolve({ told, changed: others.filter((_, at) => before[at] !== after[at]).toSorted() });
      throw isUndone;
    });
    await assert.rejects(trial, isUndone);
    return found.promise;
  }

  test('are those whose price changes at some time when it is removed', async () => {
    const counts = new Set<number>();
    for (let tree = 0; tree < TREES; tree++) {
      const all = await organizations();
      const allowed = all.filter(() => int(6) > 0);
      const available_options = { due: { enum: [2] }, mode: { enum: modes }, skill: { enum: skills } };
      const product = await catalog.product({ available_options, organizations: allowed.map((gid) => ({ gid })) });
      for (const price of await makePrices(product, all)) {
        const others = allowed.filter((gid) => gid !== price.organizationGid);
        const { told, changed } = await payersOf(price, others);
        assert.deepEqual(told, changed, `${price.key} of tree ${tree}`);
        counts.add(told.length);
      }
    }
    assert.ok(counts.size > 3, 'prices that nobody pays, and prices that some do');
  });
});
