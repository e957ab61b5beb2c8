import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type TestService } from '@partner-ordering/testing';
import { openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('createProject', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const pathsOf = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path).toSorted();

  test('201 drafts an order with its price and VAT estimate', async () => {
    const { user, product, organization } = market;
    const href = await user.create('/v1/projects', market.order());
    const { status, body } = await user.get(href);

    assert.equal(status, 200);
    const { created_at, modified_at, short_code, ...rest } = body;
    assert.match(created_at, /\+0000$/);
    assert.equal(modified_at, created_at);
    assert.match(short_code, /^[2-9A-HJKMNP-Z]{8}$/);
    assert.deepEqual(rest, {
      gid: gidOf(href),
      href,
      title: 'A logo for the spring campaign',
      description: '<p>Fresh and simple</p>',
      status: 'draft',
      state: 'draft',
      published_at: null,
      started_at: null,
      finished_at: null,
      canceled_at: null,
      deadline_at: null,
      options: { due: 5, mode: 'multi', skill: null, quantity: 1 },
      quantity: 1,
      owner: { gid: user.gid, href: `/v1/users/${user.gid}`, firstname: 'Robin', lastname: 'Reed' },
      organization: { gid: organization, href: `/v1/organizations/${organization}`, name: 'Harbour Bakery', hostname: null },
      product: { gid: product, href: `/v1/products/${product}`, title: 'Logo design' },
      specific_request: false,
      receipt_file: null,
      price: { amount: 250, currency: 'EUR' },
      vat: { amount: 50, ratio: 0.2, currency: 'EUR' },
      winner: null,
      worker: null,
      brief_files: [],
      source_files: [],
    });
  });

  test('201 publishes an order that fits the budget; a contest starts at once', async () => {
    const href = await market.user.create('/v1/projects', market.order({ state: 'published' }));
    const { body } = await market.user.get(href);

    assert.equal(body.state, 'published');
    assert.equal(body.status, 'in_progress');
    assert.equal(body.started_at, body.published_at);
    assert.equal(Date.parse(body.deadline_at) - Date.parse(body.published_at), 5 * 86_400_000);
  });

  test('201 publishes a conversation that starts only when a worker is assigned', async () => {
    const href = await market.user.create(
      '/v1/projects',
      market.order({ state: 'published', options: { due: 5, mode: 'solo' }, price: { amount: 200 } }),
    );
    const { body } = await market.user.get(href);

    assert.equal(body.status, 'in_progress');
    assert.equal(body.started_at, null);
  });

  test('201 orders a cumulative product in quantity at unit price times quantity', async () => {
    const stickers = { product: { gid: market.cumulative }, options: { due: 2, mode: 'solo' }, quantity: 7, price: { amount: 70 } };
    const href = await market.user.create('/v1/projects', market.order(stickers));
    const { body } = await market.user.get(href);

    assert.equal(body.quantity, 7);
    assert.deepEqual(body.price, { amount: 70, currency: 'EUR' });
  });

  test('201 takes references as answers show them, 400 names what they do not show', async () => {
    const { product, organization } = (await market.user.get(await market.user.create('/v1/projects', market.order()))).body;
    const href = await market.user.create('/v1/projects', market.order({ product, organization }));
    assert.deepEqual((await market.user.get(href)).body.product, product);

    const { status, body } = await market.user.post('/v1/projects', market.order({ product: { ...product, hostname: 'x' } }));
    assert.deepEqual([status, pathsOf(body)], [400, ['product.hostname']]);
  });

  test('201 drafts a specific request for the sole membership, without price', async () => {
    const href = await market.user.create('/v1/projects', {
      title: 'Something new',
      description: 'Surprise us',
      product: null,
      specific_request: true,
      state: 'draft',
    });
    const { body } = await market.user.get(href);

    assert.equal(body.specific_request, true);
    assert.equal(body.product, null);
    assert.equal(body.price, null);
    assert.equal(body.organization.gid, market.organization);
  });

  test('201 reduces the HTML of the brief to a safe set', async () => {
    const href = await market.user.create(
      '/v1/projects',
      market.order({ description: '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">y</a></p>' }),
    );

    assert.equal((await market.user.get(href)).body.description, '<p>Hi<a>y</a></p>');
  });

  const refusals: [string, object, string[]][] = [
    ['a stale price', { price: { amount: 249 } }, ['price.amount']],
    ['a price with too many decimals', { price: { amount: 250.001 } }, ['price.amount']],
    ['another currency', { price: { amount: 250, currency: 'USD' } }, ['price.currency']],
    ['an unknown product', { product: { gid: newGid() } }, ['product.gid']],
    ['a malformed product', { product: { gid: 'x' } }, ['product.gid']],
    ['an unknown organization', { organization: { gid: newGid() } }, ['organization.gid']],
    ['options that the product does not have', { options: { due: 3, mode: 'solo', skill: 'execution' } }, ['options.due', 'options.skill']],
    ['a quantity of a product that is not cumulative', { quantity: 2, price: { amount: 500 } }, ['quantity']],
    ['two different quantities', { quantity: 2, options: { due: 5, mode: 'multi', quantity: 3 } }, ['quantity']],
    ['a product without options and price', { options: undefined, price: null }, ['options', 'price']],
    ['a specific request that is published, with a price', { product: null, state: 'published', options: null }, ['price', 'state']],
    ['an unknown state', { state: 'finished' }, ['state']],
    ['an unknown field', { colour: 'blue' }, ['colour']],
    ['an empty title', { title: '' }, ['title']],
    ['a brief that is nothing but a script', { description: '<script>1</script>' }, ['description']],
    ['a brief of empty paragraphs', { description: '<p> </p><p>&nbsp;<br></p>' }, ['description']],
    ['a file that the caller did not upload', { brief_files: [{ url: 'x' }] }, ['brief_files.0.url']],
  ];
  for (const [what, changes, paths] of refusals) {
    test(`400 refuses ${what} and creates nothing`, async () => {
      const before = (await market.user.get('/v1/projects/total_count')).body.total_count;
      const { status, body } = await market.user.post('/v1/projects', market.order(changes));

      assert.equal(status, 400, JSON.stringify(body));
      assert.deepEqual(pathsOf(body), paths);
      assert.equal((await market.user.get('/v1/projects/total_count')).body.total_count, before);
    });
  }

  test("400 refuses another organization's product like an unknown one", async () => {
    const foreign = await openMarket(ordering);
    const { status, body } = await market.user.post('/v1/projects', market.order({ product: { gid: foreign.product } }));

    assert.equal(status, 400);
    assert.deepEqual(pathsOf(body), ['product.gid']);
  });
});
