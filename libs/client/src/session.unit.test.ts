import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { password, refreshToken } from './auth.ts';
import { SignInRequiredError } from './errors.ts';
import { clientOf, type Answer } from './fixtures/server.ts';
import { application, openService, refusal, inParallel, user } from './fixtures/token-service.ts';

const stored = refreshToken({ ...application, refreshToken: 'stored' });

describe('refreshes of a session', () => {
  test('a client with a password repeats a refresh whose answer was lost, and signs in if the token was used', async () => {
    await using service = await openService({
      isRefused: (token) => token === 'access-1',
      token: (_grant, count) => ({ 2: 'cut' as const, 3: refusal('invalid_grant') })[count],
    });
    const { api } = clientOf(service.url, { auth: password(user) });
    await inParallel(5, () => api.getMe());
    assert.deepEqual(service.grants(), ['password', 'refresh_token', 'refresh_token', 'password']);
  });

  test('a client without a password leaves a lost refresh to the next call, and an outage ends no session', async () => {
    for (const lostAnswer of ['cut', { status: 503 }, { status: 504 }, { status: 200, body: '<h1>Welcome</h1>' }] as Answer[]) {
      await using service = await openService({ token: (_grant, count) => (count === 1 ? lostAnswer : undefined) });
      const { api } = clientOf(service.url, { auth: stored });
      await assert.rejects(api.getMe(), /issueToken/);
      await api.getMe();
      assert.deepEqual(
        service.tokenRequests().map(({ body }) => new URLSearchParams(body).get('refresh_token')),
        ['stored', 'stored'],
      );
    }
  });

  test('a client without a password gets a SignInRequiredError once the session has ended, and sends nothing more', async () => {
    await using service = await openService({ token: () => refusal('invalid_grant') });
    const { api } = clientOf(service.url, { auth: stored });
    for (let count = 0; count < 3; count += 1) await assert.rejects(api.getMe(), SignInRequiredError);
    assert.equal(service.requests.length, 1);
  });

  test('a refresh that a proxy refuses, or that lacks a scope, is tried again by the next call', async () => {
    for (const failed of [{ status: 401, body: '<h1>Sign in</h1>' }, refusal('invalid_scope')] as Answer[]) {
      let now = Date.parse('2026-11-20T12:00:00Z');
      await using service = await openService({ token: (_grant, count) => (count === 2 ? failed : undefined) });
      const { api } = clientOf(service.url, { auth: stored, runtime: { now: () => new Date(now) } });
      await api.getMe();
      now += 3_600_000;
      await assert.rejects(api.getMe(), { name: 'AuthenticationError' });
      await api.getMe();
    }
  });

  test('an early refresh that fails leaves the previous token in use until it expires or is refused', async () => {
    for (const failed of [{ status: 503 }, 'cut', refusal('invalid_grant')] as Answer[]) {
      let now = Date.parse('2026-11-20T12:00:00Z');
      let refusedToken = '';
      await using service = await openService({
        token: (_grant, count) => (count > 1 ? failed : undefined),
        isRefused: (token) => token === refusedToken,
      });
      const { api } = clientOf(service.url, { auth: stored, runtime: { now: () => new Date(now) } });
      await api.getMe();
      now += 3_599_000;
      for (let count = 0; count < 2; count += 1) await api.getMe();
      assert.equal(service.requests.at(-1)!.headers.authorization, 'Bearer access-1');
      refusedToken = 'access-1';
      await assert.rejects(api.getMe());
      refusedToken = '';
      now += 1_000;
      await assert.rejects(api.getMe());
    }
  });
});
