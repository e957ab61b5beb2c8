import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedIdentity, type Person } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const admin = await identity.person({ roles: ['admin'] });

const create = (fields: object = {}) => admin.create('/v1/organizations', { name: 'Bakery', ...fields });

describe('listOrganizations and getOrganization', () => {
  test("200: the caller's organizations, without the credit limit; rights over a parent do not reach its children", async () => {
    const parent = await identity.organization({ name: 'Parent', credit_limit: { amount: 1, currency: 'EUR' } });
    const child = await create({ parent: { gid: parent.gid } });
    const manager = await identity.person({ manages: [parent] });
    const list = await manager.get('/v1/organizations');

    assert.deepEqual([list.body.total_count, list.body.items[0].gid], [1, parent.gid]);
    const { body } = await manager.get(`/v1/organizations/${parent.gid}`);
    assert.equal('credit_limit' in body, false);
    assert.equal((await manager.get(child)).status, 404);
    assert.deepEqual((await admin.get(`/v1/organizations/${parent.gid}`)).body.credit_limit, { amount: 1, currency: 'EUR' });
    assert.equal((await (await identity.person()).get('/v1/organizations')).body.total_count, 0);
  });

  test('200 shows the address of the price sheet to its managers and admins only', async () => {
    const price_sheet_url = 'https://files.partner.example/prices.csv?key=1';
    const bakery = await identity.organization({ price_sheet_url });
    const studio = await identity.organization();
    const priceSheetOf = async (caller: Person) => (await caller.get(`/v1/organizations/${bakery.gid}`)).body.price_sheet_url as unknown;

    assert.equal(await priceSheetOf(admin), price_sheet_url);
    assert.equal(await priceSheetOf(await identity.person({ manages: [bakery] })), price_sheet_url);
    assert.equal(await priceSheetOf(await identity.person({ memberOf: [bakery] })), undefined);
    assert.equal(await priceSheetOf(await identity.person({ memberOf: [bakery], manages: [studio] })), null);
    const { state } = (await identity.state('organization', bakery.gid))!;
    assert.equal((state as Record<string, unknown>)['price_sheet_url'], price_sheet_url);
  });

  test('200: organizations are found by the products that may be ordered there', async () => {
    const [bakery, studio] = [await identity.organization(), await identity.organization()];
    const member = await identity.person({ memberOf: [bakery, studio] });
    const product = (key: string, isEnabled: boolean) => ({
      type: 'product',
      key,
      state: { gid: key, is_enabled: isEnabled, organizations: [bakery.gid] },
    });
    const [enabled, disabled] = [await identity.user(), await identity.user()].map(({ gid }) => gid) as [string, string];
    await identity.follow(product(enabled, true), product(disabled, false));
    const found = async (caller: Person, query: unknown) =>
      (await caller.get('/v1/organizations', { parameters: { query } })).body.items?.map(({ gid }: { gid: string }) => gid);

    assert.deepEqual(await found(member, ['products.gid', '==', enabled]), [bakery.gid]);
    assert.deepEqual(await found(member, ['products.gid', '!=', enabled]), [studio.gid]);
    assert.deepEqual(await found(member, ['products', 'intersect', ['gid', 'in', [enabled]]]), [bakery.gid]);
    assert.deepEqual(await found(member, ['products.gid', '==', disabled]), []);
    assert.deepEqual(await found(admin, ['products.gid', '==', disabled]), [bakery.gid]);
    assert.equal(await found(member, ['products.title', '==', 'Logo']), undefined);
  });

  test('200: organizations are found by a part of the name, and by whether they are closed', async () => {
    const [open, closed] = [await identity.organization({ name: 'Harbour Rye' }), await identity.organization({ name: 'Hill Rye' })];
    await admin.delete(`/v1/organizations/${closed.gid}`);
    const found = async (...query: unknown[]) =>
      (await admin.get('/v1/organizations', { parameters: { query: [['name', '~=', 'rye'], ...query] } })).body.items.map(
        ({ gid, is_enabled }: { gid: string; is_enabled: boolean }) => [gid, is_enabled],
      );

    assert.deepEqual(
      (await found()).toSorted(),
      [
        [closed.gid, false],
        [open.gid, true],
      ].toSorted(),
    );
    assert.deepEqual(await found(['is_enabled', '==', false]), [[closed.gid, false]]);
  });
});
