import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ApiClient } from '@partner-ordering/testing';
import { testCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('listPrices, countPrices and getPrice', () => {
  let catalog: TestCatalog;
  let bakery: string;
  let user: ApiClient;
  let product: string;
  let own: string;
  let foreign: string;
  let standard: string;
  before(async () => {
    catalog = await testCatalog();
    bakery = await catalog.organization();
    const studio = await catalog.organization();
    user = await catalog.signIn({ memberOf: [bakery, await catalog.organization()] });
    product = await catalog.product({ organizations: [{ gid: bakery }] });
    standard = await catalog.price(product, { amount: 100 });
    own = await catalog.price(product, { amount: 90, organization: { gid: bakery } });
    foreign = await catalog.price(product, { amount: 80, organization: { gid: studio } });
    await catalog.price(await catalog.product({ organizations: [{ gid: bakery }] }));
  });
  after(() => catalog.stop());

  const gids = async (parameters: object, client = user): Promise<string[]> => {
    const { body } = await client.get('/v1/prices', { parameters: { sort: 'asc', ...parameters } });
    const count = await client.get('/v1/prices/total_count', { parameters: 'query' in parameters ? { query: parameters.query } : {} });
    assert.equal(count.body.total_count, body.total_count);
    assert.equal(body.items.length, body.total_count);
    return body.items.map(({ gid }: { gid: string }) => gid);
  };

  test('a user lists the prices of their organizations and the default ones of products that they may order, an admin all', async () => {
    const query = ['product.gid', '==', product];

    assert.deepEqual(await gids({ query }), [standard, own]);
    assert.deepEqual(await gids({ query, orderBy: 'created_at' }, catalog.admin), [standard, own, foreign]);
    assert.deepEqual(await gids({ query }, await catalog.signIn()), []);
    assert.equal((await gids({})).length, 3);
  });

  test('a default price is hidden from organizations that may not order the product; their own price is not', async () => {
    const other = await catalog.signIn({ memberOf: [await catalog.organization()] });
    const disabled = await catalog.product({ organizations: [{ gid: bakery }], is_enabled: false });
    const [hidden, kept] = [await catalog.price(disabled), await catalog.price(disabled, { organization: { gid: bakery } })];
    const visibility = async (client: ApiClient, price: string) => {
      const listed = await gids({ query: ['gid', '==', price] }, client);
      return [listed.length, (await client.get(`/v1/prices/${price}`)).status];
    };
    assert.deepEqual(await visibility(user, standard), [1, 200]);
    assert.deepEqual(await visibility(other, standard), [0, 404]);
    assert.deepEqual(
      [await visibility(user, hidden), await visibility(user, kept)],
      [
        [0, 404],
        [1, 200],
      ],
    );
    const parameters = { 'product.gid': product, 'organization.gid': bakery, 'options.mode': 'solo', 'options.due': 2 };
    assert.deepEqual(
      [(await user.get('/v1/prices/for', { parameters })).status, (await other.get('/v1/prices/for', { parameters })).status],
      [200, 400],
    );
  });
});
