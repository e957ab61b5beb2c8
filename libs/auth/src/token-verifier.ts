import { errors, jwtVerify, type JSONWebKeySet, type JWTVerifyResult } from 'jose';
import { LRUCache } from 'lru-cache';
import { within, type Ask, type ServiceOperation } from '@partner-ordering/service-client';
import { DomainRefusal, invalidToken } from '@partner-ordering/kernel';
import { claimsOf, type TokenClaims } from './claims.ts';
import { keySet, type KeySet } from './key-set.ts';

interface TokenVerifierOptions {
  /** Reads the issuer's key set, see `keysOver`. */
  keys: () => Promise<JSONWebKeySet>;
  issuer: string;
  audience: string;
  clock: () => Date;
}

export type TokenVerifier = ReturnType<typeof tokenVerifier>;

const MAX_TOKEN_LENGTH = 4096;
const KEYS_TIMEOUT_MS = 5_000;
/** How many verified tokens are cached. */
const MOST_TOKENS = 5_000;
const getJwks: ServiceOperation = { method: 'GET', path: '/.well-known/jwks.json', isIdempotent: true, isPublic: true };

/** Verifies RS256 access tokens (RFC 9068, `typ: at+jwt`). A verified token is cached until it expires or its key is withdrawn. */
export function tokenVerifier(options: TokenVerifierOptions) {
  const { clock } = options;
  const keys = keySet(options.keys, clock);
  const verified = new LRUCache<string, { claims: TokenClaims; keyId: string }>({ max: MOST_TOKENS });

  /** Throws `Unauthenticated`, or `unavailable` when the keys cannot be fetched. Does not check revocation. */
  async function verify(token: string): Promise<TokenClaims> {
    const known = verified.get(token);
    if (known !== undefined && keys.has(known.keyId)) {
      if (clock().getTime() < known.claims.expiresAtMs) return known.claims;
      verified.delete(token);
      throw expired();
    }
    if (token.length > MAX_TOKEN_LENGTH) throw invalidToken('The access token is malformed');
    const { payload, protectedHeader } = await checkSignature(token, keys, options);
    const claims = claimsOf(payload);
    verified.set(token, { claims, keyId: protectedHeader.kid ?? '' });
    return claims;
  }

  return { verify };
}

async function checkSignature(token: string, keys: KeySet, options: TokenVerifierOptions): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys.resolve, {
      algorithms: ['RS256'],
      typ: 'at+jwt',
      issuer: options.issuer,
      audience: options.audience,
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      currentDate: options.clock(),
    });
  } catch (error) {
    if (error instanceof DomainRefusal) throw error;
    if (error instanceof errors.JWTExpired) throw expired();
    if (error instanceof errors.JOSEError) throw invalidToken('The access token is not valid');
    throw error;
  }
}

const expired = () => invalidToken('The access token has expired');

/** Asks identity for its keys, which clients may read too. */
export const keysOver =
  (ask: Ask): (() => Promise<JSONWebKeySet>) =>
  async () =>
    (await ask({ service: 'identity', operationId: 'getJwks', operation: getJwks, input: {} }, within(KEYS_TIMEOUT_MS))) as JSONWebKeySet;
