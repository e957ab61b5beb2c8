import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';
import { factsPublishedBy } from '../fixtures/published-facts.ts';

describe('receivers of product events', () => {
  let catalog: TestCatalog;
  let bakery: string;
  let studio: string;
  let manager: ApiClient;
  let published: Awaited<ReturnType<typeof factsPublishedBy>>;
  before(async () => {
    catalog = await sharedCatalog();
    [bakery, studio] = [await catalog.organization(), await catalog.organization({ name: 'Studio' })];
    manager = await catalog.signIn({ manages: [bakery, studio] });
    published = await factsPublishedBy(catalog);
  });

  const named = (...gids: string[]) => gids.map((gid) => ({ gid }));
  const put = async (path: string, body: object) => assert.equal((await catalog.admin.put(path, body)).status, 204);
  const productPath = (gid: string) => `/v1/products/${gid}`;
  /** The product as a manager reads it, without the organizations, which each of them sees for itself. */
  const product = async (gid: string) => {
    const { organizations: _, ...rest } = (await manager.get(productPath(gid))).body;
    return { product: rest };
  };
  const reference = (gid: string, title = 'Logo') => ({ product: { gid, href: productPath(gid), title } });

  test('a product fact goes to all organizations that may order it, and its title to those that no longer may', async () => {
    let gid = '';
    const both = [bakery, studio].toSorted();
    const made = await published(async () => (gid = await catalog.product({ organizations: named(bakery, studio) })));
    assert.deepEqual(made, [['product.changed', both, await product(gid)]]);

    const change = (body: object) => published(() => put(productPath(gid), body));
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
    assert.deepEqual(await published(() => put(productPath(sold), { weight: 3 })), [['product.changed', [bakery], await product(sold)]]);
    assert.deepEqual(await published(() => put(productPath(sold), { organizations: named(bakery) })), []);
    assert.deepEqual(await published(() => catalog.admin.delete(`${productPath(other)}/organizations/${gone}`)), []);
  });
});
