import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { faults } from '../faults.ts';
import { badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('createPrice', () => {
  let catalog: TestCatalog;
  let product: string;
  before(async () => {
    catalog = await sharedCatalog();
    product = await catalog.product();
  });

  const post = (body: object) =>
    catalog.admin.post('/v1/prices', {
      product: { gid: product },
      options: { mode: 'solo', due: 2 },
      amount: 90,
      currency: 'EUR',
      ...body,
    });

  test('400 for a product that has 1,000 prices for the organization already; 201 for another organization', async () => {
    const [crowded, other, full] = [await catalog.organization(), await catalog.organization(), await catalog.product()];
    await catalog.service.database.query({
      text: `insert into price (gid, created_at, product_gid, organization_gid, mode, due, amount_minor, currency, key)
        select gen_random_uuid(), now(), $1, $2, 'solo', 2, 1, 'EUR', gen_random_uuid() from generate_series(1, 1000)`,
      values: [full, crowded],
    });
    assert.deepEqual(badFields(await post({ product: { gid: full }, organization: { gid: crowded } })), ['product']);
    assert.equal((await post({ product: { gid: full }, organization: { gid: other } })).status, 201);
  });

  test('400 names an amount that cannot be charged: three decimals that do not end in 0, and parts of an ariary', async () => {
    const organization = { gid: await catalog.organization() };
    for (const [amount, currency, least] of [
      [1.481, 'KWD', 0.01],
      [12.5, 'MGA', 1],
    ] as const) {
      const { status, body } = await post({ organization, amount, currency });
      assert.deepEqual([status, body.error.details], [400, [faults.not_a_multiple('amount', { amount: least, currency })]]);
    }
    const href = await catalog.admin.create('/v1/prices', {
      product: { gid: product },
      organization,
      options: { mode: 'solo', due: 2 },
      amount: 1.48,
      currency: 'KWD',
    });
    assert.deepEqual(badFields(await catalog.admin.put(href, { amount: 1.485 })), ['amount']);
    assert.deepEqual(badFields(await catalog.admin.put(href, { currency: 'MGA' })), ['amount']);
  });

  test('400 for a second price for the same product, organization and options, many at once included', async () => {
    const organization = { gid: await catalog.organization() };
    const answers = await Promise.all([1, 2, 3, 4].map((amount) => post({ organization, amount })));

    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400, 400]);
    const late = await post({ organization });
    assert.equal(late.body.error.message, 'Data missing or invalid');
    assert.deepEqual(badFields(late), ['options']);
  });
});

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

  test('400 for a withdrawn currency, which an older price keeps: it is read, found, written back and ended', async () => {
    const organization = await catalog.organization();
    const path = await newPrice({ organization: { gid: organization }, amount: 75.5, currency: 'EUR' });
    assert.deepEqual(badFields(await catalog.admin.put(path, { currency: 'HRK' })), ['currency']);
    const { product, options } = await read(path);
    const another = { product: { gid: product.gid }, options, amount: 75.5, currency: 'HRK' };
    assert.deepEqual(badFields(await catalog.admin.post('/v1/prices', another)), ['currency']);

    const text = `update price set currency = 'HRK' where organization_gid = $1`;
    await catalog.service.database.query({ text, values: [organization] });
    const { body } = await catalog.admin.get('/v1/prices', { parameters: { query: ['organization.gid', '==', organization] } });
    assert.deepEqual([body.total_count, body.items[0].amount, body.items[0].currency], [1, 75.5, 'HRK']);
    assert.equal((await catalog.admin.put(path, { amount: 75.5, currency: 'HRK' })).status, 204);
    assert.equal((await catalog.admin.put(path, { valid_until: '2027-01-01T00:00:00Z' })).status, 204);
    assert.deepEqual(badFields(await catalog.admin.put(path, { currency: 'BGN' })), ['currency']);
  });
});
