import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gidOf, type ApiClient } from '@partner-ordering/testing';
import { sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('createCategory', () => {
  let catalog: TestCatalog;
  let admin: ApiClient;
  before(async () => {
    catalog = await sharedCatalog();
    ({ admin } = catalog);
  });

  test('201 names the path of the new category, where it can be read in full', async () => {
    const answer = await admin.post('/v1/categories', { title: 'Logos', description: 'Marks and signs', weight: 3 });

    assert.equal(answer.status, 201);
    assert.equal(answer.body, '');
    const { status, body } = await admin.get(answer.headers.get('location')!);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      gid: gidOf(answer.headers.get('location')!),
      href: answer.headers.get('location'),
      created_at: body.created_at,
      modified_at: body.created_at,
      title: 'Logos',
      description: 'Marks and signs',
      weight: 3,
      is_removable: true,
    });
  });

  test('201 with null for an optional field, which counts as left out', async () => {
    const { headers } = await admin.post('/v1/categories', { title: 'Posters', weight: null });

    assert.equal((await admin.get(headers.get('location')!)).body.weight, 0);
  });

  test('400 names every bad field', async () => {
    const { status, body } = await admin.post('/v1/categories', { title: 7, weight: 'heavy', colour: 'blue' });

    assert.equal(status, 400);
    assert.equal(body.error.message, 'Data missing or invalid');
    assert.deepEqual(body.error.details.map(({ path }: { path: string }) => path).toSorted(), ['colour', 'title', 'weight']);
  });

  test('401 without a token', async () => {
    const { status, body, headers } = await catalog.anonymous.post('/v1/categories', { title: 'Logos' });

    assert.equal(status, 401);
    assert.equal(body.error, 'access_denied');
    assert.equal(headers.get('www-authenticate'), 'Bearer');
  });

  test('403 for everybody but admins', async () => {
    const user = await catalog.signIn();
    const { status, body } = await user.post('/v1/categories', { title: 'Logos' });

    assert.equal(status, 403);
    assert.deepEqual(body, { error: { code: 403, message: 'Your are not authorized to create category' } });
  });

  test('404 hides a category that holds nothing the caller may order', async () => {
    const href = await admin.create('/v1/categories', { title: 'Empty' });
    const user = await catalog.signIn();

    assert.equal((await user.get(href)).status, 404);
    assert.deepEqual((await user.get('/v1/categories')).body, { total_count: 0, items: [] });
  });
});
