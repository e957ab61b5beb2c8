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
});
