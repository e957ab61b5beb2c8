import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('allowProduct and disallowProduct', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await sharedCatalog();
  });

  const allowed = async (product: string) =>
    (await catalog.admin.get(`/v1/products/${product}/organizations`)).body.items.map(({ gid }: { gid: string }) => gid);

  test('204 lets the members of the organization see and order the product', async () => {
    const [product, organization] = [await catalog.product(), await catalog.organization()];
    const user = await catalog.signIn({ memberOf: [organization] });
    assert.equal((await user.get(`/v1/products/${product}`)).status, 404);

    const answer = await catalog.admin.put(`/v1/products/${product}/organizations/${organization}`);

    assert.equal(answer.status, 204);
    const { status, body } = await user.get(`/v1/products/${product}`);
    assert.equal(status, 200);
    assert.ok(await catalog.isModified('product', product));
    assert.deepEqual(
      body.organizations.map(({ gid }: { gid: string }) => gid),
      [organization],
    );
  });

  test('204 without effect when it may already', async () => {
    const organization = await catalog.organization();
    const product = await catalog.product({ organizations: [{ gid: organization }] });
    const before = await catalog.admin.get(`/v1/products/${product}`);
    const published = await catalog.state('product', product);

    assert.equal((await catalog.admin.put(`/v1/products/${product}/organizations/${organization}`)).status, 204);

    assert.equal((await catalog.admin.get(`/v1/products/${product}`)).headers.get('etag'), before.headers.get('etag'));
    assert.deepEqual(await catalog.state('product', product), published);
  });

  test('412 when If-Match names an older representation of the product, 204 for the present one', async () => {
    const [product, organization] = [await catalog.product(), await catalog.organization()];
    const path = `/v1/products/${product}/organizations/${organization}`;
    const tagNow = async () => (await catalog.admin.get(`/v1/products/${product}`)).headers.get('etag')!;
    const old = { headers: { 'if-match': await tagNow() } };
    assert.equal((await catalog.admin.put(path, undefined, old)).status, 204);
    assert.equal((await catalog.admin.put(path, undefined, old)).status, 412);
    assert.equal((await catalog.admin.delete(path, old)).status, 412);
    assert.deepEqual(await allowed(product), [organization]);
    assert.equal((await catalog.admin.delete(path, { headers: { 'if-match': await tagNow() } })).status, 204);
  });

  test('many at once allow the organization once', async () => {
    const [product, organization] = [await catalog.product(), await catalog.organization()];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => catalog.admin.put(`/v1/products/${product}/organizations/${organization}`)),
    );

    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204, 204, 204, 204],
    );
    assert.deepEqual(await allowed(product), [organization]);
  });

  test('204 takes the product from the organization, and from no other', async () => {
    const [own, other] = [await catalog.organization(), await catalog.organization()];
    const product = await catalog.product({ organizations: [{ gid: own }, { gid: other }] });
    const user = await catalog.signIn({ memberOf: [own] });

    assert.equal((await catalog.admin.delete(`/v1/products/${product}/organizations/${own}`)).status, 204);

    assert.equal((await user.get(`/v1/products/${product}`)).status, 404);
    assert.deepEqual(await allowed(product), [other]);
  });

  test('404 names what is unknown', async () => {
    const [product, organization] = [await catalog.product(), await catalog.organization()];
    const message = async (method: 'put' | 'delete', path: string) => (await catalog.admin[method](path)).body.error;
    const noOrganization = { code: 404, message: 'Could not find this organization' };
    const noProduct = { code: 404, message: 'Could not find this product' };

    assert.deepEqual(await message('put', `/v1/products/${product}/organizations/${newGid()}`), noOrganization);
    assert.deepEqual(await message('put', `/v1/products/${product}/organizations/none`), noOrganization);
    assert.deepEqual(await message('put', `/v1/products/${newGid()}/organizations/${organization}`), noProduct);
    assert.deepEqual(await message('delete', `/v1/products/${product}/organizations/${organization}`), noOrganization);
    assert.deepEqual(await message('delete', `/v1/products/none/organizations/${organization}`), noProduct);
  });

  test('404 for an organization that is no gid, of which identity is not asked', async () => {
    let questions = 0;
    catalog.answer('/internal/state/organization/none', () => (questions++, {}));
    const product = await catalog.product();
    assert.deepEqual([(await catalog.admin.put(`/v1/products/${product}/organizations/none`)).status, questions], [404, 0]);
  });
});
