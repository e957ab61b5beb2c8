import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type TestService } from '@partner-ordering/testing';
import { openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('createProject', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const pathsOf = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path).toSorted();

  test('201 publishes an order that fits the budget; a contest starts at once', async () => {
    const href = await market.user.create('/v1/projects', market.order({ state: 'published' }));
    const { body } = await market.user.get(href);

    assert.equal(body.state, 'published');
    assert.equal(body.status, 'in_progress');
    assert.equal(body.started_at, body.published_at);
    assert.equal(Date.parse(body.deadline_at) - Date.parse(body.published_at), 5 * 86_400_000);
  });

  test('201 orders a cumulative product in quantity at unit price times quantity', async () => {
    const stickers = { product: { gid: market.cumulative }, options: { due: 2, mode: 'solo' }, quantity: 7, price: { amount: 70 } };
    const href = await market.user.create('/v1/projects', market.order(stickers));
    const { body } = await market.user.get(href);

    assert.equal(body.quantity, 7);
    assert.deepEqual(body.price, { amount: 70, currency: 'EUR' });
  });

  test('201 reduces the HTML of the brief to a safe set', async () => {
    const href = await market.user.create(
      '/v1/projects',
      market.order({ description: '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">y</a></p>' }),
    );

    assert.equal((await market.user.get(href)).body.description, '<p>Hi<a>y</a></p>');
    const deep = await market.user.create('/v1/projects', market.order({ description: `${'<b>'.repeat(5_000)}Hi` }));
    assert.equal((await market.user.get(deep)).body.description, `${'<b>'.repeat(16)}Hi${'</b>'.repeat(16)}`);
    const pasted = await market.user.create(
      '/v1/projects',
      market.order({ description: `${'<table><tr><td>'.repeat(9)}<p>Hi <b>you</b></p>` }),
    );
    assert.equal((await market.user.get(pasted)).body.description, '<p>Hi <b>you</b></p>');
  });

  test('400 names the faults of an order, and creates nothing', async () => {
    const refusals: [changes: object, paths: string[]][] = [
      [{ price: { amount: 250.001 } }, ['price.amount']],
      [{ price: { amount: 250, currency: 'USD' } }, ['price.currency']],
      [{ quantity: 2, price: { amount: 500 } }, ['quantity']],
      [{ quantity: 2, options: { due: 5, mode: 'multi', quantity: 3 } }, ['quantity']],
      [{ product: null, state: 'published', options: null }, ['price', 'state']],
      [{ description: '<p> </p><p>&nbsp;<br></p>' }, ['description']],
    ];
    const count = async () => (await market.user.get('/v1/projects/total_count')).body.total_count;
    const before = await count();
    for (const [changes, paths] of refusals) {
      const { status, body } = await market.user.post('/v1/projects', market.order(changes));
      assert.deepEqual([status, pathsOf(body)], [400, paths], JSON.stringify(changes));
    }
    assert.equal(await count(), before);
  });
});
