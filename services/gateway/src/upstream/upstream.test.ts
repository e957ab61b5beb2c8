import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { closedAddress, json, send, startGateway, startService } from '../fixtures/test-gateway.ts';

/** An address where no connection is completed: the listening thread sleeps and its queue is full. */
async function startSilent(test: TestContext): Promise<string> {
  const code = `const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(code, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await once(fillers[0]!, 'connect');
  test.after(() => {
    for (const filler of fillers) filler.destroy();
    return worker.terminate();
  });
  return `http://127.0.0.1:${port}`;
}

const signedIn = { authorization: 'Bearer good' };

const twoOf = (...ordering: string[]) => ({ services: { identity: [ordering[0]!], ordering } });

/** Accepts connections and closes each after the first bytes: the request was sent but is never answered. */
async function startBreaker(test: TestContext): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on('data', () => socket.destroy()).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections };
}

test('503 if no instance can be reached, after tries that share 1.5 s', async (t) => {
  const down = await closedAddress();
  const silent = await startSilent(t);
  const [refused, within] = ['ECONNREFUSED', (ms: number) => `No connection within ${ms} ms`];
  let tries: string[] = [];
  const note = (event: unknown): void => {
    const { code, message } = (event as { error: NodeJS.ErrnoException }).error;
    tries.push(code ?? message);
  };
  subscribe('undici:client:connectError', note);
  t.after(() => unsubscribe('undici:client:connectError', note));
  // No probe connects beside them.
  for (const [urls, expected] of [
    [[down], [refused, refused, refused]],
    [
      [down, down],
      [refused, refused],
    ],
    [[silent], [within(500), within(500), within(500)]],
    [
      [silent, silent, down],
      [within(500), within(500), refused],
    ],
  ] as const) {
    const { url, close } = await startGateway(t, down, { ...twoOf(...urls), timeouts: { watchMs: 60_000 } });
    tries = [];
    const answer = await send(`${url}/v1/projects`, { method: 'POST', body: '{}' });
    assert.equal(answer.status, 503);
    assert.equal(answer.headers['retry-after'], '1');
    assert.deepEqual(json(answer), { error: { code: 503, reason: 'unavailable', message: 'The service is unavailable' } });
    assert.deepEqual(tries, expected);
    await close();
  }
});

test('instances are used in turn', async (t) => {
  const [one, two, three] = await Promise.all([startService(t), startService(t), startService(t)]);
  const { url } = await startGateway(t, one, twoOf(one.url, two.url, three.url));
  for (let count = 0; count < 9; count += 1) await send(`${url}/v1/projects`);
  assert.deepEqual(
    [one, two, three].map(({ received }) => received.length),
    [3, 3, 3],
  );
});

test('an only address that refuses a connection is tried again, as it may stand for several instances', async (t) => {
  const url = await closedAddress();
  const { server } = await startService(t);
  const again = createTcpServer((socket) => void server.emit('connection', socket));
  // It listens before the next try, and not before the first one.
  const listen = (): unknown => again.listening || again.listen(Number(new URL(url).port));
  subscribe('undici:client:connectError', listen);
  t.after(() => (unsubscribe('undici:client:connectError', listen), again.close()));
  const gateway = await startGateway(t, url, twoOf(url));
  assert.equal((await send(`${gateway.url}/v1/projects`, { method: 'POST', body: '{}' })).status, 200);
});

test('another instance gets an unsent request with its whole body, small or streamed', async (t) => {
  const up = await startService(t);
  const { url } = await startGateway(t, up, twoOf(await closedAddress(), up.url));
  for (const size of [10, 2 * 1024 * 1024]) {
    for (let count = 0; count < 4; count += 1) {
      const answer = await send(`${url}/v1/files`, { method: 'POST', body: 'x'.repeat(size) });
      assert.equal(answer.status, 200);
      assert.equal((json(answer) as { body: string }).body.length, size);
    }
  }
  assert.equal(up.received.length, 8);
});

