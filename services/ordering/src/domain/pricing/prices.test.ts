import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { lockIsAwaited, roundTrips, testService, type TestService } from '@partner-ordering/testing';
import { openMarket, type Market } from '../../fixtures/test-ordering.ts';
import { createOrdering } from '../../service.ts';

describe('the price of an order', () => {
  const logo = { mode: 'multi', due: 5 };
  let ordering: TestService;
  let market: Market;
  const startMs = Date.now();
  let laterMs = 0;
  before(async () => {
    ordering = await testService('ordering', (config) => createOrdering({ ...config, clock: () => new Date(startMs + laterMs) }));
  });
  after(() => ordering?.stop());
  beforeEach(async () => void (market = await openMarket(ordering)));

  const order = (amount: number, changes: object = {}) =>
    market.user.post('/v1/projects', market.order({ price: { amount }, state: 'published', ...changes }));
  const detailsOf = async (answer: ReturnType<typeof order>) => (await answer).body.error.details;
  const changed = (amount: number, path = 'price.amount') => ({
    path,
    code: 'price_changed',
    message: `the current price is ${amount} EUR`,
    params: { amount, currency: 'EUR' },
  });

  test('201 at the price that catalog has, 400 that names it at another one', async () => {
    assert.equal((await order(250)).status, 201);
    assert.deepEqual(await detailsOf(order(240)), [changed(250)]);
    assert.deepEqual(await detailsOf(order(250, { price: { amount: 250, currency: 'USD' } })), [changed(250, 'price.currency')]);
  });

  test('201 by one transaction, as the price is asked before it', async (t) => {
    const { mock } = t.mock.method(ordering.service.database, 'transactional');
    assert.equal((await order(250)).status, 201);
    assert.equal(mock.callCount(), 1);
  });

  test('201 by four round trips to PostgreSQL', async () => {
    const trips = roundTrips(ordering.service.database.pool);
    assert.equal((await order(250)).status, 201);
    assert.equal(Math.max(...trips()), 4);
  });

  test('400 where catalog has none', async () => {
    market.sell(logo, null);
    const [{ path, code }] = await detailsOf(order(250));
    assert.deepEqual([path, code], ['options', 'no_price']);
  });

  test('201 at the price of before for less than a second after it has changed, and at the new one at once', async () => {
    assert.equal((await order(250)).status, 201);
    market.sell(logo, 260);
    assert.equal((await order(250)).status, 201);
    assert.equal((await order(260)).status, 201);
    assert.equal((await order(250)).status, 400);

    market.sell(logo, 270);
    laterMs += 999;
    assert.equal((await order(260)).status, 201);
    laterMs += 1;
    assert.equal((await order(260)).status, 400);
  });

  test('400 at a price that catalog answered over a second before, as the request was held up', async () => {
    const { user, organization } = market;
    const membership = { type: 'membership', key: `${user.gid}/${organization}` };
    const query = `delete from shared_state where type = 'membership' and key = $1 returning state`;
    const [known] = await ordering.service.database.query<{ state: object }>({ text: query, values: [membership.key] });
    ordering.answer(`/internal/state/membership/${encodeURIComponent(membership.key)}`, () => {
      laterMs += 1_000;
      market.sell(logo, 260);
      return { ...membership, version: 2, state: known!.state };
    });
    assert.deepEqual(await detailsOf(order(250)), [changed(260)]);
  });

  test('400 at a price that changed over a second before, as the order waited for one of the same budget', async () => {
    assert.equal((await order(250)).status, 201);
    const draft = await market.user.create('/v1/projects', market.order({ price: { amount: 250 } }));
    const { database } = ordering.service;
    const orders = [() => order(250), () => market.user.put(draft, { state: 'published' })];
    for (const [index, send] of orders.entries()) {
      market.sell(logo, 250);
      laterMs += 1_000;
      const answer = await database.transactional(async (tx) => {
        await tx.query({ text: 'select from budget_account where organization_gid = $1 for update', values: [market.organization] });
        const waiting = send();
        await lockIsAwaited(database.pool);
        market.sell(logo, 260 + index);
        laterMs += 1_000;
        return { waiting };
      });
      assert.deepEqual(await detailsOf(answer.waiting), [changed(260 + index)]);
    }
  });

  test('50 orders of the same at once ask catalog twice at most', async () => {
    let questions = 0;
    const path = `/internal/prices/for?product=${market.product}&organization=${market.organization}&mode=multi&due=5`;
    ordering.answer(path, () => (questions++, { price: { amount_minor: 25_000, currency: 'EUR' } }));
    const answers = await Promise.all(Array.from({ length: 50 }, () => order(250)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.ok(questions <= 2, `${questions}`);
  });

  test('503 if catalog does not answer, 400 for invalid orders even so, and nothing is ordered', async () => {
    ordering.answer(`/internal/prices/for?product=${market.product}&organization=${market.organization}&mode=multi&due=5`, undefined);
    ordering.answer('/internal/prices/for', undefined);
    assert.equal((await order(250)).status, 503);
    assert.equal((await order(250, { options: { mode: 'multi', due: 3 } })).status, 400);
    assert.equal((await market.user.get('/v1/projects')).body.total_count, 0);
  });
});
