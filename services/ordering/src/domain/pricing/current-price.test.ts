import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { priceKey } from '@partner-ordering/commerce';
import { formatTime } from '@partner-ordering/kernel';
import type { TestService } from '@partner-ordering/testing';
import { openMarket, sharedOrdering, type Market } from '../../fixtures/test-ordering.ts';

const HOUR_MS = 60 * 60 * 1000;
const hours = (count: number): string => formatTime(new Date(Date.now() + count * HOUR_MS));

describe('the price of an order', () => {
  let ordering: TestService;
  before(async () => {
    ordering = await sharedOrdering();
  });

  /** As catalog's events would make it known. Each window: amount in EUR, from and until in hours from now. */
  const sell = ({ product, organization }: Market, given: [number, number | null, number | null][]) => {
    const windows = given.map(([amount, from, until]) => ({
      ...{ gid: product, amount_minor: amount * 100, currency: 'EUR' },
      ...{ valid_from: from === null ? null : hours(from), valid_until: until === null ? null : hours(until) },
    }));
    const key = priceKey({ product, organization, mode: 'multi', due: 5, skill: null });
    return ordering.follow({ type: 'price', key, state: { amount_minor: windows[0]!.amount_minor, currency: 'EUR', windows } });
  };
  const order = ({ user, order: orderOf }: Market, amount: number) => user.post('/v1/projects', orderOf({ price: { amount } }));

  test('201 at the price that is valid when it is placed, 400 that names it at another one', async () => {
    const market = await openMarket(ordering);
    await sell(market, [
      [300, null, -1],
      [280, -1, 1],
      [260, 1, null],
    ]);

    assert.equal((await order(market, 280)).status, 201);
    for (const amount of [250, 260, 300]) {
      const { status, body } = await order(market, amount);
      assert.deepEqual([status, body.error.details], [400, [{ path: 'price.amount', message: 'the current price is 280 EUR' }]]);
    }
  });

  test('400 while no price is valid', async () => {
    const market = await openMarket(ordering);
    await sell(market, [[300, 1, null]]);

    const { status, body } = await order(market, 300);
    assert.deepEqual([status, body.error.details[0].path], [400, 'options']);
  });

  test('400 for publishing a draft whose price is no longer valid', async () => {
    const market = await openMarket(ordering);
    const draft = await market.user.create('/v1/projects', market.order());
    await sell(market, [
      [250, null, -1],
      [270, -1, null],
    ]);

    const { status, body } = await market.user.put(draft, { state: 'published' });
    assert.deepEqual([status, body.error.details], [400, [{ path: 'price.amount', message: 'the current price is 270 EUR' }]]);
    assert.equal((await market.user.put(draft, { state: 'published', price: { amount: 270 } })).status, 204);
  });
});
