import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { send, startGateway, startService, type StartedGateway, type Upstream } from '../fixtures/test-gateway.ts';

/** More than the buffers of a connection hold at both ends. */
const image = Buffer.alloc(64 * 1024 * 1024);
const token = 'POST /oauth2/token HTTP/1.1\r\nHost: a\r\nContent-Length: 19\r\n\r\ngrant_type=password';
const read = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const other = { headers: { authorization: 'Bearer other' } };

/** A connection on which all of this is sent at once. */
function pipelined(t: TestContext, { port }: Pick<StartedGateway, 'port'>, requests: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  t.after(() => socket.destroy());
  socket.write(requests);
  return socket;
}

const statusesOf = (answers: string): string[] => answers.match(/HTTP\/1\.1 \d{3}/g) ?? [];
const paths = (service: Upstream): string[] => service.received.map(({ url }) => url);

/** A service that answers what the test lets it. */
async function startHeld(t: TestContext) {
  const held: ServerResponse[] = [];
  const service = await startService(t, (request, response) => {
    request.resume();
    if (request.headers.authorization === 'Bearer other') response.end('{}');
    else held.push(response);
  });
  return { service, held };
}

async function answersOthers(url: string, path: string): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(url + path, other)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
}

test('1,100 password requests on one connection run one at a time at most, and others are answered', async (t) => {
  const { service, held } = await startHeld(t);
  const gateway = await startGateway(t, service);
  const socket = pipelined(t, gateway, token.repeat(1100));
  await eventually(() => held.length > 1000 || socket.closed);
  await answersOthers(gateway.url, '/v1/me');
  assert.ok(held.length <= 1, `${held.length} requests of one connection run at once`);
  assert.ok(socket.closed, 'a connection with so many requests is cut');
});

test('requests of one connection run one after another and are answered in their order', async (t) => {
  const { service, held } = await startHeld(t);
  const gateway = await startGateway(t, service);
  const count = 32;
  const requests = Array.from({ length: count }, (_, index) => read(`/v1/projects/${index}`));
  const socket = pipelined(t, gateway, `${requests.join('')}${read('/livez').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`);
  const answers = text(socket);
  for (let index = 0; index < count; index += 1) {
    await eventually(() => held.length > index);
    assert.equal(held.length, index + 1);
    held[index]!.end(`answer ${index}.`);
  }
  const expected = Array.from({ length: count }, (_, index) => `answer ${index}.`);
  assert.deepEqual((await answers).match(/answer \d+\./g), expected);
  assert.deepEqual(
    paths(service),
    expected.map((_, index) => `/v1/projects/${index}`),
  );
});

test('429 with Retry-After in place of all waiting requests if more than 32 wait, and the connection is closed', async (t) => {
  const { service, held } = await startHeld(t);
  const gateway = await startGateway(t, service);
  const answers = text(pipelined(t, gateway, read('/v1/projects/1').repeat(34)));
  await eventually(() => held.length > 0);
  held[0]!.end('first');
  const received = await answers;
  assert.deepEqual(statusesOf(received), ['HTTP/1.1 200', 'HTTP/1.1 429']);
  assert.match(received, /HTTP\/1\.1 429 [^]*retry-after: 1\r\n[^]*connection: close\r\n[^]*"code":429/i);
  assert.equal(service.received.length, 1);
});

test('a connection closes if its client reads nothing of an answer for a minute', async (t) => {
  let closed = 0;
  const service = await startService(t, (_request, response) => void response.on('close', () => (closed += 1)).end(image));
  const gateway = await startGateway(t, service, { timeouts: { silenceTimeoutMs: 300 } });
  pipelined(t, gateway, read('/v1/projects/1').repeat(3)).pause();
  await eventually(() => gateway.log.length > 0);
  assert.equal(gateway.log[0]!['status'], 499);
  await eventually(() => closed === 1);
});
