import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('updateProduct', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await sharedCatalog();
  });

  const read = async (gid: string) => (await catalog.admin.get(`/v1/products/${gid}`)).body;
  const put = (gid: string, body: object, headers = {}) => catalog.admin.put(`/v1/products/${gid}`, body, { headers });

  test('204 gives a product that becomes cumulative a quantity, and takes it from one that no longer is', async () => {
    const gid = await catalog.product();

    await put(gid, { is_cumulative: true });
    assert.equal((await read(gid)).available_options.quantity.enum, null);
    await put(gid, { is_cumulative: false });
    assert.deepEqual((await read(gid)).available_options.quantity.enum, [1]);
  });

  test('204 replaces the organizations; those that stay keep their position', async () => {
    const [first, second, third] = [await catalog.organization(), await catalog.organization(), await catalog.organization()];
    const gid = await catalog.product({ organizations: [{ gid: second }, { gid: first }] });
    const allowed = async () => (await read(gid)).organizations.map(({ gid }: { gid: string }) => gid);

    await put(gid, { organizations: [{ gid: third }, { gid: first }] });
    assert.deepEqual(await allowed(), [first, third]);
    await put(gid, { organizations: [] });
    assert.deepEqual(await allowed(), []);
  });
});
