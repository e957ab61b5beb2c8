import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { password, refreshToken } from './auth.ts';
import { SignInRequiredError } from './errors.ts';
import { clientOf, type Answer } from './fixtures/server.ts';
import { application, openService, refused, together, user } from './fixtures/token-service.ts';

/** Successes of which no token can be read: the answer was cut, a proxy answered, or it is another's. */
const unreadable: Answer[] = ['{"access_tok', '<h1>Welcome</h1>', {}, [], 'null', { access_token: 'a', expires_in: '' }].map((body) => ({
  status: 200,
  body,
}));

describe('tokens', () => {
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
    assert.deepEqual(service.requests.map(({ path }) => path), ['/oauth2/token', '/oauth2/introspect']); // oxfmt-ignore
  });

  test('504 of a refresh, and what proxies answer instead of it, leave open what the service does: its refresh token is not sent again', async () => {
    for (const status of [504, 520, 524]) {
      await using service = await openService({ token: () => ({ status }) });
      const { api } = clientOf(service.url, { auth: refreshToken({ ...application, refreshToken: 'stored' }) });
      for (let count = 0; count < 2; count += 1) await assert.rejects(api.getMe(), SignInRequiredError);
      assert.equal(service.requests.length, 1);
    }
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
    assert.deepEqual(service.asked().map(({ body }) => new URLSearchParams(body).get('refresh_token')), ['stored', 'stored']); // oxfmt-ignore
    assert.deepEqual(waits, [2125]);
  });

  test('a sign-in that is answered with no token is an error that says so, and no call goes out without one', async () => {
    await using service = await openService({ token: () => ({ status: 200, body: {} }) });
    const { api } = clientOf(service.url, { auth: password(user) });
    await assert.rejects(api.getMe(), /^PartnerOrderingError: issueToken: the answer has no token$/);
    assert.deepEqual(service.requests.map(({ path }) => path), ['/oauth2/token']); // oxfmt-ignore
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
});
