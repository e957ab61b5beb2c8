import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('deletions in the catalog', () => {
  let catalog: TestCatalog;
  let questions: number;
  before(async () => {
    catalog = await sharedCatalog();
  });

  /** Stubs the answer of ordering: whether the product has projects. */
  const sayOrdered = (product: string, isOrdered: boolean | undefined) => {
    questions = 0;
    const answer = () => (questions++, { has_projects: isOrdered });
    catalog.answer(`/internal/product_use?product=${product}`, isOrdered === undefined ? undefined : answer);
  };
  const remove = (path: string, headers = {}) => catalog.admin.delete(path, { headers });
  const statuses = async (...paths: string[]) => Promise.all(paths.map(async (path) => (await catalog.admin.get(path)).status));

  describe('deleteCategory', () => {
    test('400 for a category that has products, until they are deleted', async () => {
      const category = await catalog.category();
      const product = await catalog.product({ category: { gid: category } });
      const path = `/v1/categories/${category}`;

      assert.deepEqual(badFields(await remove(path)), ['gid']);
      sayOrdered(product, false);
      assert.equal((await remove(`/v1/products/${product}`)).status, 204);
      assert.equal((await catalog.admin.get(path)).body.is_removable, true);
      assert.ok(await catalog.isModified('category', category));
      assert.equal((await remove(path)).status, 204);
    });

    test('400 for the product or for the category if its creation and the deletion race, and never for both', async () => {
      for (let round = 0; round < 5; round++) {
        const category = await catalog.category();
        const body = { title: 'Logo', category: { gid: category }, available_options: { due: { enum: [2] }, mode: { enum: ['solo'] } } };
        const [created, removed] = await Promise.all([catalog.admin.post('/v1/products', body), remove(`/v1/categories/${category}`)]);

        assert.deepEqual([created.status, removed.status].toSorted(), created.status === 201 ? [201, 400] : [204, 400]);
        assert.deepEqual(badFields(created.status === 400 ? created : removed), [created.status === 400 ? 'category' : 'gid']);
      }
    });
  });

  describe('deleteProduct', () => {
    test('204 for a product that was never ordered; its prices and permissions are deleted with it', async () => {
      const organization = await catalog.organization();
      const product = await catalog.product({ organizations: [{ gid: organization }] });
      const prices = [await catalog.price(product), await catalog.price(product, { organization: { gid: organization }, amount: 90 })];
      sayOrdered(product, false);

      assert.equal((await remove(`/v1/products/${product}`)).status, 204);
      assert.equal(questions, 1);
      assert.deepEqual(await statuses(`/v1/products/${product}`, ...prices.map((gid) => `/v1/prices/${gid}`)), [404, 404, 404]);
    });

    test('the state of a product stays published, disabled and without organizations, for orders placed during its deletion', async () => {
      const organization = await catalog.organization();
      const product = await catalog.product({ title: 'Poster', organizations: [{ gid: organization }] });
      const before = await catalog.state<object>('product', product);
      sayOrdered(product, false);
      await remove(`/v1/products/${product}`);

      const after = await catalog.state('product', product);
      assert.deepEqual(after?.state, { ...before!.state, is_enabled: false, organizations: [] });
    });

    test('a price created during the deletion of its product gets 400 or is deleted too', async () => {
      for (let round = 0; round < 5; round++) {
        const product = await catalog.product();
        const body = { product: { gid: product }, options: { mode: 'solo', due: 2 }, amount: 100, currency: 'EUR' };
        sayOrdered(product, false);
        const [created, removed] = await Promise.all([catalog.admin.post('/v1/prices', body), remove(`/v1/products/${product}`)]);

        assert.equal(removed.status, 204);
        if (created.status === 201) assert.deepEqual(await statuses(created.headers.get('location')!), [404]);
        else assert.deepEqual(badFields(created), ['product']);
      }
    });

    test('503 while ordering does not answer, and the product stays', async () => {
      const product = await catalog.product();
      sayOrdered(product, undefined);

      assert.equal((await remove(`/v1/products/${product}`)).status, 503);
      assert.deepEqual(await statuses(`/v1/products/${product}`), [200]);
    });

    test('404, 403 and 412 are returned without the answer of ordering', async () => {
      const organization = await catalog.organization();
      const product = await catalog.product({ organizations: [{ gid: organization }] });
      const path = `/v1/products/${product}`;
      const [manager, stranger] = [await catalog.signIn({ manages: [organization] }), await catalog.signIn()];
      sayOrdered(product, true);

      assert.equal((await stranger.delete(path)).status, 404);
      assert.deepEqual((await manager.delete(path)).body.error.message, 'Your are not authorized to delete product');
      assert.equal(questions, 0);
      assert.equal((await remove(path, { 'if-match': '"old"' })).status, 412);
    });
  });
});
