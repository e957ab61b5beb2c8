import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
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
    ['PUT', '/v1/me/nothing', 'Your are not authorized to update user'],
    ['GET', '/v1/me/nothing/at/all', 'Your are not authorized to see this user'],
    ['GET', '/v1/me/member_of/nothing', 'Your are not authorized to see this membership'],
  ] as const) {
    const refused = await send(url + path, { method, headers: as('application') });
    assert.deepEqual([refused.status, json(refused)], [403, { error: { code: 403, message } }]);
    for (const headers of [as('good'), as('bad'), {}]) {
      const { status } = await send(url + path, { method, headers });
      assert.ok(status === 404 || status === 405, `${method} ${path} ${status}`);
    }
  }
});

/** What a connection answers to the bytes of one request. */
function ask(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test('400 for two Host headers, the same one twice too, wherever they lead', async (t) => {
  const service = await startService(t);
  const { port } = await startGateway(t, service);
  for (const path of ['/v1/projects', '/v1/nothing', '/', '/livez', '/oauth2/token'])
    for (const [one, other] of [
      ['a.example', 'b.example'],
      ['a.example', 'a.example'],
    ]) {
      const answer = await ask(port, [`GET ${path} HTTP/1.1`, `Host: ${one}`, 'Accept: */*', `hOST: ${other}`]);
      assert.match(answer, /^HTTP\/1\.1 400 /, path);
      assert.match(answer, path.startsWith('/oauth2') ? /"error_description":"Host: is given more than once"/ : /"path":"Host","message":"is given more than once"/); // prettier-ignore
    }
  assert.equal(service.received.length, 0);
  assert.match(await ask(port, ['GET /v1/projects HTTP/1.1', 'Host: a.example']), /^HTTP\/1\.1 200 /);
});

test('X-Content-Type-Options is on every answer, once: of services, of the gateway, and of what is no HTTP', async (t) => {
  const service = await startService(t, (_request, response) => response.setHeader('x-content-type-options', 'nosniff').end('{}'));
  const { url, port } = await startGateway(t, service);
  for (const path of ['/v1/projects', '/', '/v1/openapi.json', '/v1/nothing', '/v1/schema/query', '/docs', '/livez']) {
    const { rawHeaders } = await send(url + path);
    assert.equal(rawHeaders.filter((name) => name.toLowerCase() === 'x-content-type-options').length, 1, path);
    assert.equal(rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'x-content-type-options') + 1], 'nosniff', path);
  }
  assert.match(
    await ask(port, ['GET / HTTP/1.1', 'Host: a', 'Content-Length: x']),
    /^HTTP\/1\.1 400 [^]*\r\nx-content-type-options: nosniff\r\n/,
  );
});

test('no log line has the query of an address that stands in a path', async (t) => {
  const gateway = await startGateway(t, await startService(t));
  const address = 'https://files.example/v1/storage/logo.png?expires=1&signature=c2VjcmV0';
  const paths = [encodeURIComponent(address), encodeURIComponent(address).toLowerCase(), encodeURIComponent(encodeURIComponent(address))];
  for (const path of [...paths.map((one) => `/v1/files/${one}`), `/v1/nothing/${paths[0]}`, `/v1/files/${paths[0]}/more`])
    await send(gateway.url + path);
  const logged = gateway.log.map((line) => String(line['path']));
  assert.equal(logged.length, 5);
  for (const path of logged) assert.match(path, /^\/v1\/\w+\/https[^?]*logo\.png(?:\/more)?$/);
  assert.doesNotMatch(JSON.stringify(gateway.log), /c2VjcmV0/i);
});
