import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { post } from '../fixtures/batches.ts';
import { builtPortal } from '../fixtures/built.ts';
import { routes, startGateway, startService } from '../fixtures/test-gateway.ts';

const BROWSER = 'gzip, deflate, br, zstd';
const TAG = '"dGhlIGhhc2ggb2YgdGhlIGJvZHk"';
const text = JSON.stringify({ items: Array.from({ length: 400 }, (_none, index) => ({ gid: index, title: 'A loaf and an anchor' })) });

interface Bytes {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** The raw answer on the wire. */
async function ask(url: string, headers: OutgoingHttpHeaders, method = 'GET'): Promise<Bytes> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpRequest(url, { method, headers, agent: false }, resolve).on('error', reject).end();
  const answer = await promise;
  return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) };
}

/** A handler that answers with these headers: by default cacheable JSON with its tag. */
const answering =
  (body: string | Buffer = text, headers: OutgoingHttpHeaders = {}): RequestListener =>
  (request, response) => {
    request.resume();
    const tags = request.headers['if-none-match'];
    const all = { 'content-type': 'application/json; charset=utf-8', etag: TAG, vary: 'Authorization', ...headers };
    if (tags?.includes(TAG)) response.writeHead(304, { etag: TAG }).end();
    else response.writeHead(200, { ...all, 'content-length': Buffer.byteLength(body) }).end(request.method === 'HEAD' ? '' : body);
  };

const plain = ({ headers, body }: Bytes): string => {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body).toString();
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString();
};

