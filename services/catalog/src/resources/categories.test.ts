import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ApiClient } from '@partner-ordering/testing';
import { testCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('categories', () => {
  let catalog: TestCatalog;
  let user: ApiClient;
  const hrefs: Record<string, string> = {};
  before(async () => {
    catalog = await testCatalog();
    const organization = { gid: await catalog.organization() };
    user = await catalog.signIn({ memberOf: [organization.gid] });
    for (const [weight, title] of ['Texts', 'Posters', 'Branding', 'Empty', 'Disabled'].entries()) {
      hrefs[title] = await catalog.admin.create('/v1/categories', {
        title,
        weight,
        description: `All ${title.toLowerCase()} of the house`,
      });
      const category = { gid: hrefs[title].split('/').at(-1) };
      if (title === 'Disabled') await catalog.product({ category, organizations: [organization], is_enabled: false });
      else if (title !== 'Empty') await Promise.all([1, 2].map(() => catalog.product({ category, organizations: [organization] })));
    }
  });
  after(() => catalog.stop());

  const titles = async (parameters: object, client = user): Promise<string[]> => {
    const { status, body } = await client.get('/v1/categories', { parameters: { ...parameters } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.items.length, body.total_count);
    return body.items.map(({ title }: { title: string }) => title);
  };

  test('a user lists the categories that hold an enabled product of their organizations, each once, an admin all', async () => {
    assert.deepEqual(await titles({ orderBy: 'title', sort: 'asc' }), ['Branding', 'Posters', 'Texts']);
    assert.equal((await titles({}, catalog.admin)).length, 5);
    assert.deepEqual(await titles({}, await catalog.signIn()), []);
  });

  test('204 changes only the given fields, null clears', async () => {
    const path = hrefs['Empty']!;
    const read = async () => (await catalog.admin.get(path)).body;
    const old = await read();

    assert.equal((await catalog.admin.put(path, { weight: -3, description: 'Above doors' })).status, 204);
    const changed = await read();
    assert.deepEqual(changed, { ...old, modified_at: changed.modified_at, weight: -3, description: 'Above doors' });
    await catalog.admin.put(path, { description: null });
    assert.equal((await read()).description, null);
  });
});
