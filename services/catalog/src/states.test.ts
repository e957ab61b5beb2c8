import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sharedCatalog, type TestCatalog } from './fixtures/test-catalog.ts';

describe('public states', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await sharedCatalog();
  });

  test('each change of a product publishes its state with options and organizations', async () => {
    const category = await catalog.category();
    const [first, second] = [await catalog.organization(), await catalog.organization()];
    const gid = await catalog.product({ category: { gid: category }, is_cumulative: true, organizations: [{ gid: first }] });
    const state = {
      gid,
      title: 'Logo',
      category,
      available_options: {
        due: { type: 'integer', default: null, required: true, enum: [2, 5] },
        mode: { type: 'string', default: null, required: true, enum: ['solo', 'multi'] },
        skill: null,
        quantity: { type: 'integer', default: 1, required: false, enum: null },
      },
      is_enabled: true,
      is_cumulative: true,
      organizations: [first],
      interface: 'default',
    };
    assert.deepEqual((await catalog.state('product', gid))?.state, state);

    await catalog.admin.put(`/v1/products/${gid}/organizations/${second}`);
    assert.deepEqual((await catalog.state('product', gid))?.state, { ...state, organizations: [first, second] });
    await catalog.admin.delete(`/v1/products/${gid}/organizations/${first}`);
    assert.deepEqual((await catalog.state('product', gid))?.state, { ...state, organizations: [second] });
    await catalog.admin.put(`/v1/products/${gid}`, { title: 'Sign', organizations: [{ gid: first }] });
    assert.deepEqual((await catalog.state('product', gid))?.state, { ...state, title: 'Sign', organizations: [first] });
  });
});
