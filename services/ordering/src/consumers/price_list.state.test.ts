import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { priceKey } from '@partner-ordering/commerce';
import { newGid } from '@partner-ordering/kernel';
import { eventually, type TestService } from '@partner-ordering/testing';
import { openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

const PAGE = 5_000;

describe('imported prices', () => {
  let ordering: TestService;
  before(async () => {
    ordering = await sharedOrdering();
  });

  const keyOf = ({ product, organization }: Market) => priceKey({ product, organization, mode: 'multi', due: 5, skill: null });
  const listed = (key: string, amount: number, window: object = {}) => ({
    ...{ gid: newGid(), key, amount_minor: amount * 100, currency: 'EUR', valid_from: null, valid_until: null },
    ...window,
  });
  /** Catalog's page of an import after a price; undefined takes it away. */
  const answer = (list: string, items: object[] | undefined, after?: string) =>
    ordering.answer(
      `/internal/listed_prices?import=${list}&limit=${PAGE}${after === undefined ? '' : `&after=${after}`}`,
      items && { items },
    );
  const publish = ({ organization }: Market, list: string, revision: number) =>
    ordering.deliver('catalog', { type: 'price_list', key: organization, state: { organization, import: list, revision } });
  const loaded = (list: string) =>
    eventually(async () => {
      const text = 'select from loaded_price_list where import_gid = $1';
      return (await ordering.service.database.query({ text, values: [list] })).length === 1;
    });
  const importPrices = async (market: Market, revision: number, items: object[]) => {
    const list = newGid();
    answer(list, items);
    await publish(market, list, revision);
    await loaded(list);
  };
  const order = async ({ user, order: orderOf }: Market, amount: number) =>
    (await user.post('/v1/projects', orderOf({ price: { amount } }))).status;

  test('201 at the imported price, 400 at the one that it replaced; the next import replaces it', async () => {
    const market = await openMarket(ordering);
    await importPrices(market, 1, [listed(keyOf(market), 300)]);
    assert.deepEqual([await order(market, 300), await order(market, 250)], [201, 400]);

    await importPrices(market, 2, [listed(keyOf(market), 310)]);
    assert.deepEqual([await order(market, 310), await order(market, 300)], [201, 400]);
    const text = 'select count(*)::int as count from listed_price where organization_gid = $1';
    assert.deepEqual(await ordering.service.database.query({ text, values: [market.organization] }), [{ count: 1 }]);

    await importPrices(market, 3, []);
    assert.equal(await order(market, 310), 400);
  });

  test('201 at the imported price that is valid at the moment', async () => {
    const market = await openMarket(ordering);
    const [day, later] = ['2026-01-01T00:00:00+0000', '2096-01-01T00:00:00+0000'];
    const windows = [{ valid_until: day }, { valid_from: day, valid_until: later }, { valid_from: later }];
    await importPrices(
      market,
      1,
      [300, 320, 340].map((amount, place) => listed(keyOf(market), amount, windows[place])),
    );
    assert.deepEqual([await order(market, 320), await order(market, 300), await order(market, 340)], [201, 400, 400]);

    await importPrices(market, 2, [listed(keyOf(market), 320, { valid_until: day })]);
    assert.equal(await order(market, 320), 400);
  });

  test('201 at the price that was published by itself after the import, and 400 once it was deleted', async () => {
    const market = await openMarket(ordering);
    await importPrices(market, 1, [listed(keyOf(market), 300)]);
    const price = { amount_minor: 29_000, currency: 'EUR', list_revision: 1 };
    await ordering.follow({ type: 'price', key: keyOf(market), state: price });
    assert.deepEqual([await order(market, 290), await order(market, 300)], [201, 400]);

    await ordering.follow({ type: 'price', key: keyOf(market), state: { ...price, windows: [] } });
    assert.deepEqual([await order(market, 290), await order(market, 300)], [400, 400]);

    await importPrices(market, 2, [listed(keyOf(market), 305)]);
    assert.equal(await order(market, 305), 201);
  });

  test('503 for a price that is refused while newer ones are being loaded; the prices of before hold until then', async () => {
    const market = await openMarket(ordering);
    const list = newGid();
    await publish(market, list, 1);
    assert.deepEqual([await order(market, 250), await order(market, 300)], [201, 503]);

    answer(list, [listed(keyOf(market), 300)]);
    await ordering.runJob('find_price_lists_to_load');
    await loaded(list);
    assert.deepEqual([await order(market, 300), await order(market, 250)], [201, 400]);
  });

  test('a list of several pages is loaded whole, and a run that was cut off goes on after its last page', async () => {
    const market = await openMarket(ordering);
    const list = newGid();
    const first = Array.from({ length: PAGE }, () => listed(newGid(), 1)).toSorted((a, b) => (a.gid < b.gid ? -1 : 1));
    answer(list, first);
    await publish(market, list, 1);
    const text = 'select count(*)::int as count from listed_price where import_gid = $1';
    const count = async () => (await ordering.service.database.query<{ count: number }>({ text, values: [list] }))[0]!.count;
    await eventually(async () => (await count()) === PAGE);
    assert.equal(await order(market, 300), 503);

    answer(list, undefined);
    answer(list, [listed(keyOf(market), 300)], first.at(-1)!.gid);
    await ordering.runJob('find_price_lists_to_load');
    await loaded(list);
    assert.deepEqual([await count(), await order(market, 300)], [PAGE + 1, 201]);
  });
});
