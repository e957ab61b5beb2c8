import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Token } from '../generated/models.ts';
import { clientCredentials, givenToken, password, refreshToken } from './auth.ts';
import { AuthenticationError } from './errors.ts';
import { clientOf, type Answer, type Seen } from './fixtures/server.ts';
import { application, openService, refusal, inParallel, user } from './fixtures/token-service.ts';

describe('tokens', () => {
  test('one sign-in serves all calls that wait for it', async () => {
    await using service = await openService({});
    const { api } = clientOf(service.url, { auth: password(user) });
    await inParallel(20, () => api.getMe());
    assert.deepEqual(service.grants(), ['password']);
    const [{ headers, body }] = service.tokenRequests() as [Seen];
    assert.equal(headers.authorization, `Basic ${Buffer.from('my+app:s3cret%3A%2B').toString('base64')}`);
    assert.equal(body, 'grant_type=password&username=user%40example.com&password=demo-password');
  });

  test('a token is renewed a minute before it expires, once for all who wait', async () => {
    await using service = await openService({});
    let now = Date.parse('2026-11-20T12:00:00Z');
    const { api } = clientOf(service.url, {
      auth: password({ ...user, scope: 'base upload_files' }),
      runtime: { now: () => new Date(now) },
    });
    await api.getMe();
    now += 3_539_000;
    await api.getMe();
    assert.deepEqual(service.grants(), ['password']);
    now += 1_000;
    await inParallel(20, () => api.getMe());
    assert.deepEqual(service.grants(), ['password', 'refresh_token']);
    assert.equal(new URLSearchParams(service.tokenRequests()[0]!.body).get('scope'), 'base upload_files');
    assert.equal(new URLSearchParams(service.tokenRequests()[1]!.body).get('refresh_token'), 'refresh-1');
    assert.equal(service.requests.at(-1)!.headers.authorization, 'Bearer access-2');
  });

  test('401 renews the token once for many calls, and each is sent again', async () => {
    await using service = await openService({ isRefused: (token) => token === 'access-1' });
    const { api } = clientOf(service.url, { auth: password(user) });
    await inParallel(20, () => api.getMe());
    assert.deepEqual(service.grants(), ['password', 'refresh_token']);
    assert.equal(service.requests.filter(({ headers }) => headers.authorization === 'Bearer access-2').length, 20);
  });

  test('401 is thrown when the next token is refused too', async () => {
    await using service = await openService({ isRefused: () => true });
    const { api } = clientOf(service.url, { auth: clientCredentials(application) });
    await assert.rejects(api.getProject('1'), AuthenticationError);
    assert.equal(service.grants().length, 2);
  });

  test('a sign-in whose answer was lost is repeated', async () => {
    await using service = await openService({ token: (_grant, count) => (count === 1 ? 'cut' : undefined) });
    await clientOf(service.url, { auth: password(user) }).api.getMe();
    assert.deepEqual(service.grants(), ['password', 'password']);
  });

  test('wrong credentials are asked about once: every later call is told the same, and nothing more is asked', async () => {
    for (const [error, auth] of [
      ['invalid_grant', password(user)],
      ['invalid_client', clientCredentials(application)],
      ['invalid_client', refreshToken({ ...application, refreshToken: 'stored' })],
    ] as const) {
      await using service = await openService({ token: () => refusal(error, error === 'invalid_client' ? 401 : 400) });
      const { api } = clientOf(service.url, { auth });
      for (let count = 0; count < 3; count += 1) await assert.rejects(api.getMe(), { name: 'AuthenticationError', error });
      assert.equal(service.requests.length, 1);
    }
  });

  test('429 of a sign-in says nothing about the credentials: the next call asks again', async () => {
    const busy: Answer = { status: 429, body: { error: 'slow_down', error_description: 'later' } };
    await using service = await openService({ token: (_grant, count) => (count === 1 ? busy : undefined) });
    const { api } = clientOf(service.url, { auth: password(user), retry: { attempts: 1 } });
    await assert.rejects(api.getMe(), { error: 'slow_down' });
    await api.getMe();
    assert.deepEqual(service.grants(), ['password', 'password']);
  });

  test('each new token is told before it is used; one that could not be stored is not used, and the next call has another one stored', async () => {
    await using service = await openService({});
    const stored: Token[] = [];
    const thrown = new Error('the disk is full');
    const onToken = async (token: Token): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      if (stored.push(token) === 1) throw thrown;
    };
    const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored', onToken }) });
    await assert.rejects(api.getMe(), (error) => error === thrown);
    await api.getMe();
    assert.deepEqual(
      service.requests.map(({ path }) => path),
      ['/oauth2/token', '/oauth2/token', '/v1/me'],
    );
    assert.deepEqual(
      service.tokenRequests().map(({ body }) => new URLSearchParams(body).get('refresh_token')),
      ['stored', 'refresh-1'],
    );
    assert.deepEqual(
      stored.map((token) => token.refresh_token),
      ['refresh-1', 'refresh-2'],
    );
  });

  test('a call that gives up leaves the renewal to the others', async () => {
    await using service = await openService({});
    const { api } = clientOf(service.url, { auth: password(user) });
    const stop = new AbortController();
    const abortedCall = api.getMe({}, { signal: stop.signal });
    const otherCall = api.getMe();
    stop.abort(new Error('enough'));
    await assert.rejects(abortedCall, /enough/);
    await otherCall;
    assert.deepEqual(service.grants(), ['password']);
  });

  test('a function that gives tokens is told which was refused', async () => {
    await using service = await openService({ isRefused: (token) => token === 'old' });
    const refusedTokens: (string | undefined)[] = [];
    const auth = givenToken((refusedToken) => (refusedTokens.push(refusedToken), refusedToken === undefined ? 'old' : 'new'));
    await clientOf(service.url, { auth }).api.getMe();
    assert.deepEqual(refusedTokens, [undefined, 'old']);
    await assert.rejects(clientOf(service.url, { auth: givenToken('old') }).api.getMe(), AuthenticationError);
  });
});

describe('in a browser', () => {
  const runtime = { isBrowser: true };
  test('a client secret is refused', () => {
    assert.throws(() => clientOf('http://127.0.0.1:1', { auth: password(user), runtime }), /^UsageError: auth: a client secret never/);
  });

  const tokenOf = (scope: string): string => `e30.${Buffer.from(JSON.stringify({ scope })).toString('base64url')}.x`;

  test('a token with the scope base is refused before it is sent, one for files is taken', async () => {
    await using service = await openService({});
    await assert.rejects(
      clientOf(service.url, { auth: givenToken(tokenOf('files base')), runtime }).api.signFile('a'),
      /^UsageError: auth: the scope base/,
    );
    assert.equal(service.requests.length, 0);
    await clientOf(service.url, { auth: givenToken(tokenOf('files')), runtime }).api.signFile('a');
    assert.equal(service.requests.length, 1);
  });
});
