import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { WriteTools } from '@partner-ordering/http';
import type { Transaction } from '@partner-ordering/data';
import { eventually, gidOf } from '@partner-ordering/testing';
import { csv, sheetServer, type SheetServer } from '../fixtures/sheets.ts';
import { testCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';
import { toldBy } from '../fixtures/told.ts';
import { recordPrice } from './price-facts.ts';
import { lockAllPrices } from './price-locks.ts';
import { Price } from './price.ts';

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
      const path = (await catalog.admin.get(`/v1/organizations/${child}/prices/fetch`)).headers.get('location')!;
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
