import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('allowProduct and disallowProduct', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await sharedCatalog();
  });

  const allowed = async (product: string) =>
    (await catalog.admin.get(`/v1/products/${product}/organizations`)).body.items.map(({ gid }: { gid: string }) => gid);

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

  test('400 for one more than 10,000 organizations', async () => {
    const [product, organization] = [await catalog.product(), await catalog.organization()];
    await catalog.service.database.query(sql`insert into product_organization (product_gid, organization_gid, created_at)
      select ${product}, gen_random_uuid(), now() from generate_series(1, 10000)`);
    const answer = await catalog.admin.put(`/v1/products/${product}/organizations/${organization}`);
    assert.deepEqual([answer.status, badFields(answer)], [400, ['organizations']]);
  });

  test('404 for an organization that is no gid, of which identity is not asked', async () => {
    let questions = 0;
    catalog.answer('/internal/state/organization/none', () => (questions++, {}));
    const product = await catalog.product();
    assert.deepEqual([(await catalog.admin.put(`/v1/products/${product}/organizations/none`)).status, questions], [404, 0]);
  });
});
