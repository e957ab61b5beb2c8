import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpFaults } from '@partner-ordering/http';
import { bearer, post, results } from '../fixtures/batches.ts';
import { closedAddress, json, startGateway, startService } from '../fixtures/test-gateway.ts';

test('200 carries out the actions in order with the same token, and a failed one does not stop the rest', async (t) => {
  const service = await startService(t, (request, response) => {
    if (request.method === 'POST') return response.writeHead(201, { location: '/v1/projects/7' }).end();
    if (request.url === '/v1/projects/none')
      return response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"code":404}}');
    return response.setHeader('content-type', 'application/json').end('{"gid":"7"}');
  });
  const { url } = await startGateway(t, service);
  const answer = await post(url, [
    { relative_url: '/projects', method: 'POST', body: '{"title":"Poster"}' },
    { relative_url: 'projects/none', method: 'get' },
    { relative_url: '/v1/projects/7?fields=a%2Fb', method: 'GET' },
  ]);
  const [created, missing, read] = results(answer);
  assert.deepEqual([created?.status, created?.headers['location'], created?.body], [201, '/v1/projects/7', null]);
  assert.deepEqual([missing?.status, missing?.body], [404, '{"error":{"code":404}}']);
  assert.deepEqual([read?.status, read?.body, read?.headers['content-type']], [200, '{"gid":"7"}', 'application/json']);
  assert.deepEqual(
    service.received.map(({ method, url: path }) => `${method} ${path}`),
    ['POST /v1/projects', 'GET /v1/projects/none', 'GET /v1/projects/7?fields=a%2Fb'],
  );
  for (const { headers } of service.received) {
    assert.equal(headers['authorization'], 'Bearer good');
    assert.equal(headers['x-request-id'], answer.headers['x-request-id']);
    assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  }
});

test('an Idempotency-Key reaches each action with its number', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service);
  const action = { relative_url: '/projects', method: 'POST', body: '{}' };
  results(await post(url, [action, action], { ...bearer, 'idempotency-key': 'k' }));
  assert.deepEqual(
    service.received.map(({ headers }) => headers['idempotency-key']),
    ['k:0', 'k:1'],
  );
  assert.equal((await post(url, [action], { ...bearer, 'idempotency-key': 'k'.repeat(251) })).status, 400);
});

test('400 answers an action that is a batch, an absolute URL, not encoded or has more than 50 parameters, 404 one that leads nowhere', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service);
  const expected: [string, number, string?][] = [
    ['/batch', 400, 'POST'],
    ['/v1/batch', 400, 'POST'],
    ['http://evil.example/v1/projects', 400],
    ['HTTPS:evil.example', 400],
    ['//evil.example/v1/projects', 400],
    ['/\\evil.example', 400],
    ['projects?search=é', 400],
    ['projects\r\nX-Evil: 1', 400],
    ['/projects/%zz', 400],
    ['/projects#a', 400],
    [`/projects?${'a&'.repeat(50)}`, 400],
    ['/unknown', 404],
    ['/oauth2/token', 404, 'POST'],
    ['/internal/state/user/1', 404],
    ['../internal/state', 404],
    ['/projects/1', 405, 'POST'],
    ['/', 200],
    ['', 200],
    ['/openapi.json', 200],
    ['/schema/query', 200],
    ['/projects', 200],
  ];
  const answer = results(
    await post(
      url,
      expected.map(([relativeUrl, , method = 'GET']) => ({ relative_url: relativeUrl, method })),
    ),
  );
  assert.deepEqual(
    answer.map(({ status }, index) => [expected[index]?.[0], status]),
    expected.map(([path, status]) => [path, status]),
  );
  assert.equal(service.received.length, 1);
});

test('429 for an action about a mail after too many from its address', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service, { limits: { failedAuthenticationsPerMinute: 2 } });
  const actions = Array.from({ length: 3 }, () => ({ relative_url: '/p/password_resets', method: 'POST' }));
  assert.deepEqual(
    results(await post(url, actions)).map(({ status }) => status),
    [200, 200, 429],
  );
});

test('503 for the remaining actions if earlier ones have taken too long, and none of them runs', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service, { batch: { beginWithinMs: 0 } });
  const [first, ...others] = results(await post(url, Array(3).fill({ method: 'GET', relative_url: '/projects' })));

  assert.equal(first?.status, 200);
  for (const { status, body } of others) {
    assert.equal(status, 503);
    assert.match(body!, /Not carried out: the batch has taken too long/);
  }
  assert.equal(service.received.length, 1);
});

