import assert from 'node:assert/strict';
import { constants } from 'node:http2';
import { test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import {
  ACK,
  answerOf,
  ask,
  blockOf,
  codeOf,
  DATA,
  END_HEADERS,
  END_STREAM,
  good,
  HEADERS,
  held,
  requestOf,
  RST_STREAM,
  SETTINGS,
  startHttp2,
} from '../fixtures/http2.ts';

test('a hundred requests of a connection run at once, and more are refused', async (t) => {
  const { handle, responses } = held();
  const { open } = await startHttp2(t, handle, { limits: { requestsAtOncePerUser: 0, requestsAtOncePerAddress: 0 } });
  // Sent before it knows what the server takes.
  const session = open({ peerMaxConcurrentStreams: 1000 });
  const asked = Array.from({ length: 150 }, () => ask(session, '/v1/projects', good));
  const ended = Promise.allSettled(asked);
  await eventually(() => responses.length === 100);
  assert.equal(session.remoteSettings.maxConcurrentStreams, 100);
  responses.forEach((response) => response.end('{}'));
  const outcomes = await ended;
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 100);
  assert.equal(responses.length, 100);
});

test('a client that goes on asking when it has a hundred requests at once loses its connection', async (t) => {
  const { handle, responses } = held();
  const { speak, open } = await startHttp2(t, handle, { limits: { requestsAtOncePerUser: 0, requestsAtOncePerAddress: 0 } });
  const { socket, frame, received } = await speak();
  const head = blockOf(requestOf('GET', '/v1/projects'));
  const askMany = (first: number, count: number): void => {
    for (let index = first; index < first + count; index += 1) frame(HEADERS, head, END_HEADERS | END_STREAM, 2 * index + 1);
  };
  askMany(0, 150);
  await eventually(() => received.filter(({ type }) => type === RST_STREAM).length === 50);
  assert.equal(socket.destroyed, false);
  askMany(150, 100);
  await eventually(() => socket.destroyed);
  assert.ok(responses.length <= 100, `${responses.length} ran`);
  assert.equal((await ask(open(), '/livez')).status, 200);
});

test('the hundred-and-first request at once of a client that knows the limit ends its connection', async (t) => {
  const { handle, responses } = held();
  const { speak, metrics } = await startHttp2(t, handle, { limits: { requestsAtOncePerUser: 0, requestsAtOncePerAddress: 0 } });
  const { socket, frame, received } = await speak();
  await eventually(() => received.some(({ type }) => type === SETTINGS));
  frame(SETTINGS, Buffer.alloc(0), ACK);
  const head = blockOf(requestOf('GET', '/v1/projects'));
  for (let index = 0; index < 100; index += 1) frame(HEADERS, head, END_HEADERS | END_STREAM, 2 * index + 1);
  await eventually(() => responses.length === 100);
  assert.equal(socket.destroyed, false);
  frame(HEADERS, head, END_HEADERS | END_STREAM, 201);
  await eventually(() => socket.destroyed);
  assert.match(await metrics(), /gateway_connections_cut_total\{reason="ERR_HTTP2_[A-Z_]+",service="gateway"\} 1\n/);
});

test('an address has as many requests at once over HTTP/2 as connections, pages too; more may be sent again', async (t) => {
  const { handle, responses } = held();
  const { open } = await startHttp2(t, handle, { limits: { connectionsPerAddress: 3 } });
  const [one, other] = [open(), open()];
  const running = [ask(one, '/v1/projects', good), ask(one, '/v1/projects', good), ask(other, '/v1/projects', good)];
  await eventually(() => responses.length === 3);
  for (const path of ['/v1/projects', '/livez'])
    assert.equal(await codeOf(other.request({ ':path': path, ...good })), constants.NGHTTP2_REFUSED_STREAM);
  responses[0]!.end('{}');
  await running[0];
  assert.equal((await ask(other, '/livez')).status, 200);
  responses.forEach((response) => response.end('{}'));
  await Promise.all(running);
});

