import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually, gidOf, type TestService } from '@partner-ordering/testing';
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

  test('204 changes only the given fields of a draft', async () => {
    const href = await draft();
    const before = await read(href);
    const { status, body } = await market.user.put(href, { title: 'Another title' });

    assert.equal(status, 204);
    assert.equal(body, '');
    const after = await read(href);
    assert.ok(after.modified_at);
    assert.deepEqual(after, { ...before, title: 'Another title', modified_at: after.modified_at });
  });

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
    assert.deepEqual(body.error.details, [{ path: 'price.amount', message: 'the current price is 250 EUR' }]);
    assert.deepEqual(await read(href), before);
  });

  test('400 asks for the price of new options', async () => {
    const { status, body } = await market.user.put(await draft(), { options: { due: 2, mode: 'multi' } });

    assert.equal(status, 400);
    assert.deepEqual(
      body.error.details.map(({ path }: { path: string }) => path),
      ['price'],
    );
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
    const isForgotten = async () => (await other.user.post('/v1/projects?dry_run=true', other.order())).status === 400;
    await eventually(isForgotten);
    const { status, body } = await other.user.put(href, { state: 'published' });

    assert.equal(status, 400);
    assert.deepEqual(body.error.details, [{ path: 'price.amount', message: 'the current price is 260 EUR' }]);
    assert.equal((await other.user.put(href, { title: 'Later', price: { amount: 250 } })).status, 204);
    assert.equal((await other.user.put(href, { title: 'Later', price: { amount: 250, currency: 'USD' } })).status, 400);
    assert.equal((await other.user.put(href, { state: 'published', price: { amount: 250 } })).status, 400);
    assert.equal((await other.user.put(href, { state: 'published', price: { amount: 260 } })).status, 204);
  });

  test('403 comes before the 400 of fields that cannot change any more', async () => {
    const other = await openMarket(ordering);
    await other.setBudget(0);
    const href = await other.user.create('/v1/projects', other.order({ state: 'published' }));
    const body = { state: 'published', title: 'Approved by myself' };

    assert.equal((await other.user.put(href, body)).status, 403);
    const { status, body: answer } = await other.manager.put(href, body);
    assert.equal(status, 400);
    assert.deepEqual(answer.error.details, [
      { path: 'state', message: 'a project in mode multi with state require_approval and status draft cannot be edited' },
    ]);
  });

  test("404 hides a colleague's project from a standard user, 204 lets the manager edit it", async () => {
    const href = await draft();
    const colleague = await ordering.signIn({ memberOf: [market.organization] });

    assert.equal((await colleague.get(href)).status, 404);
    assert.equal((await colleague.put(href, { title: 'Mine now' })).status, 404);
    assert.equal((await market.manager.put(href, { title: 'Better' })).status, 204);
  });

  test('the list shows own projects to a user, all of the organization to its manager, and counts the same', async () => {
    const other = await openMarket(ordering);
    const [mine, theirs] = [
      await other.user.create('/v1/projects', other.order()),
      await other.manager.create('/v1/projects', other.order()),
    ];
    const listed = async (client: Market['user']) =>
      (await client.get('/v1/projects', { parameters: { orderBy: 'created_at', sort: 'asc' } })).body;

    const own = await listed(other.user);
    assert.deepEqual([own.total_count, own.items.map(({ href }: { href: string }) => href)], [1, [mine]]);
    assert.equal('description' in own.items[0], false);
    const all = await listed(other.manager);
    assert.deepEqual([all.total_count, all.items.map(({ href }: { href: string }) => href)], [2, [mine, theirs]]);
    const filtered = {
      parameters: {
        query: [
          'AND',
          [
            ['owner.gid', '==', other.user.gid],
            ['status', 'in', ['draft', 'finished']],
          ],
        ],
      },
    };
    assert.deepEqual(
      (await other.manager.get('/v1/projects', filtered)).body.items.map(({ gid }: { gid: string }) => gid),
      [gidOf(mine)],
    );
    assert.deepEqual((await other.manager.get('/v1/projects/total_count', filtered)).body, { total_count: 1 });
  });
});
