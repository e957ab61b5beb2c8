import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants } from 'node:http2';
import { test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import {
  ask,
  blockOf,
  codeOf,
  DATA,
  END_HEADERS,
  END_STREAM,
  GOAWAY,
  good,
  HEADERS,
  held,
  requestOf,
  RST_STREAM,
  startHttp2,
} from '../fixtures/http2.ts';
import { send } from '../fixtures/test-gateway.ts';

test('HTTP/2 is answered as HTTP/1.1 is, which stays', async (t) => {
  const { open, url, ca, service } = await startHttp2(t, undefined, { corsOrigins: ['https://app.example'] });
  const session = open();
  const { status, headers, body } = await ask(session, '/v1/projects?limit=1', { ...good, 'x-own': 'mine' });
  assert.equal(status, 200);
  assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  assert.deepEqual(JSON.parse(body.toString()), { method: 'GET', url: '/v1/projects?limit=1', body: '' });
  assert.equal(headers['connection'], undefined);
  assert.deepEqual(
    service.received[0]!.rawHeaders.filter((text) => text.startsWith(':')),
    [],
  );
  assert.equal(service.received[0]!.headers['x-own'], 'mine');
  const posted = await ask(session, '/v1/projects', { ':method': 'POST', ...good }, '{"title":"A"}');
  assert.equal((JSON.parse(posted.body.toString()) as { body: string }).body, '{"title":"A"}');
  const head = await ask(session, '/v1/openapi.json', { ':method': 'HEAD' });
  assert.deepEqual([head.status, head.body.length], [200, 0]);
  const known = await ask(session, '/v1/openapi.json', { 'if-none-match': String(head.headers['etag']) });
  assert.deepEqual([known.status, known.body.length], [304, 0]);
  const script = await ask(session, '/docs/redoc.standalone.js');
  assert.equal(script.body.length, Number(script.headers['content-length']));
  assert.match(String(script.headers['vary']), /Origin.*Accept-Encoding|Accept-Encoding.*Origin/i);
  assert.equal((await ask(session, '/v1/nothing')).status, 404);
  assert.equal((await ask(session, '/v1/projects', { ':authority': 'one.example', host: 'other.example' })).status, 400);
  assert.equal((await ask(session, '/v1/projects', { expect: 'more', ...good })).status, 200);
  const batch = await ask(
    session,
    '/v1/batch',
    { ':method': 'POST', 'content-type': 'application/json', ...good },
    '[{"method":"GET","relative_url":"/v1/projects"}]',
  );
  assert.equal(batch.status, 200, batch.body.toString());
  assert.equal((await send(`${url}/livez`, { ca })).status, 200);
});

test('a body that the client cuts off is not passed on as if it were whole', async (t) => {
  const heard: string[] = [];
  const { speak, log } = await startHttp2(t, (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => heard.push(text));
    request.on('end', () => (heard.push('end'), response.end()));
  });
  const { frame } = await speak();
  let count = 0;
  for (const length of [[['content-length', '20']], []] as const)
    for (const code of [constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_CANCEL]) {
      const stream = count * 2 + 1;
      frame(HEADERS, blockOf(requestOf('POST', '/v1/projects', [['authorization', 'Bearer good'], ...length])), END_HEADERS, stream);
      frame(DATA, Buffer.from('{"title":"A"}'), 0, stream);
      if (length.length === 0) await eventually(() => heard.length === count - 1);
      frame(RST_STREAM, Buffer.from([0, 0, 0, code]), 0, stream);
      count += 1;
      await eventually(() => log.length === count);
    }
  assert.deepEqual(heard, ['{"title":"A"}', '{"title":"A"}']);
  assert.deepEqual(log.map(({ status }) => status), [499, 499, 499, 499]); // prettier-ignore
});

test('close lets the open streams of a connection end, and takes no more', { timeout: 30_000 }, async (t) => {
  const { handle, responses } = held();
  const gateway = await startHttp2(t, handle, { timeouts: { stopTimeoutMs: 300_000, silenceTimeoutMs: 300_000 } });
  const [idle, busy] = [gateway.open(), gateway.open()];
  await ask(idle, '/livez');
  const answer = ask(busy, '/v1/projects', good);
  await eventually(() => responses.length === 1);
  const closing = gateway.close();
  await Promise.all([once(idle, 'close'), once(busy, 'goaway')]);
  assert.equal(busy.closed, true);
  responses[0]!.end('{"late":true}');
  assert.equal((await answer).body.toString(), '{"late":true}');
  await closing;
});

test('close answers each stream that its GOAWAY covers, and takes no other', { timeout: 30_000 }, async (t) => {
  const { handle, responses } = held();
  const gateway = await startHttp2(t, handle, { timeouts: { stopTimeoutMs: 300_000, silenceTimeoutMs: 300_000 } });
  const { frame, received, socket } = await gateway.speak();
  const head = blockOf(requestOf('GET', '/v1/projects', [['authorization', 'Bearer good']]));
  const streamsOf = (type: number): number[] => received.filter((one) => one.type === type).map(({ stream }) => stream);
  frame(HEADERS, head, END_HEADERS | END_STREAM, 1);
  await eventually(() => responses.length === 1);
  const closing = gateway.close();
  await eventually(() => streamsOf(GOAWAY).length === 1);
  const covered = received.find(({ type }) => type === GOAWAY)!.payload.readUInt32BE(0);
  frame(HEADERS, head, END_HEADERS | END_STREAM, 3);
  responses[0]!.end('{}');
  await eventually(() => socket.destroyed || socket.readableEnded);
  assert.equal(covered, 1);
  assert.deepEqual([streamsOf(HEADERS), responses.length], [[1], 1]);
  socket.destroy();
  await closing;
});

test('close ends though a client that has said GOAWAY keeps its connection, and cuts nobody for it', { timeout: 30_000 }, async (t) => {
  const { handle, responses } = held();
  const gateway = await startHttp2(t, handle);
  const { frame, socket } = await gateway.speak();
  socket.pause();
  frame(GOAWAY, Buffer.alloc(8));
  const session = gateway.open();
  await ask(session, '/livez');
  const answer = ask(session, '/v1/projects', good);
  await eventually(() => responses.length === 1);
  const closing = gateway.close();
  responses[0]!.end('{}');
  assert.equal((await answer).status, 200);
  await closing;
});

test('close cuts a stream that outlives the time to stop', async (t) => {
  const { handle, responses } = held();
  const gateway = await startHttp2(t, handle, { timeouts: { stopTimeoutMs: 200 } });
  const session = gateway.open();
  const stream = session.request({ ':path': '/v1/projects', ...good });
  const cut = codeOf(stream);
  await eventually(() => responses.length === 1);
  await gateway.close();
  await cut;
});
