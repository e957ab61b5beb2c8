import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { json, send, startGateway, startService, type Upstream } from '../fixtures/test-gateway.ts';

const trusting = { trustedProxies: ['127.0.0.1'] };
const from = (address: string, headers: Record<string, string> = {}) => ({ headers: { 'x-forwarded-for': address, ...headers } });

test('429 after too many requests of a user or address, with Retry-After and the error body', async (t) => {
  const { url } = await startGateway(t, await startService(t), { ...trusting, limits: { requestsPerMinute: 3 } });
  for (const caller of [from('203.0.113.1'), from('203.0.113.2', { authorization: 'Bearer good' })]) {
    for (let count = 0; count < 3; count += 1) assert.equal((await send(`${url}/v1/projects`, caller)).status, 200);
    const refused = await send(`${url}/v1/projects`, caller);
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds >= 1 && seconds <= 60);
    assert.deepEqual(json(refused), { error: { code: 429, reason: 'too_many_requests', message: 'Too many requests' } });
  }
  assert.equal((await send(`${url}/v1/projects`, from('203.0.113.2', { authorization: 'Bearer other' }))).status, 200);
});

test('429 of the gateway or of a service comes about a second later, each at a different time', async (t) => {
  const [pauses, held]: [number[], PromiseWithResolvers<void>] = [[], Promise.withResolvers()];
  const pause = (ms: number) => (pauses.push(ms), held.promise);
  const service = await startService(t, (request, response) => response.writeHead(request.method === 'POST' ? 429 : 200).end('{"a":1}'));
  const { url, port, metrics } = await startGateway(t, service, { limits: { requestsPerMinute: 3 } }, {}, { pause });
  let answers = 0;
  const headers = { authorization: 'Bearer good' };
  const ask = (method: string) => send(`${url}/v1/projects`, { method, headers }).finally(() => (answers += 1));
  assert.equal((await ask('GET')).status, 200);
  const gone = connect(port, '127.0.0.1');
  gone.write('POST /v1/projects HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n');
  await eventually(() => assert.equal(pauses.length, 1));
  gone.destroy();
  await eventually(async () => assert.match(await metrics(), /^gateway_requests_in_flight\{service="gateway"\} 0$/m));
  const refused = [ask('POST'), ask('GET')];
  await eventually(() => assert.equal(pauses.length, 3));
  assert.equal(answers, 1);
  assert.ok(pauses.every((ms) => ms >= 500 && ms < 1_500) && pauses[0] !== pauses[1], pauses.join());
  held.resolve();
  const [ofService, own] = await Promise.all(refused);
  assert.deepEqual([ofService!.status, ofService!.text, own!.status], [429, '{"a":1}', 429]);
});

