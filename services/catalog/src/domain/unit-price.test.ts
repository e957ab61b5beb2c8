import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { priceKey } from '@partner-ordering/commerce';
import { testCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';
import { unitPrice } from './unit-price.ts';

const HOUR_MS = 3_600_000;
const begin = new Date('2026-01-01T00:00:00Z');

describe('unit prices', () => {
  let catalog: TestCatalog;
  before(async () => void (catalog = await testCatalog()));
  after(() => catalog.stop());

  test('the valid price among 20,000 prices, 1,000 of them with the same options, is found by an index', async () => {
    const { database } = catalog.service;
    const what = { product: await catalog.product(), organization: await catalog.organization(), mode: 'solo', due: 7, skill: null };
    await database.query({
      text: `insert into price (gid, created_at, product_gid, organization_gid, mode, due, amount_minor, currency, key, valid_from, valid_until)
        select gen_random_uuid(), now(), $1::uuid, $2::uuid, 'solo', due, hour, 'EUR', replace($3, '/7/', '/' || due || '/'),
          $4::timestamptz + hour * interval '1 hour', $4::timestamptz + (hour + 1) * interval '1 hour'
        from generate_series(1, 20) due, generate_series(1, 1000) hour`,
      values: [what.product, what.organization, priceKey(what), begin],
    });
    await database.query({ text: 'analyze price', values: [] });

    let plan = '';
    const explaining: typeof database.query = async ({ text, values }) => {
      const lines = await database.query<{ 'QUERY PLAN': string }>({ text: `explain (analyze, costs off, timing off) ${text}`, values });
      plan = lines.map((line) => line['QUERY PLAN']).join('\n');
      return database.query({ text, values });
    };
    const found = await unitPrice({ query: explaining }, what, new Date(begin.getTime() + 500.5 * HOUR_MS));
    assert.deepEqual(found, { amountMinor: 500, currency: 'EUR' });
    assert.match(plan, /Index Scan (on|using) price_key \(actual rows=1\.00 loops=1\)/);
  });
});
