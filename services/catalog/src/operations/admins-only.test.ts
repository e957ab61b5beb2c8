import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { availableOptions, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

let catalog: TestCatalog;
before(async () => {
  catalog = await sharedCatalog();
});

test('403 for a manager who sees it, for all that admins write, before any rule', async () => {
  const organization = await catalog.organization();
  const category = await catalog.category();
  const product = await catalog.product({ category: { gid: category }, organizations: [{ gid: organization }] });
  const price = await catalog.price(product, { organization: { gid: organization } });
  const manager = await catalog.signIn({ manages: [organization] });
  const options = { mode: 'solo', due: 5 };
  const writes: [string, string, object?][] = [
    ['POST', '/v1/categories', { title: 'Logos' }],
    ['PUT', `/v1/categories/${category}`, { title: 'Mine' }],
    ['DELETE', `/v1/categories/${category}`],
    ['POST', '/v1/products', { title: 'Logo', category: { gid: 'x' }, available_options: availableOptions }],
    ['PUT', `/v1/products/${product}`, { title: 'Mine' }],
    ['DELETE', `/v1/products/${product}`],
    ['PUT', `/v1/products/${product}/organizations/${organization}`],
    ['DELETE', `/v1/products/${product}/organizations/${organization}`],
    ['POST', '/v1/prices', { product: { gid: product }, organization: { gid: organization }, options, amount: 1, currency: 'EUR' }],
    ['PUT', `/v1/prices/${price}`, { amount: 1 }],
    ['DELETE', `/v1/prices/${price}`],
  ];
  for (const [method, path, body] of writes) {
    const answer = await manager.send(method, path, { body });
    assert.equal(answer.status, 403, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  }
});
