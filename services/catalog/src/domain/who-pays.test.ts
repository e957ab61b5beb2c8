import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { DAY_MS, formatTime, newGid } from '@partner-ordering/kernel';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { csv, sheetServer, type SheetServer } from '../fixtures/sheets.ts';
import { testCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';
import { toldBy } from '../fixtures/told.ts';

const of = (gid: string) => ({ organization: { gid } });
const begin = Date.now();
/** The same time for the same `days`, however long a test takes. */
const inDays = (days: number) => formatTime(new Date(begin + days * DAY_MS));
const options = { mode: 'solo', due: 2, skill: null };

describe('who is told of a price', () => {
  let catalog: TestCatalog;
  let told: Awaited<ReturnType<typeof toldBy>>;
  let sheets: SheetServer;
  /** A holding with a group below it, which has a shop and a stall below it, and an organization that is none of them. */
  let holding: string;
  let group: string;
  let shop: string;
  let stall: string;
  let single: string;
  let product: string;
  let manager: ApiClient;
  before(async () => {
    [catalog, sheets] = await Promise.all([testCatalog(), sheetServer()]);
    told = await toldBy(catalog);
  });
  after(() => Promise.all([catalog.stop(), sheets.close()]));
  beforeEach(async () => {
    holding = await catalog.organization({ price_sheet_url: sheets.url });
    group = await catalog.organization({ parent: holding });
    [shop, stall] = [await catalog.organization({ parent: group }), await catalog.organization({ parent: group })];
    single = await catalog.organization();
    product = await catalog.product({ organizations: [holding, group, shop, stall, single].map((gid) => ({ gid })) });
    manager = await catalog.signIn({ manages: [single] });
  });

  const pathOf = async (body: object = {}, to = product) => `/v1/prices/${await catalog.price(to, body)}`;
  const put = async (path: string, body: object) => assert.equal((await catalog.admin.put(path, body)).status, 204);
  const remove = async (path: string) => assert.equal((await catalog.admin.delete(path)).status, 204);
  /** Which organizations are told of what, sorted. */
  const toldOf = async (work: () => Promise<unknown>) =>
    (await told(work)).map(([type, organizations]) => [type, organizations.toSorted()]);
  const sorted = (...gids: string[]) => gids.toSorted();

  test('those without a nearer price are told of the default price, as each of them reads it', async () => {
    let path = '';
    const all = sorted(holding, group, shop, stall, single);
    const read = async () => ({ price: (await manager.get(path)).body });
    const [made] = await told(async () => (path = await pathOf()));
    assert.deepEqual(made, ['price.changed', all, await read()]);
    const [changed, ...others] = await told(() => put(path, { amount: 80 }));
    assert.deepEqual([changed, others], [['price.changed', all, await read()], []]);
    assert.deepEqual(await told(() => put(path, { amount: 80 })), []);
    const last = await read();
    assert.deepEqual(await told(() => remove(path)), [['price.deleted', all, last]]);
  });

  test('a price of an organization or of a parent goes before the default price', async () => {
    await pathOf(of(group));
    const own = await pathOf(of(single));
    let path = '';
    assert.deepEqual(await toldOf(async () => (path = await pathOf())), [['price.changed', [holding]]]);
    assert.deepEqual(await toldOf(() => remove(own)), [['price.deleted', [single]]], 'from now on the default price');
    assert.deepEqual(await toldOf(() => put(path, { amount: 70 })), [['price.changed', sorted(holding, single)]]);
  });

  test('only what it is for is told of the price of a parent', async () => {
    let path = '';
    const own = async () => ({ price: (await catalog.admin.get(path)).body });
    const short = { price: { product: { gid: product, href: `/v1/products/${product}`, title: 'Logo' }, options } };
    const below = sorted(group, shop, stall);
    assert.deepEqual(await told(async () => (path = await pathOf(of(holding)))), [
      ['price.changed', [holding], await own()],
      ['price.changed', below, short],
    ]);
    await pathOf(of(stall));
    assert.deepEqual((await told(() => put(path, { amount: 90 })))[1], ['price.changed', below.filter((gid) => gid !== stall), short]);
    await pathOf(of(group));
    assert.deepEqual(await toldOf(() => put(path, { amount: 85 })), [['price.changed', [holding]]]);
    assert.deepEqual(await toldOf(() => remove(path)), [['price.deleted', [holding]]]);
  });

  test('a nearer price counts for its options and its time, and no more', async () => {
    await pathOf({ ...of(shop), options: { mode: 'solo', due: 5 } });
    await pathOf({ ...of(stall), valid_from: inDays(5), valid_until: inDays(9) });
    await pathOf({ ...of(single), valid_until: inDays(7) });
    await pathOf({ ...of(single), valid_from: inDays(7), valid_until: inDays(30) });
    await pathOf(of(holding));
    const told = (body: object) => toldOf(() => pathOf(body));
    assert.deepEqual(await told({ valid_from: inDays(5), valid_until: inDays(9) }), [], 'all have nearer ones');
    assert.deepEqual(await told({ valid_from: inDays(20), valid_until: inDays(31) }), [['price.changed', [single]]]);
    assert.deepEqual(await told({ ...of(group), valid_from: inDays(5), valid_until: inDays(9) }), [
      ['price.changed', [group]],
      ['price.changed', [shop]],
    ]);
    assert.deepEqual(await told({ ...of(group), valid_from: inDays(9), valid_until: inDays(10) }), [
      ['price.changed', [group]],
      ['price.changed', sorted(shop, stall)],
    ]);
  });

  test('those who have paid a price are told when it ends earlier, and nobody of what is past', async () => {
    await pathOf({ ...of(single), valid_until: inDays(5) });
    const path = await pathOf({ valid_from: inDays(-9), valid_until: inDays(9) });
    const others = sorted(holding, group, shop, stall);
    assert.deepEqual(await toldOf(() => put(path, { valid_until: inDays(3) })), [['price.changed', sorted(single, ...others)]]);
    assert.deepEqual(await toldOf(() => put(path, { valid_until: inDays(2) })), [['price.changed', others]]);
    assert.deepEqual(await toldOf(() => put(path, { valid_until: inDays(-2) })), [['price.changed', others]]);
    assert.deepEqual(await toldOf(() => put(path, { valid_until: inDays(-3), amount: 1 })), []);
    assert.deepEqual(await toldOf(() => remove(path)), []);
  });

  test('a nearer price of another mode or skill hides nothing', async () => {
    const available_options = { due: { enum: [2] }, mode: { enum: ['solo', 'multi'] }, skill: { enum: ['conception', 'execution'] } };
    const drawn = await catalog.product({ available_options, organizations: [holding, shop, stall].map((gid) => ({ gid })) });
    const made = (organization: string | undefined, mode: string, skill: string) =>
      pathOf({ ...(organization && of(organization)), options: { mode, due: 2, skill } }, drawn);
    await made(shop, 'solo', 'conception');
    await made(stall, 'multi', 'execution');
    assert.deepEqual(await toldOf(() => made(undefined, 'solo', 'conception')), [['price.changed', sorted(holding, stall)]]);
    assert.deepEqual(await toldOf(() => made(undefined, 'solo', 'execution')), [['price.changed', sorted(holding, shop, stall)]]);
    assert.deepEqual(await toldOf(() => made(holding, 'multi', 'execution')), [
      ['price.changed', [holding]],
      ['price.changed', [shop]],
    ]);
  });

  test('who may not order the product is not told', async () => {
    const hidden = await catalog.product({ organizations: [{ gid: shop }] });
    const path = await pathOf({}, hidden);
    assert.deepEqual(await toldOf(() => put(path, { amount: 5 })), [['price.changed', [shop]]]);
    await put(`/v1/products/${hidden}`, { is_enabled: false });
    assert.deepEqual(await toldOf(() => put(path, { amount: 6 })), []);
    assert.deepEqual(await toldOf(() => pathOf(of(holding), hidden)), [['price.changed', [holding]]]);
  });

  test('a deleted organization is told nothing, those below it are', async () => {
    const state = { name: 'Gone', hostname: null, parent: holding, is_deleted: true };
    await catalog.follow({ type: 'organization', key: group, state: { ...state, gid: group } });
    assert.deepEqual(await toldOf(() => pathOf()), [['price.changed', sorted(holding, shop, stall, single)]]);
    assert.deepEqual((await toldOf(() => pathOf(of(holding))))[1], ['price.changed', sorted(shop, stall)]);
  });

  test('parents that name each other are told once', async () => {
    const [first, second] = [newGid(), newGid()];
    const state = (gid: string, parent: string) => ({ name: 'Loop', hostname: null, is_deleted: false, gid, parent });
    await catalog.follow(
      { type: 'organization', key: first, state: state(first, second) },
      { type: 'organization', key: second, state: state(second, first) },
    );
    const loop = await catalog.product({ organizations: [{ gid: first }, { gid: second }] });
    assert.deepEqual(await toldOf(() => pathOf(of(first), loop)), [
      ['price.changed', [first]],
      ['price.changed', [second]],
    ]);
    assert.deepEqual(await toldOf(() => pathOf({}, loop)), []);
  });

  test('a nearer price since a year before 100 is nearer today', async () => {
    await pathOf({ ...of(shop), valid_from: '0040-01-01T00:00:00+0000' });
    const path = await pathOf(of(group));
    assert.deepEqual(await toldOf(() => put(path, { amount: 75 })), [['price.changed', [group]], ['price.changed', [stall]]]); // prettier-ignore
  });

  test('of an import all below are told once that may order a product of before or after, and nobody else', async () => {
    const other = await catalog.product({ organizations: [group, single].map((gid) => ({ gid })) });
    const hidden = await catalog.product({ organizations: [{ gid: group }], is_enabled: false });
    let path = '';
    const imported = (...products: string[]) =>
      told(async () => {
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
