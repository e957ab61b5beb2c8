import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { send, startGateway, startService, type StartedGateway } from '../fixtures/test-gateway.ts';
import { Arrival, streamBody } from './body.ts';

function open(t: TestContext, { port }: Pick<StartedGateway, 'port'>, request: string): Socket {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(request);
  return socket;
}

const head = (path: string, body: string): string => `POST ${path} HTTP/1.1\r\nHost: a\r\n${body}\r\n\r\n`;

test('408 for a small body that does not arrive in time; the connection closes, and the service gets nothing', async (t) => {
  const service = await startService(t);
  const gateway = await startGateway(t, service, { body: { smallTimeoutMs: 100 } });
  const answer = await text(open(t, gateway, `${head('/v1/projects', 'Content-Length: 10')}{"title":`));
  assert.match(answer, /^HTTP\/1\.1 408 [^]*connection: close\r\n[^]*"code":408/);
  const oauth = await text(open(t, gateway, head('/oauth2/token', 'Content-Length: 10')));
  assert.match(oauth, /^HTTP\/1\.1 408 [^]*"error":"invalid_request"/);
  assert.equal(service.received.length, 0);
  assert.equal((await send(`${gateway.url}/v1/projects`, { method: 'POST', body: '{"title":1}' })).status, 200);
});

test('408 for a large body that arrives too slowly, which frees its slot at the service', async (t) => {
  let closed = 0;
  const service = await startService(t, (request, response) => {
    request.resume().on('end', () => response.end('{}'));
    response.on('close', () => (closed += 1));
  });
  const body = { bytesPerSecond: 1000, graceMs: 100, mostMs: 200 };
  const gateway = await startGateway(t, service, { body, limits: { streamsPerAddress: 1 } });
  for (const length of ['Content-Length: 100000', 'Transfer-Encoding: chunked']) {
    const answer = await text(open(t, gateway, `${head('/v1/files', length)}1\r\na\r\n`));
    assert.match(answer, /^HTTP\/1\.1 408 [^]*connection: close\r\n[^]*"code":408/, length);
  }
  await eventually(() => closed === 2);
  assert.equal((await send(`${gateway.url}/v1/files`, { method: 'POST', body: Buffer.alloc(1_000_000) })).status, 200);
});

test('an answer that has begun is interrupted if the body still arrives too slowly', async (t) => {
  const service = await startService(t, (_request, response) => void response.write('begun'));
  const gateway = await startGateway(t, service, { body: { bytesPerSecond: 1000, graceMs: 300, mostMs: 300 } });
  const answer = await text(open(t, gateway, `${head('/v1/files', 'Content-Length: 100000')}a`));
  assert.match(answer, /^HTTP\/1\.1 200 [^]*begun/);
  assert.doesNotMatch(answer, /" 408|HTTP\/1\.1 408|"code":408/);
});

test('a body waits for its service without a limit, and only afterwards for its client', async (t) => {
  const { arrival, pass, isSlow } = timed(t);
  const request = new PassThrough({ highWaterMark: 1_000_000 });
  const body = streamBody(request, arrival);
  for (let count = 0; count < 10; count += 1) request.write(Buffer.alloc(50_000));
  const readAll = (): number => {
    let bytes = 0;
    for (let chunk = body.read() as Buffer | null; chunk !== null; chunk = body.read() as Buffer | null) bytes += chunk.length;
    return bytes;
  };
  readAll();
  await once(body, 'readable');
  pass(1_000_000);
  assert.equal(isSlow(), 0, 'the service has not read what is there');

  let bytes = 0;
  while (bytes < 500_000) {
    bytes += readAll();
    await new Promise((resolve) => setImmediate(resolve));
  }
  pass(60_000);
  assert.equal(isSlow(), 1, 'the client sends no more');
  body.destroy();
});

/** An arrival with a clock and a timer of the test. */
function timed(t: TestContext, rate = { bytesPerSecond: 1000, graceMs: 10_000, mostMs: 60_000 }) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let slow = 0;
  const arrival = new Arrival(
    rate,
    () => (slow += 1),
    () => Date.now(),
  );
  return { arrival, pass: (ms: number) => t.mock.timers.tick(ms), isSlow: () => slow };
}

test('a body has 10 s, and one more second for each 1,000 bytes', (t) => {
  const { arrival, pass, isSlow } = timed(t);
  arrival.startWaiting();
  pass(9_999);
  arrival.receive(1000);
  pass(1000);
  assert.equal(isSlow(), 0);
  pass(1);
  assert.equal(isSlow(), 1);
  pass(100_000);
  assert.equal(isSlow(), 1, 'it is said once');
});

test('a fast body saves up at most a minute', (t) => {
  const { arrival, pass, isSlow } = timed(t);
  arrival.startWaiting();
  arrival.receive(1_000_000_000);
  pass(59_999);
  assert.equal(isSlow(), 0);
  pass(1);
  assert.equal(isSlow(), 1);
});

test('only the time spent waiting for the client counts', (t) => {
  const { arrival, pass, isSlow } = timed(t);
  arrival.startWaiting();
  pass(5_000);
  arrival.stopWaiting();
  pass(1_000_000);
  arrival.startWaiting();
  arrival.startWaiting();
  pass(4_999);
  assert.equal(isSlow(), 0);
  pass(1);
  assert.equal(isSlow(), 1);
});

test('a rate of 0 and a completed body have no time limit', (t) => {
  const { arrival, pass, isSlow } = timed(t);
  arrival.startWaiting();
  arrival.stopWaiting();
  const free = new Arrival(
    { bytesPerSecond: 0, graceMs: 10, mostMs: 10 },
    () => assert.fail(),
    () => Date.now(),
  );
  free.startWaiting();
  pass(1_000_000);
  assert.equal(isSlow(), 0);
});
