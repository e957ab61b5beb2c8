import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testService, type ApiClient, type ApiResponse, type TestService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';
import { faults } from '../faults.ts';

/** `{path: message}` of a 400 with the contract's message. */
function detailsOf({ status, body }: ApiResponse): Record<string, string> {
  assert.equal(status, 400, JSON.stringify(body));
  assert.deepEqual(Object.keys(body), ['error']);
  assert.deepEqual(Object.keys(body.error), ['code', 'reason', 'message', 'details']);
  assert.deepEqual([body.error.code, body.error.reason, body.error.message], [400, 'invalid', 'Data missing or invalid']);
  for (const detail of body.error.details) assert.deepEqual(Object.keys(detail).slice(0, 3), ['path', 'code', 'message']);
  return Object.fromEntries(body.error.details.map(({ path, message }: { path: string; message: string }) => [path, message]));
}

describe('the protocol of a service', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  let href: string;
  before(async () => {
    service = await testService('notes', createNotes);
    user = await service.signIn();
    href = await user.create('/v1/notes', { title: 'First', count: 1 });
  });
  after(() => service.stop());

  const raw = (body: string | Buffer, headers: Record<string, string> = {}): Promise<ApiResponse> =>
    user.send('POST', '/v1/notes', { body, headers: { 'content-type': 'application/json', ...headers } });

  test('HEAD answers as GET does, without a body', async () => {
    for (const path of ['/v1/notes', '/v1/notes/total_count', href, '/v1/me', '/v1/notes/unknown', '/v1/notes?limit=x']) {
      const [get, head] = await Promise.all([user.get(path), user.send('HEAD', path, {})]);
      assert.equal(head.status, get.status, path);
      assert.equal(head.body, '');
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
        assert.equal(head.headers.get(name), get.headers.get(name));
    }
    assert.equal((await service.anonymous.send('HEAD', href, {})).status, 401);
  });

  test('a deprecated operation says since when and when it ends, also where it refuses, and no other does', async () => {
    for (const [client, path, dates] of [
      [user, '/v1/notes/total_count', ['@1795996800', 'Tue, 01 Jun 2027 00:00:00 GMT']],
      [service.anonymous, '/v1/notes/total_count', ['@1795996800', 'Tue, 01 Jun 2027 00:00:00 GMT']],
      [user, '/v1/notes', [null, null]],
    ] as const) {
      const { headers } = await client.get(path);
      assert.deepEqual([headers.get('deprecation'), headers.get('sunset')], dates);
    }
  });

  test('404 for a path that is none, 405 with Allow for a method that is none', async () => {
    for (const path of ['/', '/v1', '/v2/notes', '/v1/notesx', '/V1/notes', '/v1/notes/a/b', '/v1//notes', '/v1/notes/a/orders/b'])
      assert.deepEqual(
        (await user.get(path)).body,
        { error: { code: 404, reason: 'not_found', message: 'Could not find this resource' } },
        path,
      );
    for (const [method, path, allow] of [
      ['PATCH', '/v1/notes', 'GET, HEAD, POST'],
      ['DELETE', '/v1/notes', 'GET, HEAD, POST'],
      ['POST', href, 'GET, HEAD, PUT, DELETE'],
      ['HEAD', '/v1/trials/x', 'POST'],
      ['GET', '/v1/notes/x/orders/', 'POST'],
    ] as const) {
      const { status, headers, body } = await user.send(method, path, {});
      assert.equal(status, 405, `${method} ${path}`);
      assert.equal(headers.get('allow'), allow);
      if (method !== 'HEAD')
        assert.deepEqual(body, { error: { code: 405, reason: 'method_not_allowed', message: 'This method is not allowed here' } });
    }
  });

  test('404 for malformed identifiers, whatever is in them', async () => {
    for (const gid of ['x', '%20', '..%2f..', "'%20or%201=1", '%F0%9F%A6%8A', 'a'.repeat(255), '00000000-0000-0000-0000-000000000000'])
      assert.deepEqual(
        (await user.get(`/v1/notes/${gid}`)).body,
        { error: { code: 404, reason: 'not_found', message: 'Could not find this note' } },
        gid,
      );
  });

  test('400 for URLs that are not text', async () => {
    assert.deepEqual(detailsOf(await user.get('/v1/notes?limit=1&search=a%00')), { search: 'contains a NUL character' });
    for (const path of ['/v1/notes?a%00=1', '/v1/notes/%00?search=x'])
      assert.deepEqual(detailsOf(await user.get(path)), { url: 'contains a NUL character' }, path);
    for (const path of ['/v1/notes/%00', '/v1/notes?search=%00', '/v1/notes/%ff', '/v1/notes/%zz']) detailsOf(await user.get(path));
  });

  describe('bodies', () => {
    test('400 for more values than any document asks for, before they are parsed', async () => {
      for (const text of [JSON.stringify({ title: 'Many', count: Array.from({ length: 5_000 }, String) }), ','.repeat(5_000)])
        assert.deepEqual(detailsOf(await raw(text)), { body: 'contains more than 5000 values' });
    });

    test('400 where none is described, unless it says nothing', async () => {
      const gone = href.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      const send = (method: string, body: string, headers = {}) => user.send(method, gone, { body, headers });
      for (const [body, type] of [
        ['{"force":true}', 'application/json'],
        ['[null]', 'application/json'],
        ['false', 'application/json'],
        ['force=true', 'application/x-www-form-urlencoded'],
        ['\0', 'application/octet-stream'],
        [' '.repeat(1_000_000) + '1', 'text/plain'],
      ] as const)
        assert.deepEqual(detailsOf(await send('DELETE', body, { 'content-type': type })), { body: 'must be left out' }, type);
      for (const body of ['', 'null', '{}', '[]', ' {\n} '])
        for (const type of ['application/json', 'text/plain'])
          assert.equal((await send('DELETE', body, { 'content-type': type })).status, 404, body);
      assert.equal((await send('DELETE', 'x'.repeat(1_100_000))).status, 413);
    });

    test('413 for more than 1 MiB', async () => {
      const { status, body } = await raw(JSON.stringify({ title: 'x'.repeat(1_100_000) }));
      assert.deepEqual([status, body], [413, { error: { code: 413, reason: 'too_large', message: 'The body is too large' } }]);
    });

    test('415 for what is not JSON', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'json',
        '',
      ])
        assert.equal((await raw('{"title":"x"}', { 'content-type': type })).status, 415, type);
      assert.equal((await raw('{"title":"plain"}', { 'content-encoding': 'identity' })).status, 201);
      assert.equal((await raw('{"title":"accepted"}', { 'content-type': 'application/json; charset=utf-8' })).status, 201);
    });

    test('415 for a compressed body, of any encoding', async () => {
      for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'klingon', 'gzip, identity']) {
        const { status, headers, body } = await raw(gzipSync('{"title":"x"}'), { 'content-encoding': encoding });
        assert.deepEqual([status, body.error.message], [415, 'The content encoding is not supported'], encoding);
        assert.equal(headers.get('accept-encoding'), 'identity');
      }
    });

    test('400 for what is not UTF-8, whatever charset the client names', async () => {
      for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
        const { status, body } = await raw(Buffer.from('{"title":"caf\u00e9"}', 'latin1'), { 'content-type': type });
        assert.deepEqual([status, body.error.details], [400, [faults.not_utf8('body')]], type);
      }
    });

    test('400 for broken JSON and for JSON that is no object', async () => {
      for (const text of ['{', '{"title":', 'title', "{'title':'x'}", '{"title":"x"}}', '{"title":"x",}', 'NaN', '[', '{\n"a":1 "b":2}'])
        assert.match(detailsOf(await raw(text))['body']!, /^is not valid JSON(?:, see line \d+, column \d+)?$/, text);
      for (const text of ['[]', 'null', '"x"', '5', 'true', '[{"title":"x"}]'])
        assert.match(detailsOf(await raw(text))['body']!, /object/, text);
      assert.match(detailsOf(await user.send('POST', '/v1/notes', {}))['body']!, /required/);
    });

    test('400 for NUL, __proto__ and constructor.prototype, wherever they stand', async () => {
      for (const text of ['{"title":"a\\u0000b"}', '{"title":"x","meta":{"a":["\\u0000"]}}', '{"\\u0000":1}', '{"title":"a\u0000b"}'])
        detailsOf(await raw(text));
      assert.deepEqual(detailsOf(await raw('{"title":"x","meta":{"a":["b","\\u0000"]}}')), { 'meta.a.1': 'contains a NUL character' });
      assert.deepEqual(detailsOf(await raw('{"title":"a\\ud800"}')), { title: 'contains half of a surrogate pair' });
      assert.deepEqual(detailsOf(await raw('{"\\u0000":1}')), { body: 'contains a NUL character' });
      const long = JSON.stringify({ ['x'.repeat(2_000)]: '\0' });
      assert.deepEqual(detailsOf(await raw(long)), { body: 'contains a NUL character' });
      for (const text of [
        '{"title":"x","__proto__":{"a":1}}',
        '{"title":"x","meta":{"a":{"__proto__":{}}}}',
        '{"title":"x","\\u005f_proto__":{}}',
      ])
        detailsOf(await raw(text));
      detailsOf(await raw('{"title":"x","meta":{"constructor":{"prototype":{"a":1}}}}'));
      assert.equal(({} as { a?: number }).a, undefined);
      assert.equal((await raw('{"title":"a \\\\u0000 is no NUL"}')).status, 201);
    });

    test('400 for JSON nested until the stack ends', async () => {
      for (const levels of [60, 100_000]) {
        detailsOf(await raw('['.repeat(levels) + ']'.repeat(levels)));
        detailsOf(await raw(`{"title":"x","unknown":${'['.repeat(levels)}${']'.repeat(levels)}}`));
        detailsOf(await raw(`{"title":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`));
      }
      assert.equal(
        (await raw(`{"title":"deep","meta":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`, { 'idempotency-key': 'deep' })).status < 500,
        true,
      );
    });

    test('400 cuts a path at 1,024 characters', async () => {
      const details = detailsOf(await user.post('/v1/notes', { title: 'x', [`x${'y'.repeat(5000)}`]: 1 }));
      assert.equal(Object.keys(details)[0]!.length, 1024);
    });
  });

  test('400 for parameters that are no names of a document, and for queries that are no text of the language', async () => {
    for (const [search, path] of [
      ['limit=5&limit=6', 'limit'],
      ['query=[]&query=[]', 'query'],
      ['query[]=[]', 'query[]'],
      ['__proto__=1', '__proto__'],
      [`query=${encodeURIComponent(JSON.stringify('['.repeat(16_400)))}`, 'query'],
    ] as const)
      assert.deepEqual(Object.keys(detailsOf(await user.get(`/v1/notes?${search}`))), [path], search.slice(0, 40));
    const several = Object.keys(detailsOf(await user.get('/v1/notes?limit=x&offset=-1&sort=up&colour=blue&shape=1')));
    assert.deepEqual(several.toSorted(), ['colour', 'limit', 'offset', 'shape', 'sort']);
  });

  test('400 for an integer that is not decimal digits, or beyond all numbers', async () => {
    for (const text of ['0x10', '0b1', '1e1', '1.0', '%2010', '10%20', '+5', '%2B5', '1_0', '', '%D9%A5', '-', '٥'])
      for (const name of ['limit', 'offset']) {
        const details = (await user.get(`/v1/notes?${name}=${text}`)).body.error?.details;
        assert.deepEqual(
          details?.map(({ path, code }: { path: string; code: string }) => [path, code]),
          [[name, 'wrong_type']],
          text,
        );
      }
    assert.deepEqual(detailsOf(await user.get(`/v1/notes?limit=${'9'.repeat(400)}`)), { limit: 'is too large' });
    assert.deepEqual(detailsOf(await user.get('/v1/notes?limit=-1')), { limit: 'must be a whole number from 1 to 100' });
    for (const text of ['1', '01', '0010']) assert.equal((await user.get(`/v1/notes?limit=${text}&offset=0`)).status, 200, text);
  });

  test('200 for a query with raw or encoded brackets, and for empty parameters', async () => {
    for (const search of [
      'query=[["title","==","First"]]',
      'query=%5B%22title%22%2C%22%3D%3D%22%2C%22First%22%5D',
      'query=&search=&orderBy=gid&sort=asc',
    ])
      assert.equal((await user.get(`/v1/notes?${search}`)).body.items[0].title, 'First', search);
  });
});
