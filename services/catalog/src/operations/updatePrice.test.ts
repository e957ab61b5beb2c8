import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gidOf } from '@partner-ordering/testing';
import { badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('updatePrice', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await sharedCatalog();
  });

  const newPrice = async (body: object = {}) => `/v1/prices/${await catalog.price(await catalog.product(), body)}`;
  const read = async (path: string) => (await catalog.admin.get(path)).body;

  test('204 changes the amount and says when, twice alike', async () => {
    const path = await newPrice();
    const old = await read(path);

    assert.equal((await catalog.admin.put(path, { amount: 120.5 })).status, 204);

    const body = await read(path);
    assert.ok(await catalog.isModified('price', gidOf(path)));
    assert.equal(body.updated_at, body.modified_at);
    assert.deepEqual({ ...body, modified_at: old.modified_at, updated_at: old.updated_at, amount: 100 }, old);
    assert.equal(body.amount, 120.5);
  });

  test('204 keeps the amount when only the currency changes, whatever the decimals', async () => {
    const path = await newPrice({ amount: 100, currency: 'EUR' });

    assert.equal((await catalog.admin.put(path, { currency: 'JPY' })).status, 204);
    const { amount, currency } = await read(path);
    assert.deepEqual([amount, currency], [100, 'JPY']);
  });

  test('400 for what the currency cannot hold, and nothing changes', async () => {
    const path = await newPrice({ amount: 99.99 });

    assert.deepEqual(badFields(await catalog.admin.put(path, { amount: 1.234 })), ['amount']);
    assert.deepEqual(badFields(await catalog.admin.put(path, { currency: 'JPY' })), ['amount']);
    assert.deepEqual(badFields(await catalog.admin.put(path, { currency: 'ABC' })), ['currency']);
    assert.equal((await read(path)).amount, 99.99);
  });

  test('400 for what identifies a price: product, organization and options', async () => {
    const path = await newPrice();
    const answer = await catalog.admin.put(path, { product: { gid: 'x' }, organization: { gid: 'x' }, options: {}, amount: 1 });

    assert.deepEqual(badFields(answer), ['options', 'organization', 'product']);
    assert.deepEqual(badFields(await catalog.admin.put(path, { amount: null })), ['amount']);
  });

  test('403 for those who pay it, 404 for those who may not see it', async () => {
    const organization = await catalog.organization();
    const path = await newPrice({ organization: { gid: organization } });
    const [manager, stranger] = [await catalog.signIn({ manages: [organization] }), await catalog.signIn()];

    assert.deepEqual((await manager.put(path, { amount: 1 })).body, {
      error: { code: 403, message: 'Your are not authorized to update price' },
    });
    assert.deepEqual((await stranger.put(path, { amount: 1 })).body, { error: { code: 404, message: 'Could not find this price' } });
    assert.equal((await stranger.put(await newPrice(), { amount: 1 })).status, 403);
  });

  test('412 when If-Match names an older representation', async () => {
    const path = await newPrice();
    const tag = (await catalog.admin.get(path)).headers.get('etag')!;
    const put = (amount: number) => catalog.admin.put(path, { amount }, { headers: { 'if-match': tag } });

    assert.deepEqual([(await put(1)).status, (await put(2)).status], [204, 412]);
    assert.equal((await read(path)).amount, 1);
  });
});
