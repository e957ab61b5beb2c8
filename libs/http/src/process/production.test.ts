import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { entityTag } from '../response/etag.ts';
import { createNotes } from '../fixtures/notes-service.ts';

describe('a service that does not check its own answers', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  let href: string;
  before(async () => {
    service = await testService('notes', createNotes, { validateResponses: false });
    user = await service.signIn();
    href = await user.create('/v1/notes', { title: 'é ✓ "quoted"', description: 'x' });
  });
  after(() => service.stop());

  const raw = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, service.url), { ...init, headers: { authorization: `Bearer ${user.token}`, ...init.headers } });

  test('sends what PostgreSQL made as it is, with its length, and the tag of these bytes', async () => {
    for (const path of [href, '/v1/me']) {
      const response = await raw(path);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(response.headers.get('content-length'), String(bytes.length));
      assert.equal(response.headers.get('etag'), entityTag(bytes.toString()));
    }
    assert.equal(((await (await raw(href)).json()) as { title: string }).title, 'é ✓ "quoted"');
  });

  test('HEAD, 304, lists and counts are as elsewhere', async () => {
    const { headers } = await raw(href);
    const head = await raw(href, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, headers.get('content-length'), '']);
    assert.equal((await raw(href, { headers: { 'if-none-match': headers.get('etag')! } })).status, 304);
    assert.deepEqual(Object.keys((await user.get('/v1/notes')).body), ['total_count', 'items']);
    assert.deepEqual((await user.get('/v1/notes/total_count')).body, { total_count: 1 });
    assert.equal((await user.get('/v1/notes?limit=x')).status, 400);
  });

  test('201 is empty with a length of 0, 204 says nothing of a length', async () => {
    const made = await raw('/v1/notes', { method: 'POST', body: '{"title":"x"}', headers: { 'content-type': 'application/json' } });
    assert.deepEqual([made.status, made.headers.get('content-length'), await made.text()], [201, '0', '']);
    const changed = await raw(href, { method: 'PUT', body: '{"count":2}', headers: { 'content-type': 'application/json' } });
    assert.deepEqual([changed.status, changed.headers.get('content-length'), await changed.text()], [204, null, '']);
  });

  test('a replayed body has the bytes of the first', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'bytes' };
    const post = async () => (await raw('/v1/notes', { method: 'POST', body: '{"title":"with body"}', headers })).text();
    assert.equal(await post(), await post());
  });
});