test('a hundred empty pieces of a body are taken, and one more ends the connection', async (t) => {
  const { speak, open } = await startHttp2(t, undefined, { body: { bytesPerSecond: 0 } });
  const { socket, frame, received } = await speak();
  frame(HEADERS, blockOf(requestOf('POST', '/v1/projects', [['authorization', 'Bearer good']])), END_HEADERS, 1);
  for (let count = 0; count < 101; count += 1) frame(DATA, Buffer.alloc(0), 0, 1);
  frame(HEADERS, blockOf(requestOf('GET', '/livez')), END_HEADERS | END_STREAM, 3);
  await eventually(() => received.some(({ type, stream }) => type === HEADERS && stream === 3));
  assert.equal(socket.destroyed, false);
  frame(DATA, Buffer.alloc(0), 0, 1);
  await eventually(() => socket.destroyed);
  assert.equal((await ask(open(), '/livez')).status, 200);
});

test('431 of headers over 64 KiB, beyond twice that its stream ends, and with a head in ten pieces the connection', async (t) => {
  const { open } = await startHttp2(t);
  const session = open({ maxSendHeaderBlockLength: 1_000_000, settings: { maxHeaderListSize: 1_000_000 } });
  const long = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'x'.repeat(10_000)]));
  for (let round = 0; round < 2; round += 1) {
    assert.equal((await ask(session, '/livez', long(7))).status, 431);
    assert.equal((await ask(session, '/livez', long(6))).status, 200);
  }
  assert.equal(await codeOf(session.request({ ':path': '/livez', ...long(14) })), constants.NGHTTP2_ENHANCE_YOUR_CALM);
  assert.equal((await ask(session, '/livez')).status, 200);
  // In more than eight pieces after the first.
  session.request({ ':path': '/livez', ...long(20) }).on('error', () => undefined);
  await eventually(() => session.destroyed);
});

test('an answer of which a client takes nothing ends by itself, and others of its connection go on', async (t) => {
  const image = Buffer.alloc(4 * 1024 * 1024);
  let closed = 0;
  const { open, log } = await startHttp2(t, (_request, response) => void response.on('close', () => (closed += 1)).end(image), {
    taking: { bytesPerSecond: 1000, graceMs: 500, mostMs: 500 },
  });
  const session = open({ settings: { initialWindowSize: 0 } });
  const streams = [session.request({ ':path': '/v1/projects/1', ...good }), session.request({ ':path': '/docs/redoc.standalone.js' })];
  const speaking = setInterval(() => void ask(session, '/livez', { ':method': 'HEAD' }).catch(() => undefined), 50);
  t.after(() => clearInterval(speaking));
  const codes = await Promise.all(streams.map((stream) => codeOf(stream)));
  assert.deepEqual(codes, [constants.NGHTTP2_INTERNAL_ERROR, constants.NGHTTP2_INTERNAL_ERROR]);
  await eventually(() => closed === 1 && log.filter(({ status }) => status === 499).length === 2);
  assert.equal(session.destroyed, false);
});

test('a stream on which nothing happens ends though its connection speaks', async (t) => {
  const { open } = await startHttp2(t, held().handle, { timeouts: { silenceTimeoutMs: 500 } });
  const session = open();
  const speaking = setInterval(() => void ask(session, '/livez').catch(() => undefined), 50);
  t.after(() => clearInterval(speaking));
  assert.equal(await codeOf(session.request({ ':path': '/v1/projects', ...good })), constants.NGHTTP2_CANCEL);
  assert.equal((await ask(session, '/livez')).status, 200);
});

test('408 of a body that arrives too slowly, long or short, and others of its connection go on', async (t) => {
  const body = { bytesPerSecond: 1000, graceMs: 200, mostMs: 200, smallTimeoutMs: 200 };
  const { open } = await startHttp2(t, held().handle, { body });
  const session = open();
  for (const length of [{}, { 'content-length': '100' }]) {
    const stream = session.request({ ':path': '/v1/projects', ':method': 'POST', ...length, ...good });
    stream.on('error', () => undefined).write('{');
    assert.equal((await answerOf(stream)).status, 408);
    await eventually(() => stream.closed);
  }
  assert.equal((await ask(session, '/livez')).status, 200);
});
