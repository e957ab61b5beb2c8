import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { csv, sheetServer, type SheetServer } from '../fixtures/sheets.ts';
import { sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';
import { factsPublishedBy } from '../fixtures/published-facts.ts';

const of = (gid: string) => ({ organization: { gid } });
const options = { mode: 'solo', due: 2, skill: null };

describe('receivers of price events', () => {
  let catalog: TestCatalog;
  let published: Awaited<ReturnType<typeof factsPublishedBy>>;
  let sheets: SheetServer;
  /** A holding with a group below it, which has a shop and a stall, and a separate organization. */
  let holding: string;
  let group: string;
  let shop: string;
  let stall: string;
  let single: string;
  let product: string;
  before(async () => {
    [catalog, sheets] = await Promise.all([sharedCatalog(), sheetServer()]);
    published = await factsPublishedBy(catalog);
  });
  after(() => sheets.close());
  beforeEach(async () => {
    holding = await catalog.organization({ price_sheet_url: sheets.url });
    group = await catalog.organization({ parent: holding });
    [shop, stall] = [await catalog.organization({ parent: group }), await catalog.organization({ parent: group })];
    single = await catalog.organization();
    product = await catalog.product({ organizations: [holding, group, shop, stall, single].map((gid) => ({ gid })) });
  });

  const pathOf = async (body: object = {}, to = product) => `/v1/prices/${await catalog.price(to, body)}`;
  const put = async (path: string, body: object) => assert.equal((await catalog.admin.put(path, body)).status, 204);
  const remove = async (path: string) => assert.equal((await catalog.admin.delete(path)).status, 204);
  /** The types of the published facts with their receivers, sorted. */
  const receiversOf = async (work: () => Promise<unknown>) =>
    (await published(work)).map(([type, organizations]) => [type, organizations.toSorted()]);
  const sorted = (...gids: string[]) => gids.toSorted();
  /** The payload for organizations that do not own the price. */
  const short = () => ({ price: { product: { gid: product, href: `/v1/products/${product}`, title: 'Logo' }, options } });

  test('every organization that may order the product gets one event of the default price, without the amount', async () => {
    let path = '';
    const all = sorted(holding, group, shop, stall, single);
    await pathOf(of(single));
    const [made, ...others] = await published(async () => (path = await pathOf()));
    assert.deepEqual([made![0], sorted(...made![1]), made![2], others], ['price.changed', all, short(), []]);
    assert.deepEqual(await receiversOf(() => put(path, { amount: 80 })), [['price.changed', all]]);
    assert.deepEqual(await receiversOf(() => put(path, { amount: 80 })), []);
    assert.deepEqual(await receiversOf(() => remove(path)), [['price.deleted', all]]);
  });

  test('a price event for more than 1,000 organizations is split into several facts, with each organization in one', async () => {
    const text = `with made as (select gen_random_uuid() as gid from generate_series(1, 1000)), known as (
        insert into shared_state (type, key, version, state)
        select 'organization', gid, 1, jsonb_build_object('gid', gid, 'name', 'Many', 'is_deleted', false) from made
      )
      insert into product_organization (product_gid, organization_gid, created_at) select $1, gid, now() from made`;
    await catalog.service.database.query({ text, values: [product] });
    const facts = await receiversOf(() => pathOf());
    assert.deepEqual(
      facts.map(([, organizations]) => organizations!.length),
      [1_000, 5],
    );
    assert.equal(new Set(facts.flatMap(([, organizations]) => organizations)).size, 1_005);
  });

  test('an organization gets the whole of its own price, and those below it get product and options only', async () => {
    let path = '';
    const own = async () => ({ price: (await catalog.admin.get(path)).body });
    const below = sorted(group, shop, stall);
    await pathOf(of(stall));
    assert.deepEqual(await published(async () => (path = await pathOf(of(holding)))), [
      ['price.changed', [holding], await own()],
      ['price.changed', below, short()],
    ]);
    const last = await own();
    assert.deepEqual(await published(() => remove(path)), [
      ['price.deleted', [holding], last],
      ['price.deleted', below, short()],
    ]);
  });

  test('an organization that may not order the product gets no price event except for its own price', async () => {
    const hidden = await catalog.product({ organizations: [{ gid: shop }] });
    const path = await pathOf({}, hidden);
    assert.deepEqual(await receiversOf(() => put(path, { amount: 5 })), [['price.changed', [shop]]]);
    await put(`/v1/products/${hidden}`, { is_enabled: false });
    assert.deepEqual(await receiversOf(() => put(path, { amount: 6 })), []);
    assert.deepEqual(await receiversOf(() => pathOf(of(holding), hidden)), [['price.changed', [holding]]]);
  });

  test('a deleted organization gets no event, and the organizations below it do', async () => {
    const state = { name: 'Gone', hostname: null, parent: holding, is_deleted: true };
    await catalog.follow({ type: 'organization', key: group, state: { ...state, gid: group } });
    assert.deepEqual(await receiversOf(() => pathOf()), [['price.changed', sorted(holding, shop, stall, single)]]);
    assert.deepEqual((await receiversOf(() => pathOf(of(holding))))[1], ['price.changed', sorted(shop, stall)]);
  });

  test('an import sends one event to each organization below that may order a product of the old or new prices', async () => {
    const other = await catalog.product({ organizations: [group, single].map((gid) => ({ gid })) });
    const hidden = await catalog.product({ organizations: [{ gid: group }], is_enabled: false });
    let path = '';
    const imported = (...products: string[]) =>
      published(async () => {
        sheets.give({ body: csv(['product', 'mode', 'due', 'amount', 'currency'], ...products.map((gid) => [gid, 'solo', 2, 90, 'EUR'])) });
        path = (await catalog.admin.get(`/v1/organizations/${holding}/prices/fetch?remove=true`)).headers.get('location')!;
        await eventually(async () => (await catalog.admin.get(path)).body.status === 'imported', { timeoutMs: 30_000 });
      });
    const own = async () => ['prices.imported', [holding], { import: (await catalog.admin.get(path)).body }];
    const below = (...gids: string[]) => ['prices.imported', gids.toSorted(), { import: { status: 'imported' } }];
    await pathOf(of(stall));
    assert.deepEqual(await imported(product, other), [await own(), below(group, shop, stall)], 'whether they have a nearer price or not');
    assert.deepEqual(await imported(other), [await own(), below(group, shop, stall)], 'of what it has no longer');
    assert.deepEqual(await imported(other, hidden), [await own(), below(group)]);
    await put(`/v1/products/${other}`, { is_enabled: false });
    assert.deepEqual(await imported(hidden), [await own()], 'of what nobody may order');
  });
});
