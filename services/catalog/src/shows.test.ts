import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { csv, sheetServer, type SheetServer } from './fixtures/sheets.ts';
import { testCatalog, type TestCatalog } from './fixtures/test-catalog.ts';
import { toldBy, type Told } from './fixtures/told.ts';
import { shows } from './shows.ts';

describe('what the facts of catalog show', () => {
  let catalog: TestCatalog;
  let sheets: SheetServer;
  let bakery: string;
  let studio: string;
  let manager: ApiClient;
  let toldOf: Awaited<ReturnType<typeof toldBy>>;
  const seen = new Set<string>();
  before(async () => {
    [catalog, sheets] = await Promise.all([testCatalog(), sheetServer()]);
    [bakery, studio] = [await catalog.organization({ price_sheet_url: sheets.url }), await catalog.organization({ name: 'Studio' })];
    manager = await catalog.signIn({ manages: [bakery, studio] });
    toldOf = await toldBy(catalog);
  });
  after(() => Promise.all([catalog.stop(), sheets.close()]));

  /** The facts that `work` publishes. */
  async function told(work: () => Promise<unknown>): Promise<Told[]> {
    const facts = await toldOf(work);
    for (const [type] of facts) seen.add(type);
    return facts;
  }
  const named = (...gids: string[]) => gids.map((gid) => ({ gid }));
  const put = async (path: string, body: object) => assert.equal((await catalog.admin.put(path, body)).status, 204);
  const productPath = (gid: string) => `/v1/products/${gid}`;
  /** The product as a manager reads it, without the organizations, which each of them sees for itself. */
  const product = async (gid: string, reader = manager) => {
    const { organizations: _, ...rest } = (await reader.get(productPath(gid))).body;
    return { product: rest };
  };
  const reference = (gid: string, title = 'Logo') => ({ product: { gid, href: productPath(gid), title } });

  test('a product to all who may order it, in one fact, and its name to those who may no longer', async () => {
    let gid = '';
    const both = [bakery, studio].toSorted();
    const made = await told(async () => (gid = await catalog.product({ organizations: named(bakery, studio) })));
    assert.deepEqual(made, [['product.changed', both, await product(gid)]]);
    assert.equal(JSON.stringify(made[0]![2]), JSON.stringify(await product(gid)));

    const change = (body: object) => told(() => put(productPath(gid), body));
    assert.deepEqual(await change({ weight: 3 }), [['product.changed', both, await product(gid)]]);
    for (const nothing of [{}, { weight: 3 }, { organizations: named(bakery, studio) }]) assert.deepEqual(await change(nothing), []);
    assert.deepEqual(await change({ organizations: named(bakery, bakery), weight: 4 }), [
      ['product.changed', [bakery], await product(gid)],
      ['product.withdrawn', [studio], reference(gid)],
    ]);
    assert.deepEqual(await change({ is_enabled: false, title: 'Mark' }), [['product.withdrawn', [bakery], reference(gid)]]);
    assert.deepEqual(await change({ weight: 5 }), []);
    assert.deepEqual(await change({ is_enabled: true }), [['product.changed', [bakery], await product(gid)]]);
    const joined = await change({ organizations: named(bakery, studio), weight: 5 });
    assert.deepEqual(joined, [['product.changed', [studio], await product(gid)]], 'the other one can order it already');
  });

  test('a product with long texts to many who may order it, in facts of which each has at most 128 MiB of copies', async () => {
    const gids = Array.from({ length: 600 }, newGid).toSorted();
    await catalog.follow(...gids.map((gid) => ({ type: 'organization', key: gid, state: { gid, name: 'Stall', is_deleted: false } })));
    const long = 'x'.repeat(65_536);
    const texts = { description: long, brief_template: long };
    let gid = '';
    const additional = { additional_meta: { solo_mode_meta: texts, multi_mode_meta: texts } };
    const made = await told(async () => (gid = await catalog.product({ ...additional, organizations: named(...gids) })));
    assert.ok(made.length > 1, 'so many copies are not one fact');
    assert.deepEqual(made.flatMap(([, organizations]) => organizations), gids); // prettier-ignore
    for (const [type, organizations, shown] of made) {
      assert.deepEqual([type, shown], ['product.changed', await product(gid, catalog.admin)]);
      assert.ok(organizations.length * JSON.stringify(shown).length < 1.01 * 128 * 1_024 * 1_024);
    }
    const gone = await told(() => put(productPath(gid), { organizations: [] }));
    assert.deepEqual(gone, [['product.withdrawn', gids, reference(gid)]]);
  });

  test('a product to one that is allowed to order it, and its name to one that is so no longer', async () => {
    const gid = await catalog.product({ organizations: named(bakery) });
    const path = `${productPath(gid)}/organizations/${studio}`;
    assert.deepEqual(await told(() => put(path, {})), [['product.changed', [studio], await product(gid)]]);
    assert.deepEqual(await told(() => put(path, {})), [], 'it was allowed already');
    assert.deepEqual(await told(() => catalog.admin.delete(path)), [['product.withdrawn', [studio], reference(gid)]]);
    await put(productPath(gid), { is_enabled: false });
    assert.deepEqual(await told(() => put(path, {})), []);
    assert.deepEqual(await told(() => catalog.admin.delete(path)), []);
  });

  test('nothing of a product to an organization that is deleted', async () => {
    const gone = await catalog.organization();
    const [sold, other] = [
      await catalog.product({ organizations: named(gone, bakery) }),
      await catalog.product({ organizations: named(gone) }),
    ];
    await catalog.follow({
      type: 'organization',
      key: gone,
      state: { gid: gone, name: 'Gone', hostname: null, parent: null, is_deleted: true },
    });
    assert.deepEqual(await told(() => put(productPath(sold), { weight: 3 })), [['product.changed', [bakery], await product(sold)]]);
    assert.deepEqual(await told(() => put(productPath(sold), { organizations: named(bakery) })), []);
    assert.deepEqual(await told(() => catalog.admin.delete(`${productPath(other)}/organizations/${gone}`)), []);
  });

  test('the name of a deleted product, and nothing of one that nobody could order', async () => {
    const [sold, kept] = [await catalog.product({ organizations: named(bakery) }), await catalog.product()];
    await catalog.price(sold, { organization: { gid: bakery } });
    const remove = (gid: string) => {
      catalog.answer(`/internal/product_use?product=${gid}`, { has_projects: false });
      return told(() => catalog.admin.delete(productPath(gid)));
    };
    assert.deepEqual(await remove(sold), [['product.withdrawn', [bakery], reference(sold)]]);
    assert.deepEqual(await remove(kept), []);
  });

  test('a price of an organization, also a deleted one', async () => {
    const of = await catalog.product({ organizations: named(bakery) });
    let path = '';
    const read = async () => ({ price: (await manager.get(path)).body });
    const made = await told(async () => (path = `/v1/prices/${await catalog.price(of, { organization: { gid: bakery } })}`));
    assert.deepEqual(made, [['price.changed', [bakery], await read()]]);
    assert.deepEqual(await told(() => put(path, { amount: 90 })), [['price.changed', [bakery], await read()]]);
    for (const nothing of [{}, { amount: 90 }, { currency: 'EUR' }]) assert.deepEqual(await told(() => put(path, nothing)), []);
    const last = await read();
    assert.deepEqual(await told(() => catalog.admin.delete(path)), [['price.deleted', [bakery], last]]);
  });

  test('the import of prices, once, whatever their number, and none that changes nothing', async () => {
    const of = await catalog.product({ organizations: named(bakery) });
    const head = ['product', 'mode', 'due', 'amount', 'currency'];
    let path = '';
    const fetch = async (body: string) => {
      sheets.give({ body });
      path = (await manager.get(`/v1/organizations/${bakery}/prices/fetch?remove=true`)).headers.get('location')!;
      await eventually(async () => (await manager.get(path)).body.status !== 'pending', { timeoutMs: 30_000 });
    };
    const facts = await told(() => fetch(csv(head, [of, 'solo', 2, '90.50', 'EUR'], [of, 'multi', 2, 80, 'EUR'])));
    const { body } = await manager.get(path);
    assert.deepEqual([body.status, facts], ['imported', [['prices.imported', [bakery], { import: body }]]]);
    assert.deepEqual(await told(() => fetch(csv(head, [of, 'solo', 2, 'free', 'EUR']))), []);
    assert.deepEqual([...seen].sort(), Object.keys(shows).sort(), 'by now each fact was told');
  });
});
