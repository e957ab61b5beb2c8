import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { builtPortal } from '../fixtures/built.ts';
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

test('400 for more than 50 parameters in an address', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service);
  const refused = await send(`${url}/v1/projects?${'a&'.repeat(50)}`);
  assert.equal(refused.status, 400);
  const { error } = json(refused) as { error: { details: { path: string; code: string }[] } };
  assert.deepEqual(
    error.details.map(({ path, code }) => [path, code]),
    [['url', 'too_many_parameters']],
  );
  assert.equal((await send(`${url}/v1/projects?${'a&'.repeat(49)}`)).status, 200);
  assert.equal(service.received.length, 1);
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
    ['GET', `/v1/me${'/'.repeat(40_000)}`, 'Your are not authorized to see this user'],
    ['GET', '/v1/me/member_of/nothing', 'Your are not authorized to see this membership'],
  ] as const) {
    const refused = await send(url + path, { method, headers: as('application') });
    assert.deepEqual([refused.status, json(refused)], [403, { error: { code: 403, reason: 'forbidden', message } }]);
    for (const headers of [as('good'), as('bad'), {}]) {
      const { status } = await send(url + path, { method, headers });
      assert.ok(status === 404 || status === 405, `${method} ${path} ${status}`);
    }
  }
});

/** The answer of a connection to the bytes of one request. */
function ask(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test('400 for two Host headers, even equal ones, to any path', async (t) => {
  const service = await startService(t);
  const { port } = await startGateway(t, service);
  for (const path of ['/v1/projects', '/v1/nothing', '/', '/livez', '/oauth2/token'])
    for (const [one, other] of [
      ['a.example', 'b.example'],
      ['a.example', 'a.example'],
    ]) {
      const answer = await ask(port, [`GET ${path} HTTP/1.1`, `Host: ${one}`, 'Accept: */*', `hOST: ${other}`]);
      assert.match(answer, /^HTTP\/1\.1 400 /, path);
      assert.match(
        answer,
        path.startsWith('/oauth2') ? /"error_description":"Host: is given more than once"/ : /"path":"Host","code":"duplicate_parameter"/,
      );
    }
  assert.equal(service.received.length, 0);
  assert.match(await ask(port, ['GET /v1/projects HTTP/1.1', 'Host: a.example']), /^HTTP\/1\.1 200 /);
});

const expectedOfAll = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

test('security headers are on every answer once: of services, the gateway, its pages, and to invalid HTTP', async (t) => {
  const service = await startService(t, (_request, response) => response.setHeader('x-content-type-options', 'nosniff').end('{}'));
  const { url, port } = await startGateway(t, service, { limits: { requestsPerMinute: 12 }, docs: builtPortal(t) });
  const answers: [number, string, string?][] = [
    [200, '/v1/projects'],
    [200, '/v1/projects?access_token=good'],
    [200, '/'],
    [200, '/v1/openapi.json'],
    [404, '/v1/nothing'],
    [405, '/v1/projects', 'PATCH'],
    [405, '/docs', 'POST'],
    [401, '/v1/schema/query'],
    [400, '/v1/projects/%zz'],
    [414, `/v1/projects?query=${'x'.repeat(50_000)}`],
    [200, '/livez'],
    [200, '/docs/'],
    [200, '/docs/assets/app.1.js'],
    [200, '/account/password'],
    [200, '/account/account.css'],
  ];
  for (const [status, path, method = 'GET'] of answers) {
    const answer = await send(url + path, { method });
    assert.equal(answer.status, status, path.slice(0, 60));
    assertSecure(answer.rawHeaders, path.slice(0, 60), /^\/(?:docs|account)/.test(path) && status === 200);
  }
  for (const [status, lines] of [
    [400, ['GET / HTTP/1.1', 'Host: a', 'Content-Length: x']],
    [400, ['GET / HTTP/1.1']],
    [431, ['GET / HTTP/1.1', 'Host: a', `X-Long: ${'x'.repeat(70_000)}`]],
    [200, ['GET / HTTP/1.1', 'Host: a', 'Expect: the-unexpected']],
  ] as const) {
    const [head = ''] = (await ask(port, lines)).split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
    const raw = head
      .split('\r\n')
      .slice(1)
      .flatMap((line) => line.split(/: (.*)/, 2));
    assertSecure(raw, lines.join());
  }
});

/** A page has a policy of its own, and is of the origin of its scripts. */
function assertSecure(rawHeaders: readonly string[], of: string, isPage = false): void {
  for (const [name, value] of Object.entries(expectedOfAll)) {
    const values = rawHeaders.filter((_text, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name);
    if (isPage && name === 'content-security-policy') {
      assert.equal(values.length, 1, `${name} of ${of}`);
      assert.match(values[0]!, /^default-src 'none';.*frame-ancestors 'none'/, of);
    } else assert.deepEqual(values, [value], `${name} of ${of}`);
  }
}

test("a service's own security headers stay, and pages of other origins may show what comes from files", async (t) => {
  const service = await startService(t, (_request, response) => response.setHeader('content-security-policy', 'sandbox').end('x'));
  const routes = ['files', 'ordering'].map((name) => ({
    method: 'get',
    path: `/v1/${name}`,
    service: name,
    operationId: name,
    public: true,
    scopes: [],
  }));
  const { url } = await startGateway(t, service, { services: { files: [service.url], ordering: [service.url] } }, { routes });
  for (const [path, origins] of [
    ['/v1/files', 'cross-origin'],
    ['/v1/ordering', 'same-origin'],
  ] as const) {
    const { headers } = await send(url + path);
    assert.deepEqual([headers['content-security-policy'], headers['cross-origin-resource-policy']], ['sandbox', origins]);
  }
});

test('400 for a request of HTTP/1.1 without a Host header', async (t) => {
  const { port } = await startGateway(t, await startService(t));
  assert.match(await ask(port, ['GET /v1/projects HTTP/1.1']), /^HTTP\/1\.1 400 [^]*"path":"Host","code":"required"/);
  assert.match(await ask(port, ['GET /v1/projects HTTP/1.0']), /^HTTP\/1\.1 200 /);
});