test('200 in the encoding that the client prefers, br if several are equal; uncompressed without Accept-Encoding', async (t) => {
  const { url } = await startGateway(t, await startService(t, answering()));
  for (const [accepted, encoding] of [
    [BROWSER, 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['identity, br;q=0.1', undefined],
    ['zstd', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const) {
    const answer = await ask(`${url}/v1/projects`, accepted === undefined ? {} : { 'accept-encoding': accepted });
    assert.deepEqual([answer.status, answer.headers['content-encoding'], plain(answer)], [200, encoding, text], accepted);
    assert.equal(answer.headers.vary, 'Authorization, Accept-Encoding');
    if (encoding === undefined) assert.equal(answer.headers['content-length'], String(text.length));
    else assert.ok(answer.body.length < text.length / 5, `${answer.body.length} of ${text.length}`);
  }
});

test('answers of the gateway itself are compressed too, and its pages have a tag per encoding', async (t) => {
  const { url } = await startGateway(t, await startService(t), { docs: builtPortal(t) });
  for (const path of ['/docs/assets/app.1.js', '/account/account.css']) {
    const [compressed, whole] = [await ask(url + path, { 'accept-encoding': BROWSER }), await ask(url + path, {})];
    assert.deepEqual([compressed.headers['content-encoding'], whole.headers['content-encoding']], ['br', undefined]);
    assert.equal(compressed.headers['content-length'], String(compressed.body.length));
    assert.equal(plain(compressed), whole.body.toString());
    assert.notEqual(compressed.headers.etag, whole.headers.etag);
    for (const { headers } of [compressed, whole]) {
      const again = await ask(url + path, { 'accept-encoding': BROWSER, 'if-none-match': headers.etag! });
      assert.deepEqual([again.status, again.headers.etag, again.headers.vary], [304, headers.etag, 'Accept-Encoding']);
    }
  }
});

test('a compressed answer has a tag of its own, which If-None-Match and If-Match accept', async (t) => {
  const service = await startService(t, answering());
  const { url } = await startGateway(t, service);
  const first = await ask(`${url}/v1/projects/1`, { 'accept-encoding': 'br' });
  assert.equal(first.headers.etag, TAG.replace(/"$/, '.br"'));
  for (const [sent, answered] of [
    [first.headers.etag, first.headers.etag],
    [`"other", ${first.headers.etag}`, first.headers.etag],
    [TAG, TAG],
  ] as const) {
    const again = await ask(`${url}/v1/projects/1`, { 'accept-encoding': 'br', 'if-none-match': sent });
    assert.deepEqual([again.status, again.headers.etag, again.body.length], [304, answered, 0]);
    assert.match(String(again.headers.vary), /Accept-Encoding/);
    assert.equal(service.received.at(-1)!.headers['if-none-match'], sent.replace('.br"', '"'));
  }
  await ask(`${url}/v1/projects/1`, { 'if-match': first.headers.etag! }, 'PUT');
  assert.equal(service.received.at(-1)!.headers['if-match'], TAG);
});

test('HEAD has the headers of GET without length and body', async (t) => {
  const { url } = await startGateway(t, await startService(t, answering()));
  const { status, headers, body } = await ask(`${url}/v1/projects/1`, { 'accept-encoding': 'gzip' }, 'HEAD');
  assert.deepEqual([status, headers['content-encoding'], headers['content-length'], body.length], [200, 'gzip', undefined, 0]);
  assert.equal(headers.etag, TAG.replace(/"$/, '.gzip"'));
});

test('an answer of 1,400 bytes is not compressed, a longer one is; up to 64 KiB it has a length', async (t) => {
  for (const [bytes, encoding, hasLength] of [
    [1400, undefined, true],
    [1401, 'br', true],
    [64 * 1024, 'br', true],
    [64 * 1024 + 1, 'br', false],
  ] as const) {
    const body = Array.from({ length: bytes }, (_none, index) => index)
      .join(' ')
      .slice(0, bytes);
    const { url } = await startGateway(t, await startService(t, answering(body, { 'content-type': 'text/plain' })));
    const answer = await ask(`${url}/v1/projects`, { 'accept-encoding': BROWSER });
    assert.deepEqual([answer.headers['content-encoding'], answer.headers.vary], [encoding, 'Authorization, Accept-Encoding']);
    assert.equal(answer.headers['content-length'], hasLength ? String(answer.body.length) : undefined);
    assert.equal(plain(answer), body);
  }
});

test('503 if the service interrupts a short answer to be compressed; a long answer is interrupted too', async (t) => {
  const breakingOffOf =
    (body: string): RequestListener =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    };
  const urlOf = async (body: string) => `${(await startGateway(t, await startService(t, breakingOffOf(body)))).url}/v1/projects`;
  const { status, headers, body } = await ask(await urlOf(text), { 'accept-encoding': BROWSER });
  assert.deepEqual([status, headers['retry-after']], [503, '1']);
  assert.equal((JSON.parse(body.toString()) as { error: { code: number } }).error.code, 503);
  await assert.rejects(ask(await urlOf(text.repeat(20)), { 'accept-encoding': BROWSER }));
});

test('images, files that allow ranges, event streams and compressed answers pass unchanged', async (t) => {
  for (const headers of [
    { 'content-type': 'image/png' },
    { 'content-type': 'image/svg+xml' },
    { 'content-type': 'application/pdf' },
    { 'content-type': 'text/csv', 'accept-ranges': 'bytes' },
    { 'content-type': 'text/event-stream' },
    { 'content-encoding': 'deflate' },
    { 'cache-control': 'no-transform' },
  ]) {
    const { url } = await startGateway(t, await startService(t, answering(text, headers)));
    const answer = await ask(`${url}/v1/projects`, { 'accept-encoding': BROWSER });
    assert.equal(answer.headers['content-encoding'], (headers as OutgoingHttpHeaders)['content-encoding'], JSON.stringify(headers));
    assert.deepEqual([answer.body.toString(), answer.headers.etag, answer.headers.vary], [text, TAG, 'Authorization']);
  }
});

test('an answer that may hold a secret is never compressed: no-store, secret schema, token in the URL, or a batch', async (t) => {
  const schema = { type: 'object', properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Invitation' } } } };
  const document = {
    info: { version: '1.2.3' },
    paths: {
      '/v1/projects/{gid}': { get: { operationId: 'getProject', responses: { 200: { content: { 'application/json': { schema } } } } } },
    },
    components: { schemas: { Invitation: { type: 'object', properties: { token: { type: 'string' } } } } },
  };
  const service = await startService(t, (request, response) => {
    const isStored = request.url !== '/v1/me';
    answering(text, isStored ? {} : { 'cache-control': 'private, no-store' })(request, response);
  });
  const { url } = await startGateway(t, service, {}, { routes, document: JSON.stringify(document) });
  for (const path of ['/v1/me', '/v1/projects/1', '/v1/projects?access_token=good']) {
    const answer = await ask(url + path, { 'accept-encoding': BROWSER });
    assert.deepEqual([answer.headers['content-encoding'], answer.body.toString()], [undefined, text], path);
  }
  const batch = await post(url, [{ relative_url: '/projects', method: 'GET' }], {
    authorization: 'Bearer good',
    'content-type': 'application/json',
    'accept-encoding': BROWSER,
  });
  assert.deepEqual([batch.status, batch.headers['content-encoding']], [200, undefined]);
  assert.equal((await ask(`${url}/v1/projects`, { 'accept-encoding': BROWSER })).headers['content-encoding'], 'br');
});
