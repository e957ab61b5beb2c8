import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ApiClient } from '@partner-ordering/testing';
import { testCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('listProducts, countProducts, getProduct, listOrganizationProducts and listProductOrganizations', () => {
  let catalog: TestCatalog;
  let bakery: string;
  let studio: string;
  let user: ApiClient;
  const categories: Record<string, string> = {};
  const products: Record<string, string> = {};

  before(async () => {
    catalog = await testCatalog();
    bakery = await catalog.organization({ name: 'Harbour Bakery' });
    studio = await catalog.organization({ name: 'Northlight Studio' });
    user = await catalog.signIn({ memberOf: [bakery] });
    for (const title of ['Branding', 'Print']) categories[title] = await catalog.category(title);
    await put('Logo design', 'Branding', { weight: 5, synonyms: ['trademark', 'Signet'], organizations: [bakery, studio] });
    await put('Poster', 'Print', { weight: 1, synonyms: ['placard'], organizations: [bakery] });
    await put('Packaging', 'Print', { weight: 3, organizations: [bakery] });
    await put('Web shop', 'Branding', { organizations: [studio] });
    await put('Retired poster', 'Print', { is_enabled: false, organizations: [bakery] });
    await put('Nobody’s', 'Print', {});
  });
  after(() => catalog.stop());

  async function put(
    title: string,
    category: string,
    { organizations = [], ...body }: { organizations?: string[]; [field: string]: unknown },
  ): Promise<void> {
    products[title] = await catalog.product({
      title,
      category: { gid: categories[category] },
      organizations: organizations.map((gid) => ({ gid })),
      ...body,
    });
  }

  const titles = async (parameters: object = {}, client = user, path = '/v1/products'): Promise<string[]> => {
    const { status, body } = await client.get(path, { parameters: { ...parameters } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.items.length, body.total_count);
    return body.items.map(({ title }: { title: string }) => title);
  };
  const byTitle = { orderBy: 'title', sort: 'asc' };

  test('a user lists the enabled products of their organizations, each once, an admin all', async () => {
    const both = await catalog.signIn({ memberOf: [bakery, studio] });

    assert.deepEqual(await titles(byTitle), ['Logo design', 'Packaging', 'Poster']);
    assert.deepEqual(await titles(byTitle, both), ['Logo design', 'Packaging', 'Poster', 'Web shop']);
    assert.equal((await titles(byTitle, catalog.admin)).length, 6);
    assert.deepEqual(await titles(byTitle, await catalog.signIn()), []);
  });

  test('the lists of a member of one organization keep a generic plan: they are not planned at each request', async () => {
    for (let count = 0; count < 8; count += 1) for (const path of ['/v1/products', '/v1/categories']) await titles({}, user, path);

    const statements = await catalog.service.database.query<{ generic: number }>({
      text: `select generic_plans::int as generic from pg_prepared_statements where statement like '%product_organization%' and generic_plans + custom_plans >= 8`,
      values: [],
    });
    assert.deepEqual(
      statements.map(({ generic }) => generic > 0),
      [true, true],
    );
  });

  test('a product shows only those organizations that the caller may see', async () => {
    const organizations = async (client: ApiClient) =>
      (await client.get(`/v1/products/${products['Logo design']}`)).body.organizations.map(({ name }: { name: string }) => name);

    assert.deepEqual(await organizations(user), ['Harbour Bakery']);
    assert.deepEqual((await organizations(catalog.admin)).toSorted(), ['Harbour Bakery', 'Northlight Studio']);
  });

  test('a search finds words of title and synonyms; the count agrees', async () => {
    for (const [search, expected] of [
      ['poster', ['Poster']],
      ['placard', ['Poster']],
      ['SIGNET', ['Logo design']],
    ] as const) {
      assert.deepEqual(await titles({ search }), expected);
      assert.deepEqual((await user.get('/v1/products/total_count', { parameters: { search } })).body, { total_count: 1 });
    }
  });

  test('a query finds products by category in both spellings and by organization, of those that the caller may see', async () => {
    const found = (query: unknown[], client = user) => titles({ query, ...byTitle }, client);
    assert.deepEqual(await found(['category.gid', '==', categories['Print']]), ['Packaging', 'Poster']);
    assert.deepEqual(await found([['category.id', '==', categories['Branding']]]), ['Logo design']);
    assert.deepEqual(await found(['organizations.gid', '==', studio], catalog.admin), ['Logo design', 'Web shop']);
    assert.deepEqual(await found(['organizations.gid', '==', studio]), []);
  });

  test('the products of an organization are the enabled ones that it may order', async () => {
    const path = `/v1/orgs/${bakery}/products`;

    assert.deepEqual(await titles(byTitle, user, path), ['Logo design', 'Packaging', 'Poster']);
    assert.deepEqual(await titles(byTitle, catalog.admin, path), ['Logo design', 'Packaging', 'Poster']);
    assert.deepEqual(await titles({ search: 'logo' }, user, path), ['Logo design']);
    assert.deepEqual(await titles({ query: ['category.gid', '==', categories['Print']], ...byTitle }, user, path), ['Packaging', 'Poster']);
  });
});
