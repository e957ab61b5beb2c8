import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually, type TestService } from '@partner-ordering/testing';
import { openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('updateProject', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const draft = () => market.user.create('/v1/projects', market.order());
  const read = async (href: string) => (await market.user.get(href)).body;

  test('204 changes options together with the price they cost, and publishes, in one step', async () => {
    const href = await draft();
    assert.equal(
      (await market.user.put(href, { options: { due: 2, mode: 'multi' }, price: { amount: 400 }, state: 'published' })).status,
      204,
    );

    const { options, price, state } = await read(href);
    assert.deepEqual(options, { due: 2, mode: 'multi', skill: null, quantity: 1 });
    assert.deepEqual(price, { amount: 400, currency: 'EUR' });
    assert.equal(state, 'published');
  });

  test('400 leaves fields and state alone when one of them is refused', async () => {
    const href = await draft();
    const before = await read(href);
    const { status, body } = await market.user.put(href, { title: 'Another title', price: { amount: 1 }, state: 'published' });

    assert.equal(status, 400);
    assert.deepEqual([body.error.details[0].code, body.error.details.length], ['price_changed', 1]);
    assert.deepEqual(await read(href), before);
  });

  test('204 takes the present options and quantity without a price', async () => {
    const href = await draft();
    const before = await read(href);
    const { due, mode } = before.options;

    for (const same of [
      { options: { due, mode } },
      { quantity: 1 },
      { options: { due, mode, skill: null, quantity: 1 }, title: before.title },
    ])
      assert.equal((await market.user.put(href, same)).status, 204, JSON.stringify(same));
    const after = await read(href);
    assert.deepEqual(after, { ...before, modified_at: after.modified_at });
    const request = await market.user.create('/v1/projects', market.order({ product: null, options: null, price: null }));
    assert.equal((await market.user.put(request, { quantity: 1 })).status, 204);
    assert.equal((await market.user.put(request, { quantity: 2 })).status, 400);
  });

  test('400 names the current price when a draft is published whose price has changed since', async () => {
    const other = await openMarket(ordering);
    const href = await other.user.create('/v1/projects', other.order());
    other.sell({ mode: 'multi', due: 5 }, 260);
    const isForgotten = async () => (await other.user.post('/v1/projects/dry_run', other.order())).status === 400;
    await eventually(isForgotten);
    const { status, body } = await other.user.put(href, { state: 'published' });

    assert.equal(status, 400);
    assert.deepEqual(body.error.details[0].params, { amount: 260, currency: 'EUR' });
    assert.equal((await other.user.put(href, { title: 'Later', price: { amount: 250 } })).status, 204);
    assert.equal((await other.user.put(href, { title: 'Later', price: { amount: 250, currency: 'USD' } })).status, 400);
    assert.equal((await other.user.put(href, { state: 'published', price: { amount: 250 } })).status, 400);
    assert.equal((await other.user.put(href, { state: 'published', price: { amount: 260 } })).status, 204);
  });

  test('403 says that an approval is needed, before the 400 of fields that cannot change any more', async () => {
    const other = await openMarket(ordering);
    await other.setBudget(0);
    const href = await other.user.create('/v1/projects', other.order({ state: 'published' }));
    const body = { state: 'published', title: 'Approved by myself' };

    const own = await other.user.put(href, body);
    assert.deepEqual([own.status, own.body.error.details[0].code], [403, 'approval_needed']);
    const { status, body: answer } = await other.manager.put(href, body);
    assert.equal(status, 400);
    const params = { action: 'edit', specific_request: false, mode: 'multi', state: 'require_approval', status: 'draft' };
    const message = 'a project in mode multi with state require_approval and status draft cannot be edited';
    assert.deepEqual(answer.error.details, [{ path: 'state', code: 'wrong_state', message, params }]);
  });
});
