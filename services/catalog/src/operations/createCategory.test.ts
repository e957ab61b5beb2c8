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
});
