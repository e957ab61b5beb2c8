import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { connect } from 'node:net';
import { unavailable } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { results } from '../fixtures/batches.ts';
import { ask, builtConsole, cookies, origin } from '../fixtures/console.ts';
import { json, send, startGateway, startService, type StartedGateway } from '../fixtures/test-gateway.ts';
import type { GatewayConfig, TokenCheck } from '../service.ts';

/** A gateway with a console, in front of a service that echoes its requests. */
async function withConsole(t: TestContext, config: Partial<GatewayConfig> = {}, tokens?: Partial<TokenCheck>) {
  const service = await startService(t, (request, response) => {
    response.setHeader('set-cookie', 'a=1').setHeader('cache-control', 'private, no-cache').setHeader('etag', '"1"');
    request.resume().on('end', () => response.end(request.url));
  });
  const options = { console: builtConsole(t), ...config };
  const known = { tokens: { ...knownTokens, ...tokens } };
  const gateway = await startGateway(t, service, options, tokens ? known : {});
  return { service, gateway };
}

const claims = { client: 'console', grant: 'password', session: 'first', user: 'kim' } as const;
const knownTokens: TokenCheck = {
  check: async () => claims,
  cachedClaims: () => undefined,
  issueBrowserToken: async () => 'good',
  organizationsOf: async () => [],
  ready: Promise.resolve(),
  revocationsAgeMs: () => 0,
  stop: () => undefined,
};
const message = (answer: Parameters<typeof json>[0]) => (json(answer) as { error: { message: string } }).error.message;

