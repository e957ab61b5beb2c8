import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('updateCategory', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await sharedCatalog();
  });

  const pathOf = async () => `/v1/categories/${await catalog.category('Signs')}`;
  const read = async (path: string) => (await catalog.admin.get(path)).body;

  test('204 changes only the given fields, says when, and publishes the title', async () => {
    const path = await pathOf();
    const old = await read(path);

    assert.equal((await catalog.admin.put(path, { title: 'Shop signs', weight: -3 })).status, 204);
    assert.deepEqual(await read(path), { ...old, modified_at: (await read(path)).modified_at, title: 'Shop signs', weight: -3 });
    assert.ok(await catalog.isModified('category', old.gid));
    assert.deepEqual(await catalog.state('category', old.gid), { version: 2, state: { gid: old.gid, title: 'Shop signs' } });
    await catalog.admin.put(path, { description: 'Above doors' });
    assert.equal((await read(path)).description, 'Above doors');
    await catalog.admin.put(path, { description: null });
    assert.equal((await read(path)).description, null);
  });

  test('204 for an empty body changes nothing', async () => {
    const path = await pathOf();
    assert.equal((await catalog.admin.put(path, {})).status, 204);
    assert.equal(await catalog.isModified('category', path.split('/').at(-1)!), false);
  });

  test('400 names every bad field', async () => {
    const path = await pathOf();
    assert.deepEqual(badFields(await catalog.admin.put(path, { title: '', weight: 1.5, description: 5, colour: 'blue' })), [
      'colour',
      'description',
      'title',
      'weight',
    ]);
    assert.equal((await read(path)).title, 'Signs');
  });

  test('403 for those who only see it, 404 for those who do not', async () => {
    const organization = await catalog.organization();
    const category = await catalog.category();
    await catalog.product({ category: { gid: category }, organizations: [{ gid: organization }] });
    const path = `/v1/categories/${category}`;
    const [manager, stranger] = [await catalog.signIn({ manages: [organization] }), await catalog.signIn()];

    assert.deepEqual((await manager.put(path, { title: 'Mine' })).body, {
      error: { code: 403, message: 'Your are not authorized to update category' },
    });
    assert.equal((await stranger.put(path, { title: 'Mine' })).status, 404);
  });

  test('412 when If-Match names an older representation', async () => {
    const path = await pathOf();
    const tag = (await catalog.admin.get(path)).headers.get('etag')!;
    const put = (title: string) => catalog.admin.put(path, { title }, { headers: { 'if-match': tag } });

    assert.deepEqual([(await put('First')).status, (await put('Second')).status], [204, 412]);
    assert.equal((await read(path)).title, 'First');
  });
});
