import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import type { GatewayConfig } from '../config.ts';
import { json, send, startGateway, startService, type Received } from '../fixtures/test-gateway.ts';

const from = (address: string, token?: string) => ({
  headers: { 'x-forwarded-for': address, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
});

/** A gateway whose service answers when the test lets it; others than the first `count` requests are answered at once. */
async function startHeld(
  t: TestContext,
  count: number,
  config: Partial<GatewayConfig>,
  dependencies: { pause?: () => Promise<void> } = {},
) {
  const held: ServerResponse[] = [];
  const service = await startService(t, (request, response) => {
    request.resume();
    if (held.length < count) held.push(response);
    else response.end('{}');
  });
  const gateway = await startGateway(t, service, { trustedProxies: ['127.0.0.1'], ...config }, {}, dependencies);
  return { gateway, service, held, areHeld: () => eventually(() => held.length === count) };
}

function assertTooMany(refused: Received): void {
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], '1');
  assert.deepEqual(json(refused), { error: { code: 429, reason: 'too_many_requests', message: 'Too many requests' } });
}

test('429 for more requests at once than a user may have, whatever the address; others go on, and an answer makes room', async (t) => {
  const { gateway, service, held, areHeld } = await startHeld(t, 3, { limits: { requestsAtOncePerUser: 3 } });
  const path = `${gateway.url}/v1/projects`;
  const running = [1, 2, 3].map((index) => send(path, from(`203.0.113.${index}`, 'good')));
  await areHeld();
  assertTooMany(await send(path, from('203.0.113.4', 'good')));
  assertTooMany(await send(`${path}?access_token=good`, from('203.0.113.1')));
  assert.equal((await send(path, from('203.0.113.1', 'other'))).status, 200);
  assert.equal((await send(path, from('203.0.113.1'))).status, 200);
  assert.equal(service.received.length, 5);

  held[0]!.end('{}');
  await running[0];
  await eventually(async () => (await send(path, from('203.0.113.4', 'good'))).status === 200);
  held.forEach((response) => response.end('{}'));
  for (const { status } of await Promise.all(running)) assert.equal(status, 200);
});

test('429 for more requests at once than an address may have; others and valid tokens go on, and one that hangs up makes room', async (t) => {
  const { gateway, service, areHeld } = await startHeld(t, 2, { limits: { requestsAtOncePerAddress: 2 } });
  const sockets = ['POST /oauth2/token', 'GET /v1/projects'].map((line) => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`${line} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n`);
    return socket;
  });
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  await areHeld();
  for (const token of [undefined, 'nothing']) assertTooMany(await send(`${gateway.url}/v1/projects`, from('203.0.113.1', token)));
  const { status, text: body } = await send(`${gateway.url}/oauth2/token`, { method: 'POST', ...from('203.0.113.1') });
  assert.deepEqual([status, JSON.parse(body)], [429, { error: 'invalid_request', error_description: 'Too many requests' }]);
  assert.equal((await send(`${gateway.url}/v1/projects`, from('203.0.113.1', 'good'))).status, 200);
  assert.equal((await send(`${gateway.url}/v1/projects`, from('203.0.113.2'))).status, 200);
  assert.equal((await send(`${gateway.url}/livez`, from('203.0.113.1'))).status, 200);
  assert.equal(service.received.length, 4);

  sockets[1]!.destroy();
  await eventually(async () => (await send(`${gateway.url}/v1/projects`, from('203.0.113.1'))).status === 200);
});

test('429 for more requests at once than an address may have, whosever valid tokens it sends', async (t) => {
  const { gateway, held, areHeld } = await startHeld(t, 2, { limits: { requestsAtOncePerAddress: 2 } });
  const path = `${gateway.url}/v1/projects`;
  const running = ['good', 'other'].map((token) => send(path, from('2001:db8::1', token)));
  await areHeld();
  assertTooMany(await send(path, from('2001:db8::2', 'application')));
  assert.equal((await send(path, from('2001:db8::2'))).status, 200);
  assert.equal((await send(path, from('2001:db8:0:1::1', 'application'))).status, 200);
  held.forEach((response) => response.end('{}'));
  for (const { status } of await Promise.all(running)) assert.equal(status, 200);
});

test('8 requests of a user run at a time, the others wait for a slot; other users go on, and one that hangs up is skipped', async (t) => {
  const { gateway, service, held } = await startHeld(t, 17, {});
  const path = `${gateway.url}/v1/projects`;
  const running = Array.from({ length: 16 }, () => send(path, from('203.0.113.1', 'good')));
  await eventually(() => held.length === 8);
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write('GET /v1/projects/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n');
  const inFlight = async () => Number(/^gateway_requests_in_flight\{service="gateway"\} (\d+)$/m.exec(await gateway.metrics())![1]);
  await eventually(async () => (await inFlight()) === 17);
  running.push(send(path, from('203.0.113.2', 'other')));
  await eventually(() => held.length === 9);
  socket.destroy();
  await eventually(async () => (await inFlight()) === 17);
  for (let count = 0; count < 17; count += 1) {
    await eventually(() => held.length > count);
    assert.ok(held.length <= count + 9, `${held.length} began before ${count} had ended`);
    held[count]!.end('{}');
  }
  for (const { status } of await Promise.all(running)) assert.equal(status, 200);
  assert.equal(service.received.length, 17);
});

