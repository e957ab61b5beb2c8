import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, send, startGateway, startService } from '../fixtures/test-gateway.ts';

test('200 for a path that ends with a slash; two slashes are another path', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service);
  assert.equal((await send(`${url}/v1/projects/?limit=1`)).status, 200);
  assert.equal((await send(`${url}/v1/projects/1/`)).status, 200);
  assert.deepEqual(
    service.received.map((request) => request.url),
    ['/v1/projects?limit=1', '/v1/projects/1'],
  );
  assert.equal((await send(`${url}/v1/projects//`)).status, 404);
  assert.equal((await send(`${url}/docs/`)).status, 200);
});

test('404, 405 and 400 under /oauth2/ have the shape of RFC 6749 and are not stored', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  for (const [method, path, status] of [
    ['GET', '/oauth2/nothing', 404],
    ['GET', '/oauth2/token', 405],
    ['POST', '/oauth2/%zz', 400],
    ['POST', `/oauth2/${'x'.repeat(50_000)}`, 414],
  ] as const) {
    const answer = await send(url + path, { method });
    assert.equal(answer.status, status, path);
    const body = json(answer) as Record<string, string>;
    assert.deepEqual(Object.keys(body), ['error', 'error_description'], path);
    assert.equal(body['error'], 'invalid_request');
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
  assert.deepEqual(Object.keys(json(await send(`${url}/oauth3/nothing`)) as object), ['error']);
});

test("503 of a token endpoint that is down has RFC 6749's shape too", async (t) => {
  const service = await startService(t);
  service.server.close();
  const { url } = await startGateway(t, service);
  const answer = await send(`${url}/oauth2/token`, { method: 'POST', body: 'grant_type=password' });
  assert.equal(answer.status, 503);
  assert.deepEqual(Object.keys(json(answer) as object), ['error', 'error_description']);
});

test("403 for an application's token under /v1/me, also where there is no such operation", async (t) => {
  const { url } = await startGateway(t, await startService(t));
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  for (const [method, path, message] of [
    ['PUT', '/v1/me', 'Your are not authorized to update user'],
    ['DELETE', '/v1/me/', 'Your are not authorized to delete user'],
    ['PUT', '/v1/me/password', 'Your are not authorized to update password'],
    ['GET', '/v1/me/nothing', 'Your are not authorized to see this nothing'],
  ] as const) {
    const refused = await send(url + path, { method, headers: as('application') });
    assert.deepEqual([refused.status, json(refused)], [403, { error: { code: 403, message } }]);
    for (const headers of [as('good'), as('bad'), {}]) {
      const { status } = await send(url + path, { method, headers });
      assert.ok(status === 404 || status === 405, `${method} ${path} ${status}`);
    }
  }
});
