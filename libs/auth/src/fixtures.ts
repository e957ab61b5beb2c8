import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWTPayload } from 'jose';

/** A clock that stands still until it is moved. */
export function standingClock(start = new Date('2026-03-01T12:00:00Z')) {
  let now = start;
  return { clock: () => now, advanceMs: (ms: number) => void (now = new Date(now.getTime() + ms)) };
}

/** An issuer with keys of its own, for tests of verifiers. */
export async function testIssuer(clock: () => Date) {
  const published = new Map<string, { privateKey: CryptoKey; jwk: JSONWebKeySet['keys'][number] }>();

  async function addKey(kid: string): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    published.set(kid, { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } });
  }

  function sign(kid: string, changes: { payload?: JWTPayload; typ?: string } = {}): Promise<string> {
    const now = Math.floor(clock().getTime() / 1000);
    const times = { iat: now, exp: now + 3600 };
    const names = { iss: 'https://issuer.example', aud: 'orders', sub: 'user-1', jti: 'jti-1' };
    const ours = { client_id: 'app', scope: 'base files', sid: 'session-1', gty: 'password' };
    return new SignJWT({ ...times, ...names, ...ours, ...changes.payload })
      .setProtectedHeader({ alg: 'RS256', typ: changes.typ ?? 'at+jwt', kid })
      .sign(published.get(kid)!.privateKey);
  }

  await addKey('first');
  return {
    addKey,
    withdraw: (kid: string) => published.delete(kid),
    sign,
    keys: async () => ({ keys: [...published.values()].map((key) => key.jwk) }),
  };
}
