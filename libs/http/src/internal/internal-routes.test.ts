import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { keyTokens, type ServiceKeys } from '@partner-ordering/service-client';
import { testKeys, testService, tokensOf, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';

// Catalog is a server here that shows what it was asked.

describe('what a service answers others', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  let catalog: Server;
  let seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  let fails = 0;
  before(async () => {
    catalog = createServer((request, response) => {
      seen.push({ url: request.url!, headers: request.headers });
      void text(request).then(() => {
        if (fails > 0) return void ((fails -= 1), response.writeHead(503).end());
        response.end(JSON.stringify({ word: 'a loaf' }));
      });
    });
    await new Promise<void>((resolve) => catalog.listen(0, '127.0.0.1', resolve));
    const urls = [`http://127.0.0.1:${(catalog.address() as AddressInfo).port}`];
    service = await testService('notes', (config) => createNotes({ ...config, serviceUrls: { ...config.serviceUrls, catalog: urls } }));
    user = await service.signIn();
  });
  after(async () => {
    await service.stop();
    catalog.closeAllConnections();
    catalog.close();
  });

  const call = async (caller: string, path: string, options: { body?: object; headers?: Record<string, string>; token?: string } = {}) => {
    seen = [];
    const authorization = `Bearer ${options.token ?? (await tokensOf(caller).issue('notes'))}`;
    const response = await fetch(`${service.url}/internal${path}`, {
      headers: { authorization, 'content-type': 'application/json', ...options.headers },
      ...(options.body ? { method: 'POST', body: JSON.stringify(options.body) } : {}),
    });
    const body = await response.text();
    return { status: response.status, body: body === '' ? undefined : JSON.parse(body), headers: response.headers };
  };
  const word = (headers: Record<string, string> = {}) => call('catalog', '/words', { body: { of: 'bread' }, headers });

  test('403 for a service that the document does not name as a caller, with both names', async () => {
    for (const [path, body] of [
      ['/words', { of: 'bread' }],
      [`/state/note/${newGid()}`, undefined],
      ['/held', { paths: [] }],
    ] as const) {
      const answer = await call('billing', path, body ? { body } : {});
      assert.equal(answer.status, 403, path);
      assert.match(answer.body.error.message, /^billing may not call \w+ of notes$/);
    }
    assert.deepEqual(seen, []);
  });

  test('401 without a service token, whatever the path', async () => {
    for (const path of ['/words', '/nothing', `/state/note/${newGid()}`])
      assert.equal((await fetch(`${service.url}/internal${path}`)).status, 401, path);
  });

  test("401 for a call that one service signs as another, with its own key or another's id", async () => {
    const [own, anothers] = [testKeys('files'), testKeys('catalog')];
    const forged: ServiceKeys = { ...own, own: () => ({ kid: anothers.own().kid, key: own.own().key }) };
    for (const keys of [own, forged]) {
      const token = await keyTokens({ keys, service: 'catalog', clock: () => new Date() }).issue('notes');
      assert.equal((await call('', '/words', { body: { of: 'bread' }, token })).status, 401);
    }
    const token = await keyTokens({ keys: own, service: 'files', clock: () => new Date() }).issue('notes');
    assert.equal((await call('', '/held', { body: { paths: [] }, token })).status, 200);
    assert.equal((await call('', '/words', { body: { of: 'bread' }, token })).status, 403);
    assert.deepEqual(seen, []);
  });

  test('400 names the bad field of a body and of the query', async () => {
    const fieldsOf = ({ body }: { body: { error: { details: { path: string }[] } } }) => body.error.details.map(({ path }) => path);
    const wrong = await call('catalog', '/words', { body: { of: '', by: 'me' } });
    assert.deepEqual([wrong.status, fieldsOf(wrong).toSorted()], [400, ['by', 'of']]);
    const query = await call('catalog', '/silence?times=none&loud=1');
    assert.deepEqual([query.status, fieldsOf(query).toSorted()], [400, ['loud', 'times']]);
  });

  test('404 for an unknown path, 405 for an unknown method, 204 for an answer without content', async () => {
    assert.equal((await call('catalog', '/nothing')).status, 404);
    const { status, headers } = await call('catalog', '/words');
    assert.deepEqual([status, headers.get('allow')], [405, 'POST']);
    assert.equal((await call('catalog', '/silence?times=1')).status, 204);
  });

  test('200 with null for the state of something deleted, 404 for what was never known', async () => {
    const note = await user.create('/v1/notes', { title: 'Short-lived' });
    const key = note.split('/').at(-1)!;
    await user.delete(note);
    const { status, body } = await call('ordering', `/state/note/${key}`);
    assert.deepEqual([status, body.state, body.key], [200, null, key]);
    assert.ok(body.version > 0);
    assert.equal((await call('ordering', `/state/note/${newGid()}`)).status, 404);
  });

  test("404 for another service's state, although it is known here", async () => {
    const key = newGid();
    await service.follow({ type: 'product', key, state: { gid: key } });
    assert.equal((await call('ordering', `/state/product/${key}`)).status, 404);
    assert.equal((await call('ordering', `/state/principal/${user.gid}`)).status, 404);
  });

  test('a call that it causes has the time that its caller has left, its trace and its request id', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { status } = await word({ 'x-time-left-ms': '700', traceparent, 'x-request-id': 'request-1' });
    assert.equal(status, 200);
    const [{ headers } = { headers: {} as IncomingHttpHeaders }] = seen;
    assert.ok(Number(headers['x-time-left-ms']) <= 700, headers['x-time-left-ms'] as string);
    assert.deepEqual([headers['traceparent'], headers['x-request-id']], [traceparent, 'request-1']);
  });

  test('a call gets a connection while jobs wait for more than half of them', async () => {
    const { pool } = service.service.database;
    const jobs = await Promise.all(Array.from({ length: pool.options.max / 2 }, () => pool.connect()));
    const waiting = pool.connect();
    const { status } = await call('files', '/held', { body: { paths: [] } });
    for (const job of jobs) job.release();
    (await waiting).release();
    assert.equal(status, 200);
  });

  test('503 at the deadline of the caller, however often it could be asked again', async () => {
    fails = 100;
    const startedAt = performance.now();
    const { status } = await word({ 'x-time-left-ms': '60' });
    fails = 0;
    assert.equal(status, 503);
    assert.ok(performance.now() - startedAt < 1_000);
    assert.ok(seen.length < 3, String(seen.length));
  });

  test('a client cannot set the deadline of its request', async () => {
    seen = [];
    const { status } = await user.get('/v1/words', { headers: { 'X-Time-Left-Ms': '1' } });
    assert.equal(status, 200);
    assert.ok(Number(seen[0]!.headers['x-time-left-ms']) > 1_000);
  });
});
