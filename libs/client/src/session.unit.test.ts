import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { password, refreshToken } from './auth.ts';
import { SignInRequiredError } from './errors.ts';
import { clientOf, type Answer } from './fixtures/server.ts';
import { application, openService, refused, together, user } from './fixtures/token-service.ts';

const stored = refreshToken({ ...application, refreshToken: 'stored' });

describe('a refresh', () => {
  test('whose answer was lost is repeated for who can sign in, who does so when the token was used', async () => {
    await using service = await openService({
      isRefused: (token) => token === 'access-1',
      token: (_grant, count) => ({ 2: 'cut' as const, 3: refused('invalid_grant') })[count],
    });
    const { api } = clientOf(service.url, { auth: password(user) });
    await together(5, () => api.getMe());
    assert.deepEqual(service.grants(), ['password', 'refresh_token', 'refresh_token', 'password']);
  });

  test('whose answer was lost is not repeated for who cannot: the next call does so, and an outage signs nobody out', async () => {
    for (const lost of ['cut', { status: 503 }, { status: 504 }, { status: 200, body: '<h1>Welcome</h1>' }] as Answer[]) {
      await using service = await openService({ token: (_grant, count) => (count === 1 ? lost : undefined) });
      const { api } = clientOf(service.url, { auth: stored });
      await assert.rejects(api.getMe(), /issueToken/);
      await api.getMe();
      assert.deepEqual(service.asked().map(({ body }) => new URLSearchParams(body).get('refresh_token')), ['stored', 'stored']); // oxfmt-ignore
    }
  });

  test('of a session that has ended is a SignInRequiredError for who cannot sign in, and nothing more is asked', async () => {
    await using service = await openService({ token: () => refused('invalid_grant') });
    const { api } = clientOf(service.url, { auth: stored });
    for (let count = 0; count < 3; count += 1) await assert.rejects(api.getMe(), SignInRequiredError);
    assert.equal(service.requests.length, 1);
  });

  test('that a proxy refuses, or that lacks a scope, is tried again by the next call', async () => {
    for (const failed of [{ status: 401, body: '<h1>Sign in</h1>' }, refused('invalid_scope')] as Answer[]) {
      let now = Date.parse('2026-11-20T12:00:00Z');
      await using service = await openService({ token: (_grant, count) => (count === 2 ? failed : undefined) });
      const { api } = clientOf(service.url, { auth: stored, runtime: { now: () => new Date(now) } });
      await api.getMe();
      now += 3_600_000;
      await assert.rejects(api.getMe(), { name: 'AuthenticationError' });
      await api.getMe();
    }
  });

  test('that fails early leaves the token before in use to its end, unless it was refused', async () => {
    for (const failed of [{ status: 503 }, 'cut', refused('invalid_grant')] as Answer[]) {
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
