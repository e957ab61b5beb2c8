import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Token } from '../generated/models.ts';
import { clientCredentials, givenToken, password, refreshToken } from './auth.ts';
import { AuthenticationError, SignInRequiredError } from './errors.ts';
import { clientOf, openServer, type Answer, type Seen } from './fixtures/server.ts';

const application = { clientId: 'my app', clientSecret: 's3cret:+' };
const user = { ...application, username: 'user@example.com', password: 'demo-password' };

const grantOf = ({ body }: Seen): string => new URLSearchParams(body).get('grant_type')!;
/** Successes of which no token can be read: the answer was cut, a proxy answered, or it is another's. */
const unreadable: Answer[] = ['{"access_tok', '<h1>Welcome</h1>', {}, [], 'null', { access_token: 'a', expires_in: '' }].map((body) => ({
  status: 200,
  body,
}));
const refused = (error: string, status = 400): Answer => ({ status, body: { error, error_description: 'no' } });

/** A service whose tokens count up; `token` may answer otherwise, `isRefused` says which access tokens it does not take. */
async function openService({
  token = () => undefined,
  isRefused = () => false,
  introspection = () => ({ status: 200, body: { active: true } }),
}: {
  token?: (grant: string, count: number) => Answer | undefined;
  isRefused?: (token: string) => boolean;
  introspection?: () => Answer;
}) {
  let count = 0;
  const server = await openServer((request) => {
    if (request.path === '/oauth2/introspect') return introspection();
    if (request.path !== '/oauth2/token')
      return isRefused(String(request.headers.authorization).slice('Bearer '.length))
        ? refused('invalid_grant', 401)
        : { status: 200, body: {} };
    count += 1;
    const body = {
      access_token: `access-${count}`,
      refresh_token: `refresh-${count}`,
      expires_in: 3600,
      token_type: 'bearer',
      scope: 'base',
    };
    return token(grantOf(request), count) ?? { status: 200, body };
  });
  const asked = () => server.requests.filter(({ path }) => path === '/oauth2/token');
  return Object.assign(server, { grants: () => asked().map(grantOf), asked });
}

const together = (count: number, work: () => Promise<unknown>): Promise<unknown> => Promise.all(Array.from({ length: count }, work));

