import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';

test('hop-by-hop headers are not passed on, all others are', async (t) => {
  const service = await startService(t, (_request, response) => {
    response.writeHead(200, [
      'Link',
      '</1>',
      'Link',
      '</2>',
      'ETag',
      '"1"',
      'Connection',
      'keep-alive, X-Hop',
      'X-Hop',
      '1',
      'X-Powered-By',
      'Express',
    ]);
    response.end();
  });
  const { url } = await startGateway(t, service);
  const headers = {
    connection: 'close, x-secret-hop',
    'x-secret-hop': '1',
    te: 'trailers',
    'proxy-authorization': 'Basic x',
    'if-match': '"1"',
    authorization: 'Bearer good',
  };
  const answer = await send(`${url}/v1/projects/1`, { headers });
  const received = service.received[0]!.headers;
  assert.equal(received['authorization'], 'Bearer good');
  assert.equal(received['if-match'], '"1"');
  for (const name of ['x-secret-hop', 'te', 'proxy-authorization']) assert.equal(received[name], undefined, name);
  assert.equal(answer.headers['link'], '</1>, </2>');
  assert.equal(answer.headers['etag'], '"1"');
  for (const name of ['x-hop', 'x-powered-by']) assert.equal(answer.headers[name], undefined, name);
});

test('cookies pass only to the pages where people sign in', async (t) => {
  const service = await startService(t, (_request, response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end());
  const { url } = await startGateway(t, service);
  for (const [method, path, passes] of [
    ['GET', '/oauth2/authorize?client_id=x', true],
    ['POST', '/oauth2/authorize', true],
    ['POST', '/oauth2/sign_in', true],
    ['POST', '/oauth2/sign_out', true],
    ['POST', '/oauth2/token', false],
    ['GET', '/v1/projects', false],
  ] as const) {
    const answer = await send(`${url}${path}`, { method, headers: { cookie: '__Host-session=secret' } });
    const { cookie, 'x-forwarded-host': host } = service.received.at(-1)!.headers;
    assert.deepEqual([cookie, host], passes ? ['__Host-session=secret', new URL(url).host] : [undefined, undefined], path);
    assert.deepEqual(answer.headers['set-cookie'], passes ? ['a=1', 'b=2'] : undefined, path);
  }
});

test('X-Forwarded-For of an untrusted client is replaced by the address of the connection', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service);
  await send(`${url}/v1/projects`, {
    headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil.example', forwarded: 'for=1.2.3.4', host: 'evil.example' },
  });
  const received = service.received[0]!.headers;
  assert.equal(received['x-forwarded-for'], '127.0.0.1');
  assert.equal(received['x-forwarded-host'], undefined);
  assert.equal(received['forwarded'], undefined);
  assert.equal(received.host, new URL(service.url).host);
});

test('X-Forwarded-For of trusted proxies is read from its end to the first untrusted address', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service, { trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] });
  for (const chain of ['6.6.6.6, 203.0.113.9, 10.1.2.3', '203.0.113.9', 'nonsense, 203.0.113.9']) {
    await send(`${url}/v1/projects`, { headers: { 'x-forwarded-for': chain } });
    assert.equal(service.received.at(-1)?.headers['x-forwarded-for'], '203.0.113.9', chain);
  }
  await send(`${url}/v1/projects`, { headers: { 'x-forwarded-for': '203.0.113.9, "broken' } });
  assert.equal(service.received.at(-1)?.headers['x-forwarded-for'], '127.0.0.1');
});

test('X-Forwarded-For of the client precedes its own address at the token endpoint, if it is an address', async (t) => {
  const service = await startService(t);
  const [direct, proxied] = [
    await startGateway(t, service),
    await startGateway(t, service, { trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] }),
  ];
  for (const [{ url }, chain, expected] of [
    [direct, '6.6.6.6, 203.0.113.1', '203.0.113.1, 127.0.0.1'],
    [direct, '::ffff:203.0.113.1', '203.0.113.1, 127.0.0.1'],
    [direct, '203.0.113.1, nonsense', '127.0.0.1'],
    [proxied, '6.6.6.6, 203.0.113.1, 198.51.100.1, 10.1.2.3', '203.0.113.1, 198.51.100.1'],
    [proxied, '198.51.100.1', '198.51.100.1'],
    [proxied, '10.1.2.3', '10.1.2.3'],
  ] as const) {
    await send(`${url}/oauth2/token`, { method: 'POST', headers: { 'x-forwarded-for': chain } });
    assert.equal(service.received.at(-1)?.headers['x-forwarded-for'], expected, chain);
  }
});

test('a query token is never logged, and its answer is not stored', async (t) => {
  const service = await startService(t, (_request, response) => response.setHeader('cache-control', 'public').end());
  const gateway = await startGateway(t, service);
  for (const query of ['access_token=s3cret', 'access%5Ftoken=s3cret']) {
    const answer = await send(`${gateway.url}/v1/files/a.png?${query}`);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.equal(service.received.at(-1)?.url, `/v1/files/a.png?${query}`);
  }
  const refused = await send(`${gateway.url}/v1/unknown?access_token=s3cret`);
  assert.equal(refused.headers['cache-control'], 'no-store');
  const plain = await send(`${gateway.url}/v1/files/a.png?x=%20`);
  assert.equal(plain.headers['cache-control'], 'public');
  assert.ok(gateway.log.length >= 3);
  assert.ok(!JSON.stringify(gateway.log).includes('s3cret'));
});

test('a log line has method, path, status, time and request id, and hides tokens in paths', async (t) => {
  const gateway = await startGateway(t, await startService(t));
  await send(`${gateway.url}/v1/p/password_resets/s3cret`, { method: 'PUT', headers: { 'x-request-id': 'r-1' }, body: '{}' });
  const { method, path, status, ms, request_id: requestId } = gateway.log[0]!;
  assert.deepEqual(
    { method, path, status, requestId },
    { method: 'PUT', path: '/v1/p/password_resets/{token}', status: 200, requestId: 'r-1' },
  );
  assert.equal(typeof ms, 'number');
});

test('CORS headers go to configured origins only, and Vary goes to all', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service, { corsOrigins: ['https://app.example'] });
  const ours = await send(`${url}/v1/projects`, { headers: { origin: 'https://app.example' } });
  assert.equal(ours.headers['access-control-allow-origin'], 'https://app.example');
  const exposed = String(ours.headers['access-control-expose-headers']).split(', ');
  for (const name of ['Location', 'Link', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id', 'Preference-Applied'])
    assert.ok(exposed.includes(name), name);
  const other = await send(`${url}/v1/projects`, { headers: { origin: 'https://app.example.evil' } });
  assert.equal(other.headers['access-control-allow-origin'], undefined);
  assert.equal(other.headers['vary'], 'Origin, Accept-Encoding');
  const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
  const allowed = await send(`${url}/v1/projects/1`, { method: 'OPTIONS', headers: { origin: 'https://app.example', ...preflight } });
  assert.equal(allowed.status, 204);
  assert.match(String(allowed.headers['access-control-allow-methods']), /PUT/);
  assert.match(String(allowed.headers['access-control-allow-headers']), /Idempotency-Key,.* Prefer,/);
  const refused = await send(`${url}/v1/projects/1`, { method: 'OPTIONS', headers: { origin: 'https://evil.example', ...preflight } });
  assert.equal(refused.status, 405);
  assert.equal(refused.headers['access-control-allow-origin'], undefined);
});
