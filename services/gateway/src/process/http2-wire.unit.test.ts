import assert from 'node:assert/strict';
import { constants } from 'node:http2';
import { test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { json, send } from '../fixtures/test-gateway.ts';
import {
  answerOf,
  ask,
  blockOf,
  DATA,
  END_HEADERS,
  END_STREAM,
  good,
  GOAWAY,
  HEADERS,
  requestOf,
  RST_STREAM,
  startHttp2,
  type Pairs,
} from '../fixtures/http2.ts';

/** Of what is malformed, and of what had begun before that was seen. */
const refusals: readonly number[] = [constants.NGHTTP2_PROTOCOL_ERROR, constants.NGHTTP2_INTERNAL_ERROR];
const token = ['authorization', 'Bearer good'] as const;
const smuggled = Buffer.from('GET /v1/projects/smuggled HTTP/1.1\r\nHost: a\r\n\r\n');
const post = (...headers: Pairs): Pairs => requestOf('POST', '/v1/projects', [token, ...headers]);

/** What another server, or one of HTTP/1.1 behind it, may read in another way. */
const malformed: Record<string, Pairs> = {
  'a length that is given twice': post(['content-length', '2'], ['content-length', '47']),
  'a length in two ways': post(['content-length', '2,47']),
  'a length that is no number': post(['content-length', '+2']),
  'a body longer than its length': post(['content-length', '2']),
  'a body shorter than its length': post(['content-length', '200']),
  'a long body shorter than its length': post(['content-length', '200000']),
  'a coding of the transfer': post(['transfer-encoding', 'chunked']),
  'a coding of the transfer besides a length': post(['content-length', '47'], ['transfer-encoding', 'chunked']),
  'headers of a connection': post(['connection', 'content-length']),
  'a connection that is kept': post(['keep-alive', '5']),
  'a proxy that is to keep it': post(['proxy-connection', 'keep-alive']),
  'another protocol': post(['upgrade', 'h2c']),
  'te for anything but trailers': post(['te', 'chunked']),
  'a name in upper case': post(['X-Own', 'a']),
  'no host': post().filter(([name]) => name !== ':authority'),
  'an empty host': [...post().filter(([name]) => name !== ':authority'), ['host', '']],
  'two hosts': post(['host', 'a'], ['host', 'b']),
  'two authorities': [[':authority', 'b'], ...post()],
  'two paths': [[':path', '/v1/me'], ...post()],
  'two methods': [[':method', 'GET'], ...post()],
  'a path behind other headers': [[':scheme', 'https'], [':authority', 'a'], [':method', 'POST'], token, [':path', '/v1/projects']],
  'no path': post().filter(([name]) => name !== ':path'),
  'no method': post().filter(([name]) => name !== ':method'),
  'an empty path': requestOf('POST', '', [token]),
  'a path that is an address': requestOf('POST', 'https://a/internal/state/user/1', [token]),
  'a path with a line end': requestOf('POST', '/v1/projects HTTP/1.1\r\nx: ', [token]),
  'a method with a blank': requestOf('POST /internal', '/v1/projects', [token]),
  'a pseudo-header of an answer': [[':status', '200'], ...post()],
  'a protocol to connect with': [[':protocol', 'websocket'], ...requestOf('CONNECT', '/v1/projects', [token])],
};

/** What is no header: nghttp2 leaves it out. */
const noHeaders: Pairs = [
  ['x own', 'a'],
  ['x-own\r\nx-other', 'a'],
  ['x:own', 'a'],
  ['x-own', 'a\r\ntransfer-encoding: chunked'],
  ['x-own', 'a\0b'],
];

test('a request that can be read in two ways is refused by its stream, and no service hears of it as a whole', async (t) => {
  const heard: string[] = [];
  const { speak, service } = await startHttp2(t, (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => heard.push(text));
    request.on('end', () => (heard.push(`end of ${request.url}`), response.end('{}')));
  });
  for (const [name, headers] of Object.entries(malformed)) {
    const before = service.received.length;
    const { socket, frame, received } = await speak();
    frame(HEADERS, blockOf(headers), END_HEADERS, 1);
    frame(DATA, smuggled, END_STREAM, 1);
    await eventually(() =>
      assert.ok(
        received.some(({ type }) => type === RST_STREAM || type === GOAWAY),
        `${name} is taken`,
      ),
    );
    const { payload } = received.find(({ type }) => type === RST_STREAM || type === GOAWAY)!;
    assert.ok(refusals.includes(payload.readUInt32BE(payload.length === 4 ? 0 : 4)), name);
    assert.ok(!received.some(({ type }) => type === HEADERS), `${name} is answered`);
    socket.destroy();
    // The head of a long body may be passed on before its end is seen.
    if (!name.startsWith('a long body')) assert.equal(service.received.length, before, name);
  }
  assert.deepEqual(heard.filter((text) => text.startsWith('end')), []); // prettier-ignore
});

