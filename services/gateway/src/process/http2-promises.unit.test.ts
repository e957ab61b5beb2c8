import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { eventually } from '@partner-ordering/testing';
import { Agent, request } from 'undici';
import { answerOf, ask, good, held, startHttp2 } from '../fixtures/http2.ts';

const messageOf = ({ body }: { body: Buffer }): string => (JSON.parse(body.toString()) as { error: { message: string } }).error.message;

test('429 of the requests that a connection has too many at once, for its user and its address; the others go on', async (t) => {
  const { handle, responses } = held();
  const { open } = await startHttp2(t, handle, { limits: { requestsAtOncePerUser: 3, requestsAtOncePerAddress: 5 } });
  const session = open();
  const running = ['good', 'good', 'good', 'other', 'other'].map((token) =>
    ask(session, '/v1/projects', { authorization: `Bearer ${token}` }),
  );
  await eventually(() => responses.length === 5);
  for (const token of ['good', 'other', 'application']) {
    const refused = await ask(session, '/v1/projects', { authorization: `Bearer ${token}` });
    assert.deepEqual([refused.status, refused.headers['retry-after'], messageOf(refused)], [429, '1', 'Too many requests']);
  }
  responses.forEach((response) => response.end('{}'));
  assert.deepEqual((await Promise.all(running)).map(({ status }) => status), [200, 200, 200, 200, 200]); // prettier-ignore
  const another = ask(session, '/v1/projects', good);
  await eventually(() => responses.length === 6);
  responses[5]!.end('{}');
  assert.equal((await another).status, 200);
});

test('a stream that its client resets makes room at once, and its service is not waited for', async (t) => {
  const { handle, responses } = held();
  let closed = 0;
  const { open } = await startHttp2(t, (request, response) => (response.on('close', () => (closed += 1)), handle(request, response)), {
    limits: { requestsAtOncePerUser: 1 },
  });
  const session = open();
  for (let round = 1; round <= 3; round += 1) {
    const stream = session.request({ ':path': '/v1/projects', ...good }).on('error', () => undefined);
    await eventually(() => responses.length === round);
    assert.equal((await ask(session, '/v1/projects', good)).status, 429);
    stream.close(8);
    await eventually(() => closed === round);
  }
});

