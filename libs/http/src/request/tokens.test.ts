import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { newGid } from '@partner-ordering/kernel';
import { testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';
import { faults } from '../faults.ts';

describe('who asks, and what a request is called', () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }));
  let service: TestService;
  let user: ApiClient & { gid: string };
  let token: string;
  before(async () => {
    service = await testService('notes', createNotes, { log });
    user = await service.signIn();
    token = user.token!;
  });
  after(() => service.stop());

  const unauthorized = (error: string, challenge: string) => ({ status: 401, error, challenge });
  const outcome = async (answer: ReturnType<ApiClient['get']>) => {
    const { status, body, headers } = await answer;
    assert.deepEqual(Object.keys(body), ['error', 'error_description']);
    return { status, error: body.error as string, challenge: headers.get('www-authenticate') };
  };

  test('401 for a token that is none, before the body or the parameters are looked at', async () => {
    const refused = unauthorized('invalid_grant', 'Bearer error="invalid_token"');
    const [head, payload, signature] = token.split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    for (const bad of [
      'x',
      '',
      `${token}x`,
      `${head}.${payload}.`,
      `${none}.${payload}.`,
      `${head}.${payload}.${signature.slice(1)}`,
      'a'.repeat(5000),
    ])
      assert.deepEqual(await outcome(service.anonymous.get('/v1/notes?limit=x', { headers: { authorization: `Bearer ${bad}` } })), refused);
    assert.deepEqual(await outcome(service.anonymous.post('/v1/notes', '{broken', { headers: { authorization: 'Bearer x' } })), refused);
  });

  test('403 without the scope, with the message of the contract, before the body is looked at', async () => {
    const reader = await service.signIn({ scope: 'files' });
    const message = async (answer: ReturnType<ApiClient['get']>) => {
      const { status, body } = await answer;
      assert.deepEqual(body, { error: { code: 403, reason: 'forbidden', message: body.error.message } });
      return [status, body.error.message];
    };
    assert.deepEqual(await message(reader.get('/v1/notes')), [403, 'Your are not authorized to see this note']);
    assert.deepEqual(await message(reader.post('/v1/notes', '{broken')), [403, 'Your are not authorized to create note']);
    assert.deepEqual(await message(reader.get('/v1/notes/total_count')), [
      403,
      'Your are not authorized to count items in collection of total_count',
    ]);
    const application = await service.signIn({ grant: 'client_credentials' });
    assert.equal((await application.get('/v1/me')).status, 403);
    assert.equal((await application.get('/v1/notes')).status, 200);
  });

  test('401 for a user who may not sign in, at once for writes', async () => {
    const fired = await service.signIn();
    await service.follow({ type: 'principal', key: fired.gid, state: { gid: fired.gid, roles: [], is_enabled: false, memberships: [] } });
    assert.equal((await fired.post('/v1/notes', { title: 'x' })).status, 401);
    await service.follow({ type: 'principal', key: user.gid, state: { gid: user.gid, roles: [], is_enabled: true, memberships: [] } });
  });

  describe('a token in the URL', () => {
    const byQuery = (path: string, name = 'access_token', value = token) =>
      service.anonymous.get(`${path}${path.includes('?') ? '&' : '?'}${name}=${value}`);

    test('serves like one in the header, and its answer is stored nowhere', async () => {
      for (const name of ['access_token', 'access%5Ftoken', '%61ccess_token']) {
        const { status, headers, body } = await byQuery('/v1/me', name);
        assert.deepEqual([status, body], [200, { user: user.gid }], name);
        assert.deepEqual([headers.get('cache-control'), headers.get('referrer-policy')], ['no-store', 'no-referrer']);
      }
      const note = await user.create('/v1/notes', { title: newGid() });
      assert.equal((await byQuery(note)).headers.get('cache-control'), 'no-store');
      assert.equal((await byQuery('/v1/notes?limit=5')).body.items.length > 0, true);
      assert.equal((await byQuery('/v1/notes?limit=x')).headers.get('cache-control'), 'no-store');
    });

    test('400 for two tokens', async () => {
      for (const client of [user, service.anonymous]) {
        const { status, body, headers } = await client.get(`/v1/me?access_token=${token}&%61ccess_token=x`);
        assert.equal(status, 400);
        assert.deepEqual(body.error.details, [faults.duplicate_parameter('access_token')]);
        assert.deepEqual([headers.get('cache-control'), headers.get('referrer-policy')], ['no-store', 'no-referrer']);
      }
    });

    test('no log line holds a token', async () => {
      await byQuery('/v1/notes?colour=blue', 'access%5Ftoken');
      await byQuery('/v1/trials/fault');
      await service.anonymous.post(`/v1/trials/fault?access_token=${token}`, {});
      assert.ok(lines.length > 10);
      for (const line of lines) assert.ok(!line.includes(token) && !line.includes(token.slice(-40)), line.slice(0, 300));
    });
  });

  describe('X-Request-Id', () => {
    test('every answer has one, errors too, and the log line of the request names it', async () => {
      for (const path of ['/v1/me', '/nowhere', '/v1/notes?limit=x', '/v1/notes/%00'])
        assert.ok((await user.get(path)).headers.get('x-request-id'));
      await user.get('/v1/me', { headers: { 'x-request-id': 'find-me' } });
      const line = JSON.parse(lines.find((text) => text.includes('find-me'))!) as Record<string, unknown>;
      assert.deepEqual([line['method'], line['path'], line['status'], line['user']], ['GET', '/v1/me', 200, user.gid]);
    });
  });

  test('no log line has the signature of an address that stands in a path, of a request or of a fault', async () => {
    const address = encodeURIComponent('https://files.example/v1/storage/logo.png?expires=1&signature=c2VjcmV0');
    assert.equal((await user.get(`/v1/notes/${address}`, { headers: { 'x-request-id': 'signed-1' } })).status, 404);
    assert.equal((await user.post(`/v1/trials/${address}`, {}, { headers: { 'x-request-id': 'signed-2' } })).status, 500);
    const paths = lines.map((line) => JSON.parse(line) as Record<string, string>).filter(({ request_id: id }) => id?.startsWith('signed-'));
    assert.deepEqual(
      paths.map(({ path }) => path?.replace(/https.*storage%2F/, '')),
      ['/v1/notes/logo.png', '/v1/trials/logo.png', '/v1/trials/logo.png'],
    );
    for (const line of lines) assert.ok(!line.includes('c2VjcmV0'), line.slice(0, 300));
  });

  test('500 says nothing of the inside but the request id; the log has the rest', async () => {
    const { status, body } = await user.post('/v1/trials/fault', {}, { headers: { 'x-request-id': 'fault-1' } });
    assert.equal(status, 500);
    assert.deepEqual(body, {
      error: { code: 500, reason: 'internal', message: 'Something went wrong on our side', request_id: 'fault-1' },
    });
    assert.ok(lines.some((line) => line.includes('fault-1') && line.includes('select secret from inside')));
  });

  test('500 for an answer that is not what the document says', async () => {
    assert.equal((await user.post('/v1/trials/wrong-body', {})).status, 500);
    assert.equal((await user.post('/v1/trials/right-body', {})).status, 200);
  });

  test('a form reaches its operation with repeated parameters', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.deepEqual((await service.anonymous.post('/oauth2/echo', 'a=1&a=2', { headers })).body, {
      body: [
        ['a', '1'],
        ['a', '2'],
      ],
    });
  });

  test('400 names each field of a form that is too long, in the words of OAuth, whatever else is wrong', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = async (text: string) => {
      const { status, body } = await service.anonymous.post('/oauth2/echo', text, { headers });
      return [status, body.error, body.error_description];
    };
    const refusal = (...fields: string[]) => [400, 'invalid_request', fields.join('; ')];
    const [a, b] = ['a: must have at most 10 characters', 'b: must have at most 40 characters'];
    assert.deepEqual(await send(`a=${'x'.repeat(11)}&b=${'x'.repeat(40)}`), refusal(a));
    assert.deepEqual(await send(`b=${'x'.repeat(41)}&a=1&a=${'x'.repeat(11)}&a=${'x'.repeat(12)}`), refusal(b, a));
    assert.deepEqual(await send(`${'n'.repeat(1_000)}=${'x'.repeat(41)}`), refusal(`${'n'.repeat(64)}: must have at most 40 characters`));
    assert.deepEqual(await send(`__proto__=${'x'.repeat(41)}`), refusal('__proto__: must have at most 40 characters'));
    for (const text of [`a=${'x'.repeat(10)}`, `a=${encodeURIComponent('🥐'.repeat(10))}`, `b=${'x'.repeat(40)}`])
      assert.equal((await send(text))[0], 200, text);
    assert.deepEqual(await send(`a=${encodeURIComponent('🥐'.repeat(11))}`), refusal(a));
  });

  test('413 for a form above 16 KiB, 400 for one of more than 50 parameters', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = async (text: string) => {
      const { status, body } = await service.anonymous.post('/oauth2/echo', text, { headers });
      return [status, body.error_description];
    };
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}=1`).join('&');
    assert.deepEqual(await send(`a=${'x'.repeat(16 * 1024)}`), [413, 'The body is too large']);
    assert.deepEqual(await send(names(51)), [400, 'body: contains more than 50 parameters']);
    assert.deepEqual(await send(names(50)), [200, undefined]);
  });
});