test('503 of a service that is down is the result of its action', async (t) => {
  const { url } = await startGateway(t, await closedAddress());
  const [down, root] = results(
    await post(url, [
      { relative_url: '/projects', method: 'GET' },
      { relative_url: '/', method: 'GET' },
    ]),
  );
  assert.equal(down?.status, 503);
  assert.equal(root?.status, 200);
});

test('400 names each mistake in the actions and carries out none', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service);
  const good = { relative_url: '/projects', method: 'POST', body: '{}' };
  const cases: [unknown, string[]][] = [
    ['{broken', ['body']],
    [{}, ['body']],
    [[], ['body']],
    [Array(51).fill(good), ['body']],
    [
      [good, { method: 'TRACE', body: {}, extra: 1 }],
      ['1.extra', '1.relative_url', '1.method', '1.body'],
    ],
    ['[{"relative_url":"/","method":"GET","__proto__":{"body":"x"}}]', ['0.__proto__']],
    [
      [null, 'x', []],
      ['0', '1', '2'],
    ],
  ];
  for (const [actions, paths] of cases) {
    const answer = await post(url, actions);
    assert.equal(answer.status, 400);
    const { error } = json(answer) as { error: { message: string; details: { path: string }[] } };
    assert.equal(error.message, 'Data missing or invalid');
    assert.deepEqual(
      error.details.map(({ path }) => path),
      paths,
    );
  }
  assert.equal(service.received.length, 0);
});

test('400 for a batch of more values, or deeper, than its actions hold, before it is parsed', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  for (const [body, detail] of [
    [`[${'[],'.repeat(1_000)}`, httpFaults.too_many_values('body', { max: 1000 })],
    ['['.repeat(17), httpFaults.too_deep('body', { max: 16 })],
  ] as const) {
    const { error } = json(await post(url, body)) as { error: object };
    assert.deepEqual(error, { code: 400, reason: 'invalid', message: 'Data missing or invalid', details: [detail] });
  }
  const large = { relative_url: '/projects', method: 'POST', body: JSON.stringify(Array(10_000).fill([])) };
  assert.deepEqual(
    results(await post(url, [large])).map(({ status }) => status),
    [200],
  );
});

test('415 for a batch with a Content-Encoding', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  const answer = await post(url, [], { ...bearer, 'content-encoding': 'gzip' });
  assert.deepEqual(json(answer), { error: { code: 415, reason: 'unsupported_type', message: 'The content encoding is not supported' } });
});

test('413 for more than 5 MiB of a batch whose length is not declared', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  const body = JSON.stringify([{ relative_url: '/projects', method: 'POST', body: 'x'.repeat(5 * 1024 * 1024) }]);
  assert.equal((await post(url, body, { ...bearer, 'transfer-encoding': 'chunked' })).status, 413);
});

test('400 for a batch that is not UTF-8', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  const body = Buffer.from('[{"relative_url":"/projects?search=caf\u00e9","method":"GET"}]', 'latin1');
  const answer = await fetch(`${url}/v1/batch`, { method: 'POST', headers: bearer, body });
  assert.deepEqual(
    [answer.status, ((await answer.json()) as { error: { details: object[] } }).error.details],
    [400, [httpFaults.not_utf8('body')]],
  );
});

test('406 is the result of an action whose answer is not text', async (t) => {
  const service = await startService(t, (request, response) => {
    const type = request.url?.endsWith('/image') ? 'image/png' : 'application/problem+json; charset=utf-8';
    response.writeHead(200, { 'content-type': type }).end(type.startsWith('image') ? Buffer.from([0x89, 0xff, 0x00]) : '{}');
  });
  const { url } = await startGateway(t, service);
  const [image, text] = results(
    await post(
      url,
      ['/projects/image', '/projects/text'].map((path) => ({ relative_url: path, method: 'GET' })),
    ),
  );
  assert.equal(image?.status, 406);
  assert.equal((JSON.parse(image!.body!) as { error: { code: number } }).error.code, 406);
  assert.deepEqual([text?.status, text?.body], [200, '{}']);
});
