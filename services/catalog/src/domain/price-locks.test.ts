import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { WriteTools } from '@partner-ordering/http';
import type { Transaction } from '@partner-ordering/data';
import { managerOf } from '@partner-ordering/kernel';
import { eventually, gidOf } from '@partner-ordering/testing';
import { csv, sheetServer, type SheetServer } from '../fixtures/sheets.ts';
import { badFields, testCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';
import { toldBy } from '../fixtures/told.ts';
import { recordPrice } from './price-facts.ts';
import { lockAllPrices } from './price-locks.ts';
import { Price } from './price.ts';
import { Product } from './product.ts';

describe('changes of prices at the same moment', () => {
  let catalog: TestCatalog;
  let sheets: SheetServer;
  let told: Awaited<ReturnType<typeof toldBy>>;
  let parent: string;
  let child: string;
  let product: string;
  before(async () => {
    [catalog, sheets] = await Promise.all([testCatalog(), sheetServer()]);
    told = await toldBy(catalog);
  });
  after(() => Promise.all([catalog.stop(), sheets.close()]));
  beforeEach(async () => {
    parent = await catalog.organization();
    child = await catalog.organization({ parent, price_sheet_url: sheets.url });
    product = await catalog.product({ organizations: [{ gid: child }] });
  });

  const priceOf = async (gid: string | null) => `/v1/prices/${await catalog.price(product, gid === null ? {} : { organization: { gid } })}`;
  const change = async (path: string) => assert.equal((await catalog.admin.put(path, { amount: 77 })).status, 204);

  /** A write that has done its work and not yet committed. */
  async function begin(work: (tx: Transaction, tools: WriteTools) => Promise<unknown>): Promise<{ end: () => Promise<void> }> {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const written = catalog.service.write(async (tx, tools) => {
      await work(tx, tools);
      begun.resolve();
      await ended.promise;
    });
    await Promise.race([begun.promise, written]);
    return { end: () => (ended.resolve(), written) };
  }

  const isSomebodyWaiting = async (): Promise<boolean> => {
    const text = `select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
    return (await catalog.service.database.query({ text, values: [] })).length > 0;
  };

  /** How many sessions wait for a lock that another one has. */
  const waiting = async (): Promise<number> => {
    const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await catalog.service.database.query({ text, values: [] })).length;
  };

  test('a child deletes its own price while the parent changes the one that is paid then: it is told of that, too', async () => {
    const path = await priceOf(parent);
    const own = await priceOf(child);
    const deletion = await begin(async (tx, tools) => {
      const price = await tx.em.findOneOrFail(Price, { gid: gidOf(own) });
      tx.em.remove(price);
      await recordPrice({ ...tools, tx }, price, 'price.deleted');
    });
    const facts = await told(async () => {
      const changed = change(path);
      await eventually(isSomebodyWaiting).finally(deletion.end);
      await changed;
    });
    assert.deepEqual(
      facts.map(([type, organizations]) => [type, organizations]),
      [
        ['price.deleted', [child]],
        ['price.changed', [parent]],
        ['price.changed', [child]],
      ],
    );
  });

  test('an import of a child ends while the parent changes a price that it uncovers: the child is told of that, too', async () => {
    const path = await priceOf(parent);
    await priceOf(child);
    const swap = await begin(async (tx) => {
      await tx.query({ text: 'delete from price where organization_gid = $1', values: [child] });
      await lockAllPrices(tx);
    });
    const facts = await told(async () => {
      const changed = change(path);
      await eventually(isSomebodyWaiting).finally(swap.end);
      await changed;
    });
    assert.deepEqual(facts.map(([, organizations]) => organizations), [[parent], [child]]); // prettier-ignore
  });

  test('a price of another product is changed while an import waits for a product that somebody deletes', async () => {
    const [path, sold] = [await priceOf(null), await catalog.product()];
    sheets.give({ body: csv(['product', 'mode', 'due', 'amount', 'currency'], [sold, 'solo', 2, 90, 'EUR']) });
    const deletion = await begin((tx) => tx.query({ text: 'select from product where gid = $1 for update', values: [sold] }));
    await catalog.admin.get(`/v1/organizations/${child}/prices/fetch?remove=true`);
    await eventually(async () => (await waiting()) === 1, { timeoutMs: 30_000 });
    let isChanged = false;
    const changed = change(path).then(() => (isChanged = true));
    await eventually(async () => isChanged || (await waiting()) === 2).finally(async () => isChanged || (await deletion.end()));
    assert.ok(isChanged, 'it waits for the import');
    await Promise.all([changed, deletion.end()]);
  });

  describe('while their product is deleted', () => {
    const deletion = () => {
      catalog.answer(`/internal/product_use?product=${product}`, { has_projects: false });
      return catalog.admin.delete(`/v1/products/${product}`);
    };
    const body = () => ({ product: { gid: product }, options: { mode: 'solo' as const, due: 2 }, amount: 100, currency: 'EUR' });
    /** What would wait for what waits for it gives up instead, and the write runs again. */
    const refuseToWait = (tx: Transaction) => tx.query({ text: `set local lock_timeout = '500ms'`, values: [] });

    test('400 for a new one, as of the product: none is left behind', async () => {
      const { category } = (await catalog.admin.get(`/v1/products/${product}`)).body;
      const lock = { text: 'select from category where gid = $1 for update', values: [category.gid] };
      const holder = await begin((tx) => tx.query(lock));
      const deleted = deletion();
      await eventually(async () => (await waiting()) === 1);
      let isMade = false;
      const made = catalog.admin.post('/v1/prices', body()).finally(() => (isMade = true));
      await eventually(async () => isMade || (await waiting()) === 2).finally(holder.end);
      assert.deepEqual([(await deleted).status, badFields(await made)], [204, ['product']]);
    });

    test('a new one that has begun before is made, and goes with the product; neither is run again', async () => {
      let runs = 0;
      const made = await begin(async (tx, tools) => {
        runs++;
        await refuseToWait(tx);
        const references = {
          product: await tx.em.findOneOrFail(Product, { gid: product }),
          unknownOrganizations: [],
          others: [],
          count: 0,
        };
        const price = Price.create({ ...managerOf(), isAdmin: true }, body(), references, new Date());
        tx.em.persist(price);
        await recordPrice({ ...tools, tx }, price, 'price.changed');
      });
      const deleted = deletion();
      await eventually(async () => (await waiting()) === 1);
      await made.end();
      assert.deepEqual([(await deleted).status, runs], [204, 1]);
    });

    /** A change of a price that has locked a row and records it while the product is being deleted. */
    const changeBehind = async (lockOf: (price: Price) => { text: string; values: string[] }) => {
      const path = await priceOf(null);
      let [runs, deleted] = [0, undefined as ReturnType<typeof deletion> | undefined];
      const changed = await begin(async (tx, tools) => {
        runs++;
        await refuseToWait(tx);
        const price = await tx.em.findOneOrFail(Price, { gid: gidOf(path) });
        await tx.query(lockOf(price));
        deleted = deletion();
        await eventually(async () => (await waiting()) === 1);
        await recordPrice({ ...tools, tx }, price, 'price.changed');
      });
      await changed.end();
      assert.deepEqual([(await deleted)!.status, runs], [204, 1]);
    };

    test('a change that has begun before ends first; neither is run again', () =>
      changeBehind(({ gid }) => ({ text: 'select from price where gid = $1 for no key update', values: [gid] })));

    test('a change that has looked for the product ends first; neither is run again', () =>
      changeBehind(({ productGid }) => ({ text: 'select from product where gid = $1 for key share', values: [productGid] })));
  });

  describe('wait for a change of a price that has begun before', () => {
    const beginChange = async () => {
      const path = await priceOf(null);
      return begin(async (tx, tools) => {
        const price = await tx.em.findOneOrFail(Price, { gid: gidOf(path) });
        await recordPrice({ ...tools, tx }, price, 'price.changed');
      });
    };

    test('an import ends after it', async () => {
      sheets.give({ body: csv(['product', 'mode', 'due', 'amount', 'currency'], [product, 'solo', 2, 90, 'EUR']) });
      const begun = await beginChange();
      const path = (await catalog.admin.get(`/v1/organizations/${child}/prices/fetch?remove=true`)).headers.get('location')!;
      const statusOf = async () => (await catalog.admin.get(path)).body.status as string;
      await eventually(async () => (await isSomebodyWaiting()) || (await statusOf()) !== 'pending', { timeoutMs: 30_000 });
      assert.equal(await statusOf(), 'pending');
      await begun.end();
      await eventually(async () => (await statusOf()) === 'imported', { timeoutMs: 30_000 });
    });

    test('a product is allowed to an organization after it', async () => {
      const begun = await beginChange();
      let isAllowed = false;
      const allowed = catalog.admin.put(`/v1/products/${product}`, { organizations: [child, parent].map((gid) => ({ gid })) });
      void allowed.then(() => (isAllowed = true));
      await eventually(async () => (await isSomebodyWaiting()) || isAllowed);
      assert.equal(isAllowed, false);
      await begun.end();
      assert.equal((await allowed).status, 204);
    });
  });
});
