import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invalidToken, unavailable } from '@partner-ordering/kernel';
import { browserTokens } from './tokens.ts';

const [one, other] = ['1', '2'].map((end) => end.padStart(43, '-')) as [string, string];

/** Tokens of an identity that `state` controls; `state.asked` records its requests. */
function setUp() {
  const state = { asked: [] as string[], revoked: new Set<string>(), isDown: false, nowMs: 0, dead: false };
  const tokens = browserTokens(
    {
      issueBrowserToken: async (secret) => {
        state.asked.push(secret);
        if (state.isDown) throw unavailable();
        return state.dead ? undefined : `token ${state.asked.length}`;
      },
      check: (token) => (state.revoked.has(token) ? Promise.reject(invalidToken('revoked')) : (Promise.resolve({}) as never)),
    },
    () => state.nowMs,
  );
  const tokenOf = (secret: string): Promise<string | undefined> => tokens.of(secret).token();
  return { state, tokenOf, forget: tokens.forget, isKnown: (secret: string): boolean => tokens.of(secret).isKnown };
}

describe('browserTokens', () => {
  test('concurrent requests trade a secret once, and again after a minute', async () => {
    const { state, tokenOf } = setUp();
    assert.deepEqual(await Promise.all([tokenOf(one), tokenOf(one), tokenOf(other)]), ['token 1', 'token 1', 'token 2']);
    state.nowMs = 59_999;
    assert.equal(await tokenOf(one), 'token 1');
    state.nowMs = 60_000;
    assert.equal(await tokenOf(one), 'token 3');
  });

  test('a revoked token is replaced once for all concurrent requests', async () => {
    const { state, tokenOf } = setUp();
    const token = (await tokenOf(one))!;
    state.revoked.add(token);
    assert.deepEqual(await Promise.all([tokenOf(one), tokenOf(one)]), ['token 2', 'token 2']);
    state.revoked.add('token 2');
    state.dead = true;
    assert.deepEqual([await tokenOf(one), state.asked.length], [undefined, 3]);
  });

  test('a secret without a session and a failure are not cached', async () => {
    const { state, tokenOf } = setUp();
    state.dead = true;
    assert.equal(await tokenOf(one), undefined);
    Object.assign(state, { dead: false, isDown: true });
    await assert.rejects(tokenOf(one), { kind: 'unavailable' });
    state.isDown = false;
    assert.equal(await tokenOf(one), 'token 3');
  });

  test('a forgotten secret is traded again, and the result of a trade in progress is not cached', async () => {
    const { state, tokenOf, forget } = setUp();
    const traded = tokenOf(one);
    forget(one);
    assert.deepEqual([await traded, await tokenOf(one)], ['token 1', 'token 2']);
    forget(one);
    assert.deepEqual([await tokenOf(one), state.asked.length], ['token 3', 3]);
  });

  test('a secret stays known from the last trade, even if its token is old or forgotten', async () => {
    const { state, tokenOf, forget, isKnown } = setUp();
    assert.equal(isKnown(one), false);
    await tokenOf(one);
    state.nowMs = 60_000;
    forget(one);
    Object.assign(state, { isDown: true });
    await assert.rejects(tokenOf(one));
    assert.equal(isKnown(one), true);
    Object.assign(state, { isDown: false, dead: true });
    await tokenOf(one);
    assert.equal(isKnown(one), false);
  });
});