describe('tokens', () => {
  test('one sign-in serves all calls that wait for it', async () => {
    await using service = await openService({});
    const { api } = clientOf(service.url, { auth: password(user) });
    await together(20, () => api.getMe());
    assert.deepEqual(service.grants(), ['password']);
    const [{ headers, body }] = service.asked() as [Seen];
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
    await together(20, () => api.getMe());
    assert.deepEqual(service.grants(), ['password', 'refresh_token']);
    assert.equal(new URLSearchParams(service.asked()[0]!.body).get('scope'), 'base upload_files');
    assert.equal(new URLSearchParams(service.asked()[1]!.body).get('refresh_token'), 'refresh-1');
    assert.equal(service.requests.at(-1)!.headers.authorization, 'Bearer access-2');
  });

  test('401 renews the token once for many calls, and each is sent again', async () => {
    await using service = await openService({ isRefused: (token) => token === 'access-1' });
    const { api } = clientOf(service.url, { auth: password(user) });
    await together(20, () => api.getMe());
    assert.deepEqual(service.grants(), ['password', 'refresh_token']);
    assert.equal(service.requests.filter(({ headers }) => headers.authorization === 'Bearer access-2').length, 20);
  });

  test('401 is thrown when the next token is refused too', async () => {
    await using service = await openService({ isRefused: () => true });
    const { api } = clientOf(service.url, { auth: clientCredentials(application) });
    await assert.rejects(api.getProject('1'), AuthenticationError);
    assert.equal(service.grants().length, 2);
  });

  test('a refresh whose answer was lost is not repeated: a user with a password signs in anew', async () => {
    for (const lost of ['cut', { status: 503 }, { status: 504 }, ...unreadable] as Answer[]) {
      await using service = await openService({
        isRefused: (token) => token === 'access-1',
        token: (grant) => (grant === 'refresh_token' ? lost : undefined),
      });
      const { api } = clientOf(service.url, { auth: password(user) });
      await together(5, () => api.getMe());
      assert.deepEqual(service.grants(), ['password', 'refresh_token', 'password']);
    }
  });

  test('a refresh whose answer was lost is not repeated: who has no password is told to sign in, and nothing more is asked', async () => {
    await using service = await openService({ token: () => 'cut' });
    const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }) });
    for (let count = 0; count < 3; count += 1) await assert.rejects(api.getMe(), SignInRequiredError);
    assert.deepEqual(service.grants(), ['refresh_token']);
  });

  test('a refresh token outlives a service that fails while it takes it: whether it was used is asked before it is used again', async () => {
    const down: Answer = { status: 503 };
    let isDown = true;
    await using service = await openService({
      token: (_grant, count) => (count === 1 ? down : undefined),
      introspection: () => (isDown ? down : { status: 200, body: { active: true } }),
    });
    const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }), retry: { attempts: 1 } });
    await assert.rejects(api.getMe(), { name: 'ServerError', operation: 'issueToken' });
    await assert.rejects(api.getMe(), { name: 'ServerError', operation: 'introspectToken' });
    isDown = false;
    await api.getMe();
    const sent = service.requests.map(({ path, body }) => `${path} ${new URLSearchParams(body).get('token') ?? ''}`.trim());
    assert.deepEqual(sent, ['/oauth2/token', '/oauth2/introspect stored', '/oauth2/introspect stored', '/oauth2/token', '/v1/me']);
  });

  test('a refresh token that was used by a service that failed then is not sent again', async () => {
    await using service = await openService({
      token: () => ({ status: 500 }),
      introspection: () => ({ status: 200, body: { active: false } }),
    });
    const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }) });
    await assert.rejects(api.getMe(), { name: 'ServerError' });
    for (let count = 0; count < 2; count += 1) await assert.rejects(api.getMe(), SignInRequiredError);
    assert.deepEqual(service.requests.map(({ path }) => path), ['/oauth2/token', '/oauth2/introspect']); // prettier-ignore
  });

  test('504 of a refresh, and what proxies answer instead of it, leave open what the service does: its refresh token is not sent again', async () => {
    for (const status of [504, 520, 524]) {
      await using service = await openService({ token: () => ({ status }) });
      const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }) });
      for (let count = 0; count < 2; count += 1) await assert.rejects(api.getMe(), SignInRequiredError);
      assert.equal(service.requests.length, 1);
    }
  });

  test('500, 502 and 503 of a refresh have its refresh token asked about', async () => {
    for (const status of [500, 502, 503]) {
      await using service = await openService({ token: (_grant, count) => (count === 1 ? { status } : undefined) });
      const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }) });
      await assert.rejects(api.getMe(), { name: 'ServerError', status });
      await api.getMe();
      assert.deepEqual(service.requests.map(({ path }) => path), ['/oauth2/token', '/oauth2/introspect', '/oauth2/token', '/v1/me']); // prettier-ignore
    }
  });

  test('credentials that are refused while a refresh token is asked about are asked about once too', async () => {
    await using service = await openService({
      token: () => ({ status: 500 }),
      introspection: () => refused('invalid_client', 401),
    });
    const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }) });
    await assert.rejects(api.getMe(), { name: 'ServerError' });
    for (let count = 0; count < 3; count += 1) await assert.rejects(api.getMe(), { name: 'AuthenticationError', error: 'invalid_client' });
    assert.deepEqual(service.requests.map(({ path }) => path), ['/oauth2/token', '/oauth2/introspect']); // prettier-ignore
  });

  test('a token that is renewed early is used to its end while it cannot be renewed, unless it was refused', async () => {
    const down: Answer = { status: 503, body: { error: 'temporarily_unavailable' } };
    let now = Date.parse('2026-11-20T12:00:00Z');
    let refusedToken = '';
    await using service = await openService({
      token: (_grant, count) => (count > 1 ? down : undefined),
      isRefused: (token) => token === refusedToken,
    });
    const runtime = { now: () => new Date(now) };
    const { api } = clientOf(service.url, { auth: password(user), runtime, retry: { attempts: 1 } });
    await api.getMe();
    now += 3_599_000;
    await api.getMe();
    assert.equal(service.requests.at(-1)!.headers.authorization, 'Bearer access-1');
    refusedToken = 'access-1';
    await assert.rejects(api.getMe(), { name: 'ServerError' });
    refusedToken = '';
    now += 1_000;
    await assert.rejects(api.getMe(), { name: 'ServerError' });
  });

  test('a token whose early renewal was lost is used to its end, unless it was refused; only then somebody has to sign in', async () => {
    for (const lost of ['cut', { status: 200, body: {} }, { status: 504 }, refused('invalid_grant')] as Answer[]) {
      let now = Date.parse('2026-11-20T12:00:00Z');
      let refusedToken = '';
      await using service = await openService({
        token: (_grant, count) => (count > 1 ? lost : undefined),
        isRefused: (token) => token === refusedToken,
      });
      const runtime = { now: () => new Date(now) };
      const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }), runtime });
      await api.getMe();
      now += 3_599_000;
      for (let count = 0; count < 2; count += 1) await api.getMe();
      assert.equal(service.requests.at(-1)!.headers.authorization, 'Bearer access-1');
      refusedToken = 'access-1';
      await assert.rejects(api.getMe(), SignInRequiredError);
      refusedToken = '';
      now += 1_000;
      await assert.rejects(api.getMe(), SignInRequiredError);
      assert.equal(service.grants().length, 2);
    }
  });

  test('a refresh that was certainly not done is repeated with the same token', async () => {
    await using service = await openService({
      token: (_grant, count) =>
        count === 1
          ? { status: 429, headers: { 'retry-after': '2' }, body: { error: 'slow_down', error_description: 'later' } }
          : undefined,
    });
    const { api, waits } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }) });
    await api.getMe();
    assert.deepEqual(service.asked().map(({ body }) => new URLSearchParams(body).get('refresh_token')), ['stored', 'stored']); // prettier-ignore
    assert.deepEqual(waits, [2125]);
  });

  test('a refresh that was answered with no token is lost too, and its refresh token is never sent again', async () => {
    for (const lost of unreadable) {
      await using service = await openService({ token: () => lost });
      const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }) });
      await assert.rejects(api.getMe(), SignInRequiredError);
      await assert.rejects(api.getMe(), SignInRequiredError);
      assert.deepEqual(service.requests.map(({ path }) => path), ['/oauth2/token']); // prettier-ignore
    }
  });

  test('a sign-in that is answered with no token is an error that says so, and no call goes out without one', async () => {
    await using service = await openService({ token: () => ({ status: 200, body: {} }) });
    const { api } = clientOf(service.url, { auth: password(user) });
    await assert.rejects(api.getMe(), /^PartnerOrderingError: issueToken: the answer has no token$/);
    assert.deepEqual(service.requests.map(({ path }) => path), ['/oauth2/token']); // prettier-ignore
  });

  test('a refresh token outlives that the service could not be reached', async () => {
    await using service = await openService({});
    let isDown = true;
    const refusedConnection = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    const { api } = clientOf(service.url, {
      auth: refreshToken({ ...application, refreshToken: 'stored' }),
      runtime: { fetch: (url, init) => (isDown ? Promise.reject(refusedConnection) : fetch(url, init)) },
    });
    await assert.rejects(api.getMe(), /^ConnectionError: issueToken could not be sent$/);
    isDown = false;
    await api.getMe();
    assert.deepEqual(service.grants(), ['refresh_token']);
  });

  test('a session that has ended is begun anew by who can', async () => {
    await using service = await openService({
      isRefused: (token) => token === 'access-1',
      token: (grant) => (grant === 'refresh_token' ? refused('invalid_grant') : undefined),
    });
    const { api } = clientOf(service.url, { auth: password(user) });
    await api.getMe();
    assert.deepEqual(service.grants(), ['password', 'refresh_token', 'password']);
  });

  test('a sign-in whose answer was lost is repeated, a wrong password is not', async () => {
    await using service = await openService({ token: (_grant, count) => (count === 1 ? 'cut' : undefined) });
    await clientOf(service.url, { auth: password(user) }).api.getMe();
    assert.equal(service.grants().length, 2);

    await using strict = await openService({ token: () => refused('invalid_grant') });
    await assert.rejects(clientOf(strict.url, { auth: password(user) }).api.getMe(), (error) => {
      return (
        error instanceof AuthenticationError && error.error === 'invalid_grant' && error.message.startsWith('issueToken: 400 invalid_grant')
      );
    });
    assert.equal(strict.grants().length, 1);
  });

  test('wrong credentials are asked about once: every later call is told the same, and nothing more is asked', async () => {
    for (const [error, auth] of [
      ['invalid_grant', password(user)],
      ['invalid_client', clientCredentials(application)],
      ['invalid_client', refreshToken({ ...application, refreshToken: 'stored' })],
    ] as const) {
      await using service = await openService({ token: () => refused(error, error === 'invalid_client' ? 401 : 400) });
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

  test('each new token is told before it is used', async () => {
    await using service = await openService({});
    const stored: Token[] = [];
    const onToken = async (token: Token): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(service.requests.length, 1);
      stored.push(token);
    };
    await clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored', onToken }) }).api.getMe();
    assert.equal(stored[0]!.refresh_token, 'refresh-1');
  });

  test('a token that could not be stored is not used: the next call has it stored first, without another refresh', async () => {
    await using service = await openService({});
    const told: Token[] = [];
    const thrown = new Error('the disk is full');
    const onToken = (token: Token): void => {
      if (told.push(token) < 3) throw thrown;
    };
    const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored', onToken }) });
    for (let count = 0; count < 2; count += 1) await assert.rejects(api.getMe(), (error) => error === thrown);
    assert.deepEqual(service.requests.map(({ path }) => path), ['/oauth2/token']); // prettier-ignore
    await api.getMe();
    assert.deepEqual([service.grants(), told.map((token) => token.refresh_token)], [['refresh_token'], Array(3).fill('refresh-1')]);
  });

  test('a call that gives up leaves the renewal to the others', async () => {
    await using service = await openService({});
    const { api } = clientOf(service.url, { auth: password(user) });
    const stop = new AbortController();
    const given = api.getMe({}, { signal: stop.signal });
    const other = api.getMe();
    stop.abort(new Error('enough'));
    await assert.rejects(given, /enough/);
    await other;
    assert.deepEqual(service.grants(), ['password']);
  });

  test('a function that gives tokens is told which was refused', async () => {
    await using service = await openService({ isRefused: (token) => token === 'old' });
    const given: (string | undefined)[] = [];
    const auth = givenToken((refusedToken) => (given.push(refusedToken), refusedToken === undefined ? 'old' : 'new'));
    await clientOf(service.url, { auth }).api.getMe();
    assert.deepEqual(given, [undefined, 'old']);
    await assert.rejects(clientOf(service.url, { auth: givenToken('old') }).api.getMe(), AuthenticationError);
  });
});

describe('in a browser', () => {
  const runtime = { isBrowser: true };
  const tokenOf = (scope: string): string => `e30.${Buffer.from(JSON.stringify({ scope })).toString('base64url')}.x`;

  test('an app of React Native counts as one', (t) => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
    t.after(() => Object.defineProperty(globalThis, 'navigator', own));
    Object.defineProperty(globalThis, 'navigator', { value: { product: 'ReactNative' }, configurable: true });
    assert.throws(() => clientOf('http://127.0.0.1:1', { auth: password(user) }), /a client secret never belongs into a browser/);
  });

  test('a client secret is refused, whatever the grant', () => {
    for (const auth of [clientCredentials(application), password(user), refreshToken({ ...application, refreshToken: 'stored' })])
      assert.throws(
        () => clientOf('http://127.0.0.1:1', { auth, runtime }),
        /^UsageError: auth: a client secret never belongs into a browser/,
      );
  });

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
