import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { DomainRefusal } from '@partner-ordering/kernel';
import { withTimeLimit, callerDeadline, REQUEST_LIMIT_MS, deadlineIn } from './cause.ts';
import { CallError, serviceClient } from './client.ts';
import { answering, goneUrl } from './fixtures/answering.ts';
import type { ServiceOperation, Call } from './operation.ts';
import { servicesKnowing } from './fixtures/services.ts';
import { keyTokens } from './key-tokens.ts';

const clock = () => new Date();
const [ordering, catalog] = servicesKnowing('ordering', 'catalog');
const tokens = keyTokens({ keys: ordering(), service: 'ordering', clock });
const read: ServiceOperation = { method: 'GET', path: '/internal/words/{of}', isIdempotent: true };
const write: ServiceOperation = { method: 'POST', path: '/internal/words', isIdempotent: false };

const call = (operation: ServiceOperation, input: object = {}): Call => ({
  service: 'catalog',
  operationId: 'getWord',
  operation,
  input,
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A client of one service with these instances, and the requests that they received. */
async function client(t: TestContext, ...answers: Answer[]) {
  const seen: { url: string; headers: IncomingHttpHeaders; body: string; instance: number }[] = [];
  const urls = await Promise.all(
    answers.map((answer, instance) =>
      answering(t, (request, response) => {
        void text(request).then((body) => {
          seen.push({ url: request.url!, headers: request.headers, body, instance });
          answer(request, response);
        });
      }),
    ),
  );
  return { seen, urls: { catalog: urls }, ask: serviceClient({ urls: { catalog: urls }, tokens }) };
}

const word: Answer = (_request, response) => void response.end('{"word":"loaf"}');
const status = (code: number, body = '{}') => ((_request, response) => void response.writeHead(code).end(body)) satisfies Answer;
const silence: Answer = () => undefined;

const isUnavailable = (why: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DomainRefusal && error.kind === 'unavailable');
  assert.ok(error.cause instanceof CallError);
  assert.match(error.cause.message, why);
  return true;
};

describe('calls to another service', () => {
  test('a call carries a service token, the trace, the request id and the remaining time', async (t) => {
    const { ask, seen } = await client(t, word);
    const cause = { ...deadlineIn(2_000), traceparent: '00-a-b-01', requestId: 'request-1' };
    assert.deepEqual(await ask(call(read, { of: 'a/b', in: 'é +' }), cause), { word: 'loaf' });
    const [{ url, headers } = { url: '', headers: {} as IncomingHttpHeaders }] = seen;
    assert.equal(url, '/internal/words/a%2Fb?in=%C3%A9%20%2B');
    assert.deepEqual([headers['traceparent'], headers['x-request-id']], ['00-a-b-01', 'request-1']);
    assert.deepEqual(
      await keyTokens({ keys: catalog(), service: 'catalog', clock }).verify(headers.authorization!.replace('Bearer ', ''), 'catalog'),
      { service: 'ordering' },
    );
    const left = Number(headers['x-time-left-ms']);
    assert.ok(left > 1_000 && left <= 2_000, String(left));
  });

  test('a call has 3 s or the time of its document, but no more than is left', async (t) => {
    const { ask, seen } = await client(t, word);
    await ask(call(read, { of: 'x' }), deadlineIn(10_000));
    await ask(call({ ...read, attemptMs: 5_000 }, { of: 'x' }), deadlineIn(10_000));
    assert.deepEqual(
      seen.map(({ headers }) => headers['x-time-left-ms']),
      ['3000', '5000'],
    );
    await ask(call({ ...read, attemptMs: 5_000 }, { of: 'x' }), deadlineIn(4_000));
    assert.ok(Number(seen[2]!.headers['x-time-left-ms']) <= 4_000);
  });

  test('the time for which this process is blocked does not count', async (t) => {
    const { ask } = await client(t, (request, response) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
      word(request, response);
    });
    assert.deepEqual(await ask(call(write, { of: 'x' }), deadlineIn(500)), { word: 'loaf' });
  });

  test('404 for an unknown operation passes the call to the next instance, even if it is not idempotent', async (t) => {
    for (const operation of [read, write]) {
      const { ask, seen } = await client(t, status(404), word);
      for (let time = 0; time < 2; time++) assert.deepEqual(await ask(call(operation, { of: 'x' }), deadlineIn(2_000)), { word: 'loaf' });
      assert.deepEqual(
        seen.map(({ instance }) => instance),
        [0, 1, 1],
      );
    }
    const { ask, seen } = await client(t, status(404), word);
    assert.equal(await ask(call({ ...read, mayBeAbsent: true }, { of: 'x' }), deadlineIn(2_000)), undefined);
    assert.equal(seen.length, 1);
  });

  test('a call of a public operation carries no token', async (t) => {
    const { ask, seen } = await client(t, word);
    await ask(call({ ...read, isPublic: true }, { of: 'x' }), deadlineIn(2_000));
    assert.equal(seen[0]!.headers.authorization, undefined);
  });

  test('a POST sends its input as JSON, and an answer without content is undefined', async (t) => {
    const { ask, seen } = await client(t, status(204, ''));
    assert.equal(await ask(call(write, { of: 'bread' }), deadlineIn(2_000)), undefined);
    assert.deepEqual(
      [seen[0]!.url, seen[0]!.body, seen[0]!.headers['content-type']],
      ['/internal/words', '{"of":"bread"}', 'application/json'],
    );
  });

  test('404 is undefined where the document allows it, else a failure', async (t) => {
    const { ask } = await client(t, status(404));
    assert.equal(await ask(call({ ...read, mayBeAbsent: true }, { of: 'x' }), deadlineIn(2_000)), undefined);
    await assert.rejects(ask(call(read, { of: 'x' }), deadlineIn(2_000)), isUnavailable(/^catalog getWord: answered 404/));
  });

  test('503 names the service, the operation and the answer in its cause only', async (t) => {
    const { ask } = await client(t, status(500, 'a secret'));
    await assert.rejects(ask(call(read), deadlineIn(2_000)), isUnavailable(/^catalog getWord: answered 500: a secret$/));
  });

  test('an idempotent call is repeated when nothing answers or the service is not available', async (t) => {
    let count = 0;
    const { ask, seen } = await client(t, (request, response) => {
      count += 1;
      if (count === 1) return void response.destroy();
      return count === 2 ? status(503)(request, response) : word(request, response);
    });
    assert.deepEqual(await ask(call(read), deadlineIn(5_000)), { word: 'loaf' });
    assert.equal(seen.length, 3);
  });

  test('a call that took long is not repeated', async (t) => {
    const { ask, seen } = await client(t, (request, response) => void setTimeout(() => status(503)(request, response), 1_100));
    await assert.rejects(ask(call(read), deadlineIn(5_000)), isUnavailable(/answered 503/));
    assert.equal(seen.length, 1);
  });

  test('a call with any other answer is not repeated', async (t) => {
    const { ask, seen } = await client(t, status(400));
    await assert.rejects(ask(call(read), deadlineIn(2_000)), isUnavailable(/answered 400/));
    assert.equal(seen.length, 1);
  });

  test('a call that is not idempotent is never repeated', async (t) => {
    for (const answer of [status(503), (_request: IncomingMessage, response: ServerResponse) => void response.destroy()]) {
      const { ask, seen } = await client(t, answer, word);
      await assert.rejects(ask(call(write), deadlineIn(2_000)), isUnavailable(/^catalog getWord: /));
      assert.equal(seen.length, 1);
    }
  });

  test('a call that is not idempotent goes to the next instance when the first refuses the connection', async (t) => {
    const url = await answering(t, word);
    const ask = serviceClient({ urls: { catalog: [await goneUrl(), url] }, tokens });
    assert.deepEqual(await ask(call(write), deadlineIn(2_000)), { word: 'loaf' });
  });

  test('no call is sent or repeated after the deadline', async (t) => {
    const { ask, seen } = await client(t, silence);
    await assert.rejects(ask(call(read), deadlineIn(0)), isUnavailable(/no time left/));
    assert.equal(seen.length, 0);
    const startedAt = performance.now();
    await assert.rejects(ask(call(read), deadlineIn(300)), isUnavailable(/^catalog getWord: /));
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs >= 250 && tookMs < 1_500, String(tookMs));
  });

  test('a call ends in its time while its connection is still being opened, and the next call opens one of its own', async (t) => {
    const connections: Socket[] = [];
    // Nobody answers the handshake of TLS.
    const silent = createServer((socket) => void connections.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    t.after(() => {
      for (const socket of connections) socket.destroy();
      silent.close();
    });
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const ask = serviceClient({ urls: { catalog: [url] }, tokens });
    for (const count of [1, 2]) {
      await assert.rejects(ask(call(read), deadlineIn(300)), isUnavailable(/: no answer within \d+ ms$/));
      assert.equal(connections.length, count);
    }
  });
});

describe('deadlines', () => {
  test("a deadline is the caller's remaining time, or the limit of any request without one", () => {
    assert.equal(callerDeadline({ 'x-time-left-ms': '700' }, 1_000), 1_700);
    for (const headers of [{}, { 'x-time-left-ms': '-1' }, { 'x-time-left-ms': '1e9' }])
      assert.equal(callerDeadline(headers, 1_000), 1_000 + REQUEST_LIMIT_MS);
  });

  test('a deadline can only come closer', () => {
    const cause = deadlineIn(1_000);
    assert.equal(withTimeLimit(5_000, cause).deadlineMs, cause.deadlineMs);
    assert.ok(withTimeLimit(10, cause).deadlineMs < cause.deadlineMs);
  });
});
