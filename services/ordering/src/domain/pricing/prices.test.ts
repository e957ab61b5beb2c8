import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { testService, type TestService } from '@partner-ordering/testing';
import { openMarket, type Market } from '../../fixtures/test-ordering.ts';
import { createOrdering } from '../../service.ts';

describe('the price of an order', () => {
  const logo = { mode: 'multi', due: 5 };
  let ordering: TestService;
  let market: Market;
  let laterMs = 0;
  before(async () => {
    ordering = await testService('ordering', (config) => createOrdering({ ...config, clock: () => new Date(Date.now() + laterMs) }));
  });
  after(() => ordering?.stop());
  beforeEach(async () => {
    laterMs += 1_000;
    market = await openMarket(ordering);
  });

  const order = (amount: number, changes: object = {}) =>
    market.user.post('/v1/projects', market.order({ price: { amount }, state: 'published', ...changes }));
  const detailsOf = async (answer: ReturnType<typeof order>) => (await answer).body.error.details;

  test('201 at the price that catalog has, 400 that names it at another one', async () => {
    assert.equal((await order(250)).status, 201);
    assert.deepEqual(await detailsOf(order(240)), [{ path: 'price.amount', message: 'the current price is 250 EUR' }]);
    assert.deepEqual(await detailsOf(order(250, { price: { amount: 250, currency: 'USD' } })), [
      { path: 'price.currency', message: 'the current price is 250 EUR' },
    ]);
  });

  test('400 where catalog has none', async () => {
    market.sell(logo, null);
    assert.deepEqual(await detailsOf(order(250)), [{ path: 'options', message: 'has no price for this product and organization' }]);
  });

  test('201 at the price of before for less than a second after it has changed, and at the new one at once', async () => {
    assert.equal((await order(250)).status, 201);
    market.sell(logo, 260);
    assert.equal((await order(250)).status, 201);
    assert.equal((await order(260)).status, 201);
    assert.equal((await order(250)).status, 400);

    market.sell(logo, 270);
    assert.equal((await order(260)).status, 201);
    laterMs += 1_000;
    assert.equal((await order(260)).status, 400);
  });

  test('503 when catalog does not answer, and nothing is ordered', async () => {
    ordering.answer(`/internal/prices/for?product=${market.product}&organization=${market.organization}&mode=multi&due=5`, undefined);
    ordering.answer('/internal/prices/for', undefined);
    assert.equal((await order(250)).status, 503);
    assert.equal((await market.user.get('/v1/projects')).body.total_count, 0);
  });
});