describe('/console/api', () => {
  test("a request is passed to /v1 with the browser session's token, without the cookie or a token of the client", async (t) => {
    const { service, gateway } = await withConsole(t);
    const answer = await ask(gateway, '/projects?limit=1', { authorization: 'Bearer other', connection: 'close, authorization' });
    assert.deepEqual([answer.status, answer.text], [200, '/v1/projects?limit=1']);
    const { headers, rawHeaders } = service.received[0]!;
    assert.deepEqual([headers.authorization, headers.cookie, headers['x-console']], ['Bearer good', undefined, undefined]);
    assert.equal(rawHeaders.filter((name) => name.toLowerCase() === 'authorization').length, 1);
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.match(answer.headers.vary!, /Cookie/);
    const line = gateway.log.find(({ msg }) => msg === 'request')!;
    assert.deepEqual([line['path'], line['upstream']], ['/v1/projects', 'ordering']);
    assert.ok(!JSON.stringify(gateway.log).includes('kim-'), 'the secret of the session');
    assert.match(await gateway.metrics(), /route="\/v1\/projects"/);
  });

  test('writes, uploads, batches, HEAD, conditions and unknown paths behave as under /v1', async (t) => {
    const { service, gateway } = await withConsole(t);
    const type = { 'content-type': 'application/json' };
    assert.equal((await ask(gateway, '/projects', { method: 'POST', body: '{}', ...type })).text, '/v1/projects');
    assert.equal((await ask(gateway, '/files', { method: 'POST', body: 'x'.repeat(200_000), ...type })).text, '/v1/files');
    const actions = JSON.stringify([
      { relative_url: 'projects/1', method: 'GET' },
      { relative_url: '/', method: 'GET' },
    ]);
    const [read, root] = results(await ask(gateway, '/batch', { method: 'POST', body: actions, ...type }));
    assert.deepEqual([read!.status, read!.body, root!.status], [200, '/v1/projects/1', 200]);
    assert.equal(service.received.at(-1)!.headers.authorization, 'Bearer good');
    assert.deepEqual([(await ask(gateway, '/projects/1', { method: 'HEAD' })).text, service.received.at(-1)!.method], ['', 'HEAD']);
    await ask(gateway, '/projects/1', { 'if-none-match': '"1.gzip"' });
    assert.equal(service.received.at(-1)!.headers['if-none-match'], '"1"');
    assert.equal((await ask(gateway, '/schema/query')).status, 200);
    assert.equal((await ask(gateway, '/nothing')).status, 404);
    assert.equal((await ask(gateway, '/projects', { method: 'PATCH' })).status, 405);
    assert.equal((await ask(gateway, '')).status, 200);
  });

  test('401 for a cookie without a session and for none, 503 without identity, 400 for a token in the query', async (t) => {
    const { service, gateway } = await withConsole(t);
    for (const cookie of [undefined, cookies.dead, 'session=short', `other=1; __Host-${cookies.kim}`]) {
      const { status, headers, text } = await ask(gateway, '/projects', { cookie, authorization: 'Bearer good' });
      assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer']);
      assert.match(text, /Nobody is signed in in this browser/);
    }
    const twice = await ask(gateway, '/projects?access_token=good');
    assert.deepEqual([twice.status, service.received.length], [400, 0]);
    assert.match(twice.text, /"path":"access_token"/);
    const down = await withConsole(t, {}, { issueBrowserToken: () => Promise.reject(unavailable()) });
    const { status, headers } = await ask(down.gateway, '/projects');
    assert.deepEqual([status, headers['retry-after']], [503, '1']);
  });

  test('a session cookie has no effect under /v1', async (t) => {
    const { service, gateway } = await withConsole(
      t,
      {},
      {
        check: () => Promise.reject(new Error('there is no token')),
        issueBrowserToken: () => Promise.reject(new Error('nobody asks')),
      },
    );
    const headers = { cookie: cookies.kim, 'x-console': '1' };
    assert.equal((await send(`${gateway.url}/v1/schema/query`, { headers })).status, 401);
    await send(`${gateway.url}/v1/projects`, { headers });
    const { headers: got } = service.received.at(-1)!;
    assert.deepEqual([got.cookie, got.authorization], [undefined, undefined]);
  });

  test('403 without X-Console, for writes from another origin, and for any request that another website causes (CSRF)', async (t) => {
    const { service, gateway } = await withConsole(t, { corsOrigins: ['https://app.example'] });
    const write = { method: 'POST', body: '{}' };
    for (const [headers, text] of [
      [{ 'x-console': undefined }, /X-Console: 1/],
      [{ 'x-console': '2' }, /X-Console: 1/],
      [{ ...write, 'x-console': undefined }, /X-Console: 1/],
      [{ ...write, origin: undefined }, /Origin/],
      [{ ...write, origin: 'null' }, /Origin/],
      [{ ...write, origin: 'https://app.example' }, /Origin/],
      [{ method: 'DELETE', origin: `${origin}.evil.example` }, /Origin/],
      [{ 'sec-fetch-site': 'cross-site' }, /Origin/],
      [{ method: 'OPTIONS', origin: 'https://app.example', 'access-control-request-method': 'POST', 'x-console': undefined }, /Origin/],
    ] as const) {
      const answer = await ask(gateway, '/projects', headers);
      assert.deepEqual([answer.status, text.test(message(answer))], [403, true], JSON.stringify(headers));
      assert.ok(!Object.keys(answer.headers).some((name) => name.startsWith('access-control-')));
    }
    assert.equal(service.received.length, 0);
    const read = await ask(gateway, '/projects', { origin: 'https://app.example' });
    assert.deepEqual([read.status, read.headers['access-control-allow-origin']], [200, undefined]);
  });

  test('images and archives need the cookie alone, and another website gets 403', async (t) => {
    const routes = [
      { method: 'get', path: '/v1/img/{filename}', service: 'files', operationId: 'getImage', public: false, scopes: ['files'] },
      {
        method: 'get',
        path: '/v1/projects/{gid}/archive',
        service: 'files',
        operationId: 'getProjectArchive',
        public: false,
        scopes: ['files'],
      },
    ];
    const service = await startService(t);
    const services = { files: [service.url], identity: [service.url] };
    const gateway = await startGateway(t, service, { console: builtConsole(t), services }, { routes });
    const plain = { 'x-console': undefined, 'sec-fetch-site': 'same-origin' };
    assert.equal((await ask(gateway, '/img/1.png', { 'x-console': undefined, 'sec-fetch-site': 'none' })).status, 200);
    const { status, headers } = await ask(gateway, '/img/1.png', plain);
    assert.deepEqual([status, headers['cross-origin-resource-policy']], [200, 'same-origin']);
    assert.equal((await ask(gateway, '/img/1.png', { ...plain, method: 'HEAD' })).status, 200);
    assert.equal((await ask(gateway, '/projects/1/archive', plain)).status, 200);
    for (const refusedPath of ['/projects/1', '/projects/1/archive/2', '/projects/1/2/archive'])
      assert.equal((await ask(gateway, refusedPath, plain)).status, 403, refusedPath);
    for (const refusedHeaders of [
      { ...plain, method: 'POST' },
      { ...plain, 'sec-fetch-site': 'cross-site' },
      { ...plain, 'sec-fetch-site': 'same-site' },
    ])
      for (const path of ['/img/1.png', '/projects/1/archive']) assert.equal((await ask(gateway, path, refusedHeaders)).status, 403, path);
  });

  test('a sign-out ends the session at once; one caused by another website does not', async (t) => {
    const state = { asked: 0, isLiving: true };
    const { gateway } = await withConsole(
      t,
      {},
      {
        issueBrowserToken: async () => ((state.asked += 1), state.isLiving ? 'good' : undefined),
      },
    );
    const signOut = (path = '/oauth2/sign_out', method = 'POST') =>
      send(`${gateway.url}${path}`, { method, headers: { cookie: cookies.kim } });
    assert.equal((await ask(gateway, '/projects')).status, 200);
    await signOut('/oauth2/authorize', 'GET');
    assert.deepEqual([(await ask(gateway, '/projects')).status, state.asked], [200, 1]);
    state.isLiving = false;
    await signOut();
    assert.deepEqual([(await ask(gateway, '/projects')).status, state.asked], [401, 2]);
  });

  test('429 for dead cookies as for bad tokens; a signed-in user at the same address is not affected', async (t) => {
    const { gateway } = await withConsole(t, { limits: { failedAuthenticationsPerMinute: 3 } });
    const dead = () => ask(gateway, '/projects', { cookie: cookies.dead });
    for (let count = 0; count < 3; count += 1) assert.equal((await dead()).status, 401);
    const refused = await dead();
    assert.deepEqual([refused.status, Number(refused.headers['retry-after']) > 0], [429, true]);
    assert.equal((await ask(gateway, '/projects')).status, 200);
    assert.equal((await send(`${gateway.url}/v1/projects`, { headers: { authorization: 'Bearer good' } })).status, 200);
  });

  test('guessed secrets are limited per address, and neither stop nor delay a signed-in user there', async (t) => {
    const waiting: (() => void)[] = [];
    const issueBrowserToken = (secret: string) =>
      secret.startsWith('kim') ? Promise.resolve('good') : new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined)));
    const limits = { requestsAtOncePerAddress: 3, failedAuthenticationsPerMinute: 4 };
    const { gateway } = await withConsole(t, { limits }, { issueBrowserToken });
    const isAdmitted = async () => assert.equal((await ask(gateway, '/projects')).status, 200);
    await isAdmitted();
    const invented = (count: number) =>
      Array.from({ length: count }, (_, nth) => ask(gateway, '/projects', { cookie: `session=${String(nth).padEnd(43, '-')}` }));
    const answered = async (asked: ReturnType<typeof invented>) => (await Promise.all(asked)).map(({ status }) => status).toSorted();
    const many = invented(20);
    await eventually(() => waiting.length === 3);
    await isAdmitted();
    await Promise.race(many);
    assert.equal(waiting.length, 3);
    // A sign-in makes the next request trade the secret again.
    await send(`${gateway.url}/oauth2/sign_in`, { method: 'POST', headers: { cookie: cookies.kim } });
    await isAdmitted();
    waiting.splice(0).forEach((answer) => answer());
    assert.deepEqual(await answered(many), [...Array<number>(3).fill(401), ...Array<number>(17).fill(429)]);
  });

  test('a missing cookie is no failure, a dead one counts once, even if the client hangs up before identity answers', async (t) => {
    const waiting: (() => void)[] = [];
    const issueBrowserToken = () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined)));
    const { gateway } = await withConsole(t, { limits: { failedAuthenticationsPerMinute: 2 } }, { issueBrowserToken });
    for (let count = 0; count < 5; count += 1) assert.equal((await ask(gateway, '/projects', { cookie: undefined })).status, 401);
    const dead = () => ask(gateway, '/projects', { cookie: cookies.dead });
    const first = dead();
    await eventually(() => waiting.length === 1);
    waiting.pop()!();
    assert.equal((await first).status, 401);
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`GET /console/api/projects HTTP/1.1\r\nHost: a\r\nX-Console: 1\r\nCookie: ${cookies.dead}\r\n\r\n`);
    await eventually(() => waiting.length === 1);
    socket.destroy();
    await eventually(() => gateway.log.some(({ status }) => status === 499));
    waiting.pop()!();
    const last = dead();
    await eventually(() => waiting.length === 1);
    waiting.pop()!();
    assert.equal((await last).status, 429);
    assert.equal((await ask(gateway, '/projects', { cookie: undefined })).status, 401);
  });

  test('the console has no common limit for its users, unlike an application', async (t) => {
    const { gateway } = await withConsole(t, { limits: { requestsPerMinuteOfApplication: 1 } }, {});
    for (let count = 0; count < 3; count += 1) assert.equal((await ask(gateway, '/projects')).status, 200);
  });

  test('404 if the console is off', async (t) => {
    const gateway: StartedGateway = await startGateway(t, await startService(t));
    for (const path of ['', '/projects']) assert.equal((await ask(gateway, path)).status, 404);
  });
});