test('429 counts a token by its claims, in any spelling and place', async (t) => {
  const { url } = await startGateway(t, await startService(t), { ...trusting, limits: { requestsPerMinute: 5 } });
  const spellings = ['Bearer good', 'bearer  good ', 'Bearer good=', 'Bearer good==', undefined, 'Bearer good==='];
  const statuses = [];
  for (const [index, authorization] of spellings.entries()) {
    const path = authorization === undefined ? '/v1/projects?access_token=good' : '/v1/projects';
    statuses.push((await send(url + path, from(`203.0.113.${index}`, authorization === undefined ? {} : { authorization }))).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
});

test('429 counts all sessions of a user together', async (t) => {
  const { url } = await startGateway(t, await startService(t), { limits: { requestsPerMinute: 3 } });
  const statuses = [];
  for (const token of ['good', 'again', 'good', 'again', 'other'])
    statuses.push((await send(`${url}/v1/projects`, { headers: { authorization: `Bearer ${token}` } })).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 200]);
});

test('429 counts tokens that are not valid, and two at once, for their address', async (t) => {
  const { url } = await startGateway(t, await startService(t), { ...trusting, limits: { requestsPerMinute: 4 } });
  const ask = async (token: string, path = '/v1/projects') =>
    (await send(url + path, from('203.0.113.1', { authorization: `Bearer ${token}` }))).status;
  const statuses = [await ask('a'), await ask('b'), await ask('c'), await ask('good', '/v1/projects?access_token=good'), await ask('d')];
  assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
  assert.equal(await ask('good'), 200);
});

test('429 after too many bad tokens of an address, but not for a valid one, for other addresses and for sign-ins', async (t) => {
  const service = await startService(t, (request, response) => {
    request.resume();
    response.writeHead(request.headers.authorization === 'Bearer good' ? 200 : 401).end();
  });
  const { url, log } = await startGateway(t, service, { ...trusting, limits: { failedAuthenticationsPerMinute: 3 } });
  const bad = () => send(`${url}/v1/projects`, from('203.0.113.1', { authorization: 'Bearer bad' }));
  for (let count = 0; count < 3; count += 1) assert.equal((await bad()).status, 401);
  await eventually(() => assert.equal(log.length, 3));
  const refused = await bad();
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  assert.equal((await send(`${url}/v1/projects`, from('203.0.113.1', { authorization: 'Bearer good' }))).status, 200);
  assert.equal((await send(`${url}/v1/projects`, from('203.0.113.1'))).status, 429);
  assert.equal((await send(url, from('203.0.113.1'))).status, 200);
  assert.equal((await send(`${url}/v1/projects`, from('203.0.113.2'))).status, 401);
  assert.equal(service.received.length, 5);
  const signIn = { method: 'POST', ...from('203.0.113.1', { authorization: 'Basic YTpi' }) };
  assert.equal((await send(`${url}/oauth2/token`, signIn)).status, 401);
});

describe('429 for requests about mails', () => {
  const token = '/v1/p/password_resets/a';
  const limited = (t: TestContext, service: Upstream) =>
    startGateway(t, service, { ...trusting, limits: { failedAuthenticationsPerMinute: 2 } });
  const ask = async (url: string, method = 'PUT', address = '203.0.113.1') => (await send(url, { method, ...from(address) })).status;

  test('429 after too many refused tokens of mails from one address only; bad access tokens count apart', async (t) => {
    const service = await startService(t, (request, response) => {
      request.resume();
      response.writeHead(request.url!.startsWith('/v1/p/') ? (service.received.length === 3 ? 400 : 404) : 401).end();
    });
    const { url, log } = await limited(t, service);
    for (const path of ['/v1/projects/1', token]) for (let count = 0; count < 2; count += 1) assert.notEqual(await ask(url + path), 429);
    await eventually(() => assert.equal(log.length, 4));
    for (const path of ['/v1/projects/1', token]) assert.equal(await ask(url + path), 429);
    assert.equal(service.received.length, 4);
    assert.equal(await ask(url + token, 'PUT', '203.0.113.2'), 404);
    assert.equal(await ask(`${url}/v1/p/password_resets`, 'POST'), 404);
  });

  test('429 after too many requests for a mail, and after too many clients that hung up', async (t) => {
    const service = await startService(t, (request, response) => void (request.method === 'POST' && response.writeHead(204).end()));
    const { url, log } = await limited(t, service);
    const resets = `${url}/v1/p/password_resets`;
    for (let count = 0; count < 2; count += 1) assert.equal(await ask(resets, 'POST'), 204);
    await eventually(() => assert.equal(log.length, 2));
    assert.equal(await ask(resets, 'POST'), 429);
    const hangUp = new AbortController();
    const given = { method: 'PUT', signal: hangUp.signal, ...from('203.0.113.2') };
    const waiting = Promise.allSettled([fetch(url + token, given), fetch(url + token, given)]);
    await eventually(() => assert.equal(service.received.length, 4));
    hangUp.abort();
    await waiting;
    await eventually(() => assert.equal(log.length, 5));
    assert.equal(await ask(url + token, 'PUT', '203.0.113.2'), 429);
  });

  test('429 for requests about mails comes before their answer if their bodies are streamed', async (t) => {
    const held: ServerResponse[] = [];
    const service = await startService(t, (_request, response) => void held.push(response));
    const { url } = await limited(t, service);
    const streamed = { method: 'PUT', headers: { ...from('203.0.113.1').headers, 'transfer-encoding': 'chunked' }, body: 'a' };
    const running = [send(url + token, streamed), send(url + token, streamed)];
    await eventually(() => assert.equal(held.length, 2));
    assert.equal((await send(url + token, streamed)).status, 429);
    held.forEach((response) => response.end());
    await Promise.all(running);
  });

  test('any number of valid links from mails is accepted', async (t) => {
    const { url, log } = await limited(t, await startService(t));
    for (let count = 0; count < 4; count += 1) assert.equal(await ask(url + token), 200);
    await eventually(() => assert.equal(log.length, 4));
    assert.equal(await ask(url + token), 200);
  });
});

test('answers of the token endpoint do not count here, since identity counts its checks', async (t) => {
  for (const status of [400, 401, 429]) {
    const { url, log } = await startGateway(t, await failing(t, status), { limits: { failedAuthenticationsPerMinute: 2 } });
    for (let count = 0; count < 5; count += 1) assert.equal((await send(`${url}/oauth2/token`, { method: 'POST' })).status, status);
    await eventually(() => assert.equal(log.length, 5));
    assert.equal((await send(`${url}/oauth2/token`, { method: 'POST' })).status, status);
    assert.equal((await send(`${url}/v1/projects`)).status, status);
  }
});

test('429 for a public operation counts its address, with any token', async (t) => {
  const { url } = await startGateway(t, await startService(t), { limits: { requestsPerMinute: 3 } });
  const ask = (token: string) => send(`${url}/oauth2/token`, { method: 'POST', headers: { authorization: `Basic ${token}` } });
  for (const token of ['a', 'b', 'c']) assert.equal((await ask(token)).status, 200);
  assert.equal((await ask('d')).status, 429);
});

test('0 switches a limit off', async (t) => {
  const { url } = await startGateway(t, await failing(t, 401), { limits: { requestsPerMinute: 0, failedAuthenticationsPerMinute: 0 } });
  for (let count = 0; count < 30; count += 1) assert.equal((await send(`${url}/v1/projects`)).status, 401);
});

test("429 for a body that would take the last of an address's streams; others and small bodies go on, an ended one makes room", async (t) => {
  const service = await startService(t, (request, response) => void request.resume().on('end', () => response.end()));
  const { url } = await startGateway(t, service, { ...trusting, limits: { streamsPerAddress: 2 } });
  const post = { method: 'POST', ...from('203.0.113.1') };
  const slow = [1, 2].map(() => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('POST /oauth2/token HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.1\r\nContent-Length: 100000\r\n\r\na');
    return socket;
  });
  t.after(() => slow.forEach((socket) => socket.destroy()));
  await eventually(() => assert.equal(service.received.length, 2));

  const large = 'a'.repeat(100_000);
  const refused = await send(`${url}/oauth2/token`, { ...post, body: large });
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal((await send(`${url}/oauth2/token`, { ...post, body: 'a' })).status, 200);
  assert.equal((await send(`${url}/oauth2/token`, { method: 'POST', ...from('203.0.113.2'), body: large })).status, 200);

  slow[0]!.destroy();
  await eventually(async () => assert.equal((await send(`${url}/oauth2/token`, { ...post, body: large })).status, 200));
});

const failing = (t: TestContext, status: number): Promise<Upstream> =>
  startService(t, (request, response) => {
    request.resume();
    response.writeHead(status).end();
  });