test('what is no header is not passed on: a blank, a colon or a line end in a name, a line end or a zero in a value', async (t) => {
  const { speak, service } = await startHttp2(t);
  for (const header of [['x-own', 'a'] as const, ...noHeaders]) {
    const { socket, frame, received } = await speak();
    frame(HEADERS, blockOf(requestOf('GET', '/v1/projects', [token, header])), END_HEADERS | END_STREAM, 1);
    await eventually(() => received.some(({ type }) => type === HEADERS));
    const names = Object.keys(service.received.pop()!.headers).filter((name) => /[^a-z-]|^x-o|^transfer/.test(name));
    assert.deepEqual(names, header[1] === 'a' && header[0] === 'x-own' ? ['x-own'] : [], header.join());
    socket.destroy();
  }
});

test('what a service is asked by HTTP/2 says once where its body ends, and has no headers of the connection', async (t) => {
  const { open, service } = await startHttp2(t);
  const session = open();
  const bodies = [Buffer.alloc(100_000, 'x'), Buffer.from('{}')];
  for (const body of bodies)
    for (const length of [{ 'content-length': String(body.length) }, {}]) {
      const headers = { ':method': 'POST', ...good, ...length, te: 'trailers', expect: '100-continue' };
      const answer = await ask(session, '/v1/projects', headers, body);
      assert.equal((JSON.parse(answer.body.toString()) as { body: string }).body, body.toString());
      const names = Object.keys(service.received.pop()!.headers);
      const framing = names.filter((name) => name === 'content-length' || name === 'transfer-encoding');
      assert.deepEqual(framing, ['content-length' in length ? 'content-length' : 'transfer-encoding']);
      assert.ok(!names.some((name) => name.startsWith(':') || name === 'te' || name === 'expect'), String(names));
    }
});

test('what is refused by HTTP/2 has the body that it has by HTTP/1.1: two hosts, CONNECT, 405, 404 and 414', async (t) => {
  const { open, url, ca, service } = await startHttp2(t);
  const session = open();
  const refused = async (path: string, headers: Record<string, string>, status: number): Promise<unknown> => {
    const answer = await ask(session, path, { ...good, ...headers });
    assert.equal(answer.status, status, answer.body.toString());
    assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000');
    return JSON.parse(answer.body.toString());
  };
  for (const [path, method, status] of [
    ['/v1/nothing', 'GET', 404],
    ['/v1/projects', 'PATCH', 405],
    [`/v1/projects?search=${'x'.repeat(50_000)}`, 'GET', 414],
  ] as const) {
    const before = await send(url + path, { ca, method, headers: good });
    assert.equal(before.status, status);
    assert.deepEqual(await refused(path, { ':method': method }, status), json(before));
  }
  const hosts = { ':authority': 'one.example', host: 'other.example' };
  assert.match(JSON.stringify(await refused('/v1/projects', hosts, 400)), /"Host"/);
  const connecting = await answerOf(session.request({ ':method': 'CONNECT', ':authority': 'other.example:443' }));
  assert.equal(connecting.status, 405);
  assert.equal((JSON.parse(connecting.body.toString()) as { error: { code: number } }).error.code, 405);
  assert.equal(service.received.length, 0);
  assert.equal((await ask(session, '/v1/projects', { ':authority': 'a', host: 'a', ...good })).status, 200);
});