test('uploads arrive whole, with a length and without; an answer that comes before their end arrives, and the connection goes on', async (t) => {
  const { open } = await startHttp2(t, (request, response) => {
    if (request.url === '/v1/files')
      return void response.writeHead(413, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
    const hash = createHash('sha256');
    request.on('data', (chunk: Buffer) => hash.update(chunk)).on('end', () => response.end(hash.digest('hex')));
  });
  const session = open();
  const body = Buffer.alloc(3_000_000, 'a picture');
  const digest = createHash('sha256').update(body).digest('hex');
  const upload = (path: string, headers: Record<string, string>) => ask(session, path, { ':method': 'POST', ...good, ...headers }, body);
  const uploaded = await Promise.all([{}, { 'content-length': String(body.length) }].map((length) => upload('/v1/projects', length)));
  for (const answer of uploaded) assert.deepEqual([answer.status, answer.body.toString()], [200, digest]);
  for (let round = 0; round < 3; round += 1) {
    const stream = session.request({ ':path': '/v1/files', ':method': 'POST', ...good });
    stream.on('error', () => undefined).write(body);
    assert.equal((await answerOf(stream)).status, 413);
  }
  assert.equal((await upload('/v1/projects', {})).body.toString(), digest);
});

test('uploads that a service does not read leave the other requests of their connection alone', async (t) => {
  const waiting: unknown[] = [];
  const { open } = await startHttp2(
    t,
    (request, response) => void (request.method === 'POST' ? waiting.push(request) : response.end('{}')),
    {
      limits: { requestsAtOncePerUser: 0 },
    },
  );
  const session = open();
  const body = Buffer.alloc(1_000_000);
  for (let count = 0; count < 90; count += 1)
    session.request({ ':path': '/v1/projects', ':method': 'POST', ...good }).on('error', () => undefined).write(body); // prettier-ignore
  await eventually(() => waiting.length === 90);
  await eventually(() => session.state.outboundQueueSize === 0);
  for (let round = 0; round < 5; round += 1) assert.equal((await ask(session, '/v1/projects', good)).status, 200);
  assert.equal(session.closed, false);
});

test('headers of the connection to a service end there; a redirect, repeated headers, coding, CORS and 100 arrive', async (t) => {
  const text = JSON.stringify({ items: Array.from({ length: 400 }, () => 'A loaf and an anchor') });
  const { open } = await startHttp2(
    t,
    (incoming, response) => {
      incoming.resume();
      const headers = { connection: 'x-hop', 'x-hop': 'a', 'keep-alive': 'timeout=9', link: ['</a>', '</b>'], location: '/v1/files/a' };
      response.writeHead(incoming.url === '/v1/me' ? 303 : 200, { 'content-type': 'application/json', etag: '"a"', ...headers });
      response.write(text.slice(0, 100));
      response.end(text.slice(100));
    },
    { corsOrigins: ['https://app.example'] },
  );
  const session = open();
  const redirect = await ask(session, '/v1/me', { ...good, origin: 'https://app.example' });
  assert.deepEqual([redirect.status, redirect.headers['location'], redirect.body.toString()], [303, '/v1/files/a', text]);
  assert.equal(redirect.headers['access-control-allow-origin'], 'https://app.example');
  assert.deepEqual(String(redirect.headers['link']).split(/, ?/), ['</a>', '</b>']);
  for (const name of ['connection', 'x-hop', 'keep-alive', 'transfer-encoding', 'upgrade']) assert.equal(redirect.headers[name], undefined);
  const coded = await ask(session, '/v1/projects', { ...good, 'accept-encoding': 'br' });
  assert.deepEqual([coded.headers['content-encoding'], brotliDecompressSync(coded.body).toString()], ['br', text]);
  const preflight = { origin: 'https://app.example', 'access-control-request-method': 'PUT' };
  assert.equal((await ask(session, '/v1/projects/1', { ':method': 'OPTIONS', ...preflight })).status, 204);
  const patient = session.request({ ':path': '/v1/projects', ':method': 'POST', ...good, expect: '100-continue' });
  await once(patient, 'continue');
  patient.end('{}');
  assert.equal((await answerOf(patient)).status, 200);
});

test('408 of a body that is fast enough, once it has taken as long as any may; others of its connection go on', async (t) => {
  const { open } = await startHttp2(t, held().handle, { body: { wholeTimeoutMs: 300 } });
  const session = open();
  const stream = session.request({ ':path': '/v1/projects', ':method': 'POST', ...good }).on('error', () => undefined);
  const writing = setInterval(() => stream.write(Buffer.alloc(10_000)), 20);
  t.after(() => clearInterval(writing));
  const refused = await answerOf(stream);
  clearInterval(writing);
  assert.equal(refused.status, 408);
  assert.equal((await ask(session, '/livez')).status, 200);
});

test("undici's client asks by HTTP/2 when it may", async (t) => {
  const { url, ca } = await startHttp2(t);
  const dispatcher = new Agent({ allowH2: true, connections: 1, connect: { ca } });
  t.after(() => dispatcher.close());
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      request(`${url}/v1/projects`, { method: 'POST', headers: good, body: `{"title":"${index}"}`, dispatcher }),
    ),
  );
  const titles = await Promise.all(answers.map(async ({ body }) => ((await body.json()) as { body: string }).body));
  assert.deepEqual(titles, Array.from({ length: 20 }, (_, index) => `{"title":"${index}"}`)); // prettier-ignore
});

test('a head that comes byte by byte, and a connection that asks nothing, end with the silence', async (t) => {
  const { speak, open } = await startHttp2(t, undefined, { timeouts: { silenceTimeoutMs: 300 } });
  const [slow, idle] = [await speak(), await speak()];
  const closed = Promise.all([once(slow.socket, 'close'), once(idle.socket, 'close')]);
  // The beginning of a frame that promises 100 bytes more.
  slow.socket.write(Buffer.from([0, 0, 100, 1, 4, 0, 0, 0, 1]));
  const writing = setInterval(() => slow.socket.write(Buffer.from([0])), 50);
  t.after(() => clearInterval(writing));
  await closed;
  assert.equal((await ask(open(), '/livez')).status, 200);
});
