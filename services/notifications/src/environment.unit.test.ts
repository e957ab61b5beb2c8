import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProjectPage } from './environment.ts';

test('mails about projects have no link unless the environment names a page', () => {
  assert.equal(readProjectPage({}), undefined);
  const page = 'https://shop.example/#/projects/{gid}';
  assert.equal(readProjectPage({ PROJECT_PAGE_URL: page }), page);
});

test('a page of projects that is no web address, or has no place for the gid, is refused by the name of its variable', () => {
  for (const wrong of ['https://shop.example/projects', 'javascript:{gid}', '/projects/{gid}'])
    assert.throws(() => readProjectPage({ PROJECT_PAGE_URL: wrong }), {
      message: 'PROJECT_PAGE_URL: must be the https:// address of a page, with {gid} where the project is named',
    });
});