test('503 without a second attempt if a write, or a read with an effect, was sent and no answer came', async (t) => {
  for (const [method, path] of [
    ['POST', '/v1/projects'],
    ['PUT', '/v1/projects/1'],
    ['DELETE', '/v1/projects/1'],
    ['GET', '/v1/upload_form'],
  ] as const) {
    const breaker = await startBreaker(t);
    const up = await startService(t);
    const { url } = await startGateway(t, up, twoOf(breaker.url, up.url));
    const answer = await send(url + path, { method });
    assert.equal(answer.status, 503);
    assert.equal(answer.headers['retry-after'], undefined);
    assert.match(answer.text, /may have been carried out/);
    assert.equal(breaker.connections(), 1);
    assert.equal(up.received.length, 0);
  }
});

test('200 of the second attempt if a read was sent and no answer came, also in a batch', async (t) => {
  const actions = JSON.stringify([{ method: 'GET', relative_url: 'projects' }]);
  const batch = { method: 'POST', headers: { 'content-type': 'application/json' }, body: actions };
  for (const [path, options] of [['/v1/projects'], ['/v1/projects', { method: 'HEAD' }], ['/v1/batch', batch]] as const) {
    const breaker = await startBreaker(t);
    const up = await startService(t);
    const gateway = await startGateway(t, up, twoOf(breaker.url, up.url));
    const answer = await send(gateway.url + path, { ...options, headers: { ...signedIn, ...(options === batch && batch.headers) } });
    assert.equal(answer.status, 200);
    if (options === batch) assert.equal((json(answer) as { status: number }[])[0]!.status, 200);
    assert.deepEqual([breaker.connections(), up.received.length], [1, 1]);
    assert.match(await gateway.metrics(), /^gateway_repeated_requests_total\{upstream="ordering",service="gateway"\} 1$/m);
  }
});

test('an instance that answered a repeated read is not taken for one that stops', async (t) => {
  const breaker = await startBreaker(t);
  const [one, other] = [await startService(t), await startService(t)];
  const { url } = await startGateway(t, one, twoOf(breaker.url, one.url, other.url));
  for (let count = 0; count < 7; count += 1) await send(`${url}/v1/projects`);
  assert.ok(Math.min(one.received.length, other.received.length) >= 2);
});

test('503 after the second attempt of a read, which used a new connection of the only address', async (t) => {
  let isWell = true;
  const service = await startService(t, (request, response) => (isWell ? response.end('{}') : request.socket.destroy()));
  let connections = 0;
  service.server.on('connection', () => (connections += 1));
  const { url } = await startGateway(t, service);
  await Promise.all(Array.from({ length: 3 }, () => send(`${url}/v1/projects`)));
  const before = connections;
  isWell = false;
  const answer = await send(`${url}/v1/projects`);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers['retry-after'], '1');
  assert.deepEqual([service.received.length, connections], [5, before + 1]);
});

test('a read whose answer has begun is not repeated', async (t) => {
  const service = await startService(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  const { url } = await startGateway(t, service);
  await assert.rejects(send(`${url}/v1/projects`), /aborted|ECONNRESET|hang up/);
  assert.equal(service.received.length, 1);
});

test('an idle connection is not used again from two seconds before the instance closes it, so no request fails', async (t) => {
  let connections = 0;
  const service = await startService(t);
  service.server.keepAliveTimeout = 2_000;
  service.server.on('connection', () => (connections += 1));
  const { url } = await startGateway(t, service);
  for (let count = 0; count < 3; count += 1) assert.equal((await send(`${url}/v1/projects`, { method: 'POST', body: '{}' })).status, 200);
  assert.equal(connections, 3);
});

test('an instance that closes its connections is stopping, so others are used', async (t) => {
  const going = await startService(t, (_request, response) => void response.setHeader('Connection', 'close').end('{}'));
  const staying = await startService(t);
  const { url } = await startGateway(t, staying, twoOf(going.url, staying.url));
  for (let count = 0; count < 9; count += 1) assert.equal((await send(`${url}/v1/projects`)).status, 200);
  assert.equal(staying.received.length, 8);
});
