import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('updatePrice', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await sharedCatalog();
  });

  const newPrice = async (body: object = {}) => `/v1/prices/${await catalog.price(await catalog.product(), body)}`;
  const read = async (path: string) => (await catalog.admin.get(path)).body;

  test('204 keeps the amount when only the currency changes, whatever the decimals', async () => {
    const path = await newPrice({ amount: 100, currency: 'EUR' });

    assert.equal((await catalog.admin.put(path, { currency: 'JPY' })).status, 204);
    const { amount, currency } = await read(path);
    assert.deepEqual([amount, currency], [100, 'JPY']);
  });
});
