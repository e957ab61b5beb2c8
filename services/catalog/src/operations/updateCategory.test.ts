import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

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
    assert.deepEqual((await catalog.state('category', old.gid))?.state, { gid: old.gid, title: 'Shop signs' });
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
});
