import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto';
import { Refusal } from './refusal.ts';

interface Claims {
  iss: string;
  aud: string;
  sub: string;
  sid: string;
  scope: string;
  exp: number;
}

const MAX_REMEMBERED = 5_000;

/** Checks access tokens by the issuer's keys; answers whom they act for. A good one is remembered until it expires. */
export async function openTokens(issuer: string, identityUrl: string): Promise<{ check(authorization: string | undefined): string }> {
  const keySet = (await (await fetch(`${identityUrl}/.well-known/jwks.json`)).json()) as { keys: (JsonWebKey & { kid: string })[] };
  const keys = new Map(keySet.keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
  const revokedSessions = new Set<string>();
  setInterval(() => void pollRevoked(identityUrl, revokedSessions).catch(() => undefined), 1_000).unref();
  const cachedClaims = new Map<string, Claims>();

  return {
    check(authorization) {
      if (authorization?.slice(0, 7).toLowerCase() !== 'bearer ') throw new Refusal(401, 'An access token is required');
      const token = authorization.slice(7);
      let claims = cachedClaims.get(token);
      if (!claims) {
        claims = verified(token, keys, issuer);
        if (cachedClaims.size >= MAX_REMEMBERED) cachedClaims.clear();
        cachedClaims.set(token, claims);
      }
      if (claims.exp * 1000 <= Date.now() || revokedSessions.has(claims.sid)) throw new Refusal(401, 'The access token is not valid');
      return claims.sub;
    },
  };
}

function verified(token: string, keys: ReadonlyMap<string, KeyObject>, issuer: string): Claims {
  const [head = '', body = '', signature = ''] = token.split('.');
  const { alg, typ, kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, string>;
  const key = keys.get(kid ?? '');
  const isSigned =
    alg === 'RS256' &&
    typ === 'at+jwt' &&
    key &&
    verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw new Refusal(401, 'The access token is not valid');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  if (claims.iss !== issuer || claims.aud !== issuer) throw new Refusal(401, 'The access token is not valid');
  if (!claims.scope.split(' ').includes('base')) throw new Refusal(403, 'The scope is missing');
  return claims;
}

async function pollRevoked(identityUrl: string, revokedSessions: Set<string>): Promise<void> {
  const answer = await fetch(`${identityUrl}/internal/revocations?after=0`);
  const { items } = (await answer.json()) as { items: { sid: string }[] };
  for (const { sid } of items) revokedSessions.add(sid);
}
