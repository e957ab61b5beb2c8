import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { keptCountTests } from '@partner-ordering/testing';
import { sharedCatalog, type TestCatalog } from './fixtures/test-catalog.ts';

describe('the books of catalog', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await sharedCatalog();
  });

  test('close after products and prices were made and deleted, and the nightly check succeeds', async () => {
    const product = await catalog.product();
    const price = await catalog.price(product);
    await catalog.price(product, { options: { mode: 'multi', due: 5 } });
    assert.equal((await catalog.admin.delete(`/v1/prices/${price}`)).status, 204);
    const unused = await catalog.product();
    catalog.answer(`/internal/product_use?product=${unused}`, { has_projects: false });
    assert.equal((await catalog.admin.delete(`/v1/products/${unused}`)).status, 204);
    assert.deepEqual(await catalog.service.checkBooks(), []);
    await catalog.runJob('check_books');
  });

  keptCountTests(() => catalog, ['product', 'price']);
});
