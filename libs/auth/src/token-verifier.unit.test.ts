import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { SignJWT, type JSONWebKeySet } from 'jose';
import { DomainRefusal, Unauthenticated } from '@partner-ordering/kernel';
import { standingClock, testIssuer } from './fixtures/tokens.ts';
import { tokenVerifier } from './token-verifier.ts';

const names = { issuer: 'https://issuer.example', audience: 'orders' };

async function setUp() {
  const time = standingClock();
  const issuer = await testIssuer(time.clock);
  const calls = { count: 0, fail: false };
  const keys = async (): Promise<JSONWebKeySet> => {
    calls.count += 1;
    if (calls.fail) throw new Error('connection refused');
    return issuer.keys();
  };
  return { ...time, issuer, calls, verifier: tokenVerifier({ ...names, keys, clock: time.clock }) };
}

const refusal = (description: RegExp) => (error: unknown) =>
  error instanceof Unauthenticated && error.error === 'invalid_grant' && description.test(error.description);

const isUnavailable = (error: unknown) => error instanceof DomainRefusal && error.kind === 'unavailable';

describe('tokenVerifier', () => {
  test('a good token gives its claims', async () => {
    const { issuer, verifier, clock } = await setUp();
    const claims = await verifier.verify(await issuer.sign('first'));
    assert.deepEqual(claims, {
      user: 'user-1',
      client: 'app',
      grant: 'password',
      scopes: new Set(['base', 'files']),
      session: 'session-1',
      expiresAtMs: clock().getTime() + 3_600_000,
    });
  });

  const bad = {
    'of another issuer': { payload: { iss: 'https://evil.example' } },
    'for another audience': { payload: { aud: 'others' } },
    'of another type': { typ: 'JWT' },
    'without a session': { payload: { sid: '' } },
    'with an unknown grant': { payload: { gty: 'implicit' } },
    'that has expired': { payload: { exp: 1_000 } },
  };
  for (const [name, changes] of Object.entries(bad)) {
    test(`401 for a token ${name}`, async () => {
      const { issuer, verifier } = await setUp();
      await assert.rejects(verifier.verify(await issuer.sign('first', changes)), Unauthenticated);
    });
  }

  test('401 for text that is no token, and for text of 100,000 characters', async () => {
    const { verifier } = await setUp();
    for (const text of ['', 'x', 'a.b.c', 'x'.repeat(100_000)]) await assert.rejects(verifier.verify(text), Unauthenticated);
  });

  test('401 for a token that is signed with a secret instead of a key', async () => {
    const { verifier, clock } = await setUp();
    const forged = await new SignJWT({ sub: 'user-1' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'first' })
      .setIssuedAt(clock())
      .sign(new TextEncoder().encode('x'.repeat(32)));
    await assert.rejects(verifier.verify(forged), refusal(/not valid/));
  });

  test('401 once a remembered token has expired', async () => {
    const { issuer, verifier, advanceMs } = await setUp();
    const token = await issuer.sign('first');
    const claims = await verifier.verify(token);
    assert.equal(verifier.cachedClaims(token), claims);
    advanceMs(3_600_000);
    assert.equal(verifier.cachedClaims(token), undefined);
    await assert.rejects(verifier.verify(token), refusal(/expired/));
    await assert.rejects(verifier.verify(token), refusal(/expired/));
  });

  test('a rotated key is fetched when its first token comes', async () => {
    const { issuer, verifier, advanceMs, calls } = await setUp();
    await verifier.verify(await issuer.sign('first'));
    await issuer.addKey('second');
    advanceMs(10_000);
    assert.equal((await verifier.verify(await issuer.sign('second'))).user, 'user-1');
    assert.equal(calls.count, 2);
  });

  test('unknown key ids cause no further request to the issuer', async () => {
    const { issuer, verifier, calls } = await setUp();
    await verifier.verify(await issuer.sign('first'));
    await issuer.addKey('foreign');
    const forged = await issuer.sign('foreign');
    issuer.withdraw('foreign');
    for (let i = 0; i < 5; i += 1) await assert.rejects(verifier.verify(forged), Unauthenticated);
    assert.equal(calls.count, 1);
  });

  test('a withdrawn key ends remembered tokens within seconds, although no other token comes', async () => {
    const { issuer, verifier, advanceMs } = await setUp();
    const token = await issuer.sign('first');
    await verifier.verify(token);
    issuer.withdraw('first');
    await issuer.addKey('second');
    advanceMs(10_001);
    // The set is fetched in the background.
    await verifier.verify(token);
    await setImmediate();
    await assert.rejects(verifier.verify(token), Unauthenticated);
  });

  test('an issuer that is down does not matter while the keys are known', async () => {
    const { issuer, verifier, advanceMs, calls } = await setUp();
    await verifier.verify(await issuer.sign('first'));
    calls.fail = true;
    advanceMs(1_000_000);
    assert.equal((await verifier.verify(await issuer.sign('first'))).user, 'user-1');
  });

  test('503, never 401, for a key that cannot be asked for, also right after a try', async () => {
    const { issuer, verifier, calls, advanceMs } = await setUp();
    await verifier.verify(await issuer.sign('first'));
    await issuer.addKey('second');
    const token = await issuer.sign('second');
    calls.fail = true;
    advanceMs(10_000);
    for (let i = 0; i < 3; i += 1) await assert.rejects(verifier.verify(token), isUnavailable);
    calls.fail = false;
    advanceMs(5_000);
    assert.equal((await verifier.verify(token)).user, 'user-1');
  });

  test('503 while no key is known', async () => {
    const { issuer, verifier, calls } = await setUp();
    calls.fail = true;
    await assert.rejects(verifier.verify(await issuer.sign('first')), isUnavailable);
  });
});