test('8 bodies over 64 KiB run at a time per user, or per address without a token; uploads are exempt', async (t) => {
  for (const token of ['good', undefined]) {
    const { gateway, held } = await startHeld(t, 100, {});
    const path = `${gateway.url}/v1/projects`;
    const sent = (type: string) => {
      const { headers } = from('203.0.113.1', token);
      return send(path, { method: 'POST', headers: { ...headers, 'content-type': type }, body: Buffer.alloc(100_000) });
    };
    const running = Array.from({ length: 12 }, () => sent('application/json'));
    await eventually(async () => /requests_in_flight\{service="gateway"\} 12$/m.test(await gateway.metrics()));
    await eventually(() => held.length === 8);
    running.push(send(path, { method: 'POST', ...from('203.0.113.1', token === undefined ? 'good' : 'other'), body: '{}' }));
    if (token === undefined) running.push(sent('multipart/form-data'));
    const more = token === undefined ? 2 : 1;
    await eventually(() => held.length === 8 + more);
    for (let count = 0; count < 12 + more; count += 1) {
      await eventually(() => held.length > count);
      assert.ok(held.length <= count + 8 + more, `${held.length} began before ${count} had ended`);
      held[count]!.end('{}');
    }
    for (const { status } of await Promise.all(running)) assert.equal(status, 200);
  }
});

test('8 requests of an address with tokens of mails run at a time; neither missing bodies nor held refusals hold a slot', async (t) => {
  const holdBack = Promise.withResolvers<void>();
  const limits = { failedAuthenticationsPerMinute: 2 };
  const { gateway, held, areHeld } = await startHeld(t, 9, { limits }, { pause: () => holdBack.promise });
  const reset = { method: 'PUT', ...from('203.0.113.1') };
  const idle = Array.from({ length: 8 }, () => connect(gateway.port, '127.0.0.1'));
  for (const socket of idle)
    socket.write('PUT /v1/p/password_resets/a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.1\r\nContent-Length: 2\r\n\r\n{');
  const running = Array.from({ length: 20 }, () => send(`${gateway.url}/v1/p/password_resets/a`, reset));
  await eventually(() => held.length === 8);
  held[0]!.writeHead(429).end();
  await areHeld();
  holdBack.resolve();
  assert.equal((await send(`${gateway.url}/v1/p/password_resets/a`, { method: 'PUT', ...from('203.0.113.2') })).status, 200);
  held.forEach((response) => response.writableEnded || response.writeHead(404).end());
  // After the second failure nobody gets a slot.
  const statuses = (await Promise.all(running)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, ...Array<number>(8).fill(404), ...Array<number>(11).fill(429)]);
  idle.forEach((socket) => socket.destroy());
});

test("429 closes a connection over its address's limit; closed ones and those of trusted proxies do not count", async (t) => {
  for (const trustedProxies of [[], ['10.0.0.0/8'], ['127.0.0.1']]) {
    const { gateway } = await startHeld(t, 0, { limits: { connectionsPerAddress: 2 }, trustedProxies });
    const open = (): Socket => connect(gateway.port, '127.0.0.1').on('error', () => undefined);
    const first = [open(), open()];
    t.after(() => first.forEach((socket) => socket.destroy()));
    for (const socket of first) await answered(socket);
    if (trustedProxies[0] === '127.0.0.1') {
      assert.equal((await send(`${gateway.url}/v1/projects`)).status, 200);
      first.forEach((socket) => socket.destroy());
      continue;
    }
    const refused = await text(open());
    assert.match(refused, /^HTTP\/1\.1 429 Too Many Requests\r\n[^]*retry-after: 1\r\n[^]*connection: close\r\n[^]*"code":429/);
    await answered(first[0]!);
    first.forEach((socket) => socket.destroy());
    await eventually(
      async () =>
        await send(`${gateway.url}/v1/projects`).then(
          ({ status }) => status === 200,
          () => false,
        ),
    );
  }
});

/** Asks for something on a connection that stays open. */
async function answered(socket: Socket): Promise<void> {
  let received = '';
  const take = (chunk: Buffer): void => void (received += chunk.toString());
  socket.on('data', take).write('GET /v1/projects HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually(() => /^HTTP\/1\.1 200 /.test(received));
  socket.off('data', take);
}
