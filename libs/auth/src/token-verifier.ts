import {
  createLocalJWKSet,
  errors,
  jwtVerify,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
  type JWTVerifyResult,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { deadlineIn, type Ask, type ServiceOperation } from '@partner-ordering/service-client';
import { DomainRefusal, invalidToken, unavailable } from '@partner-ordering/kernel';
import { claimsOf, type TokenClaims } from './claims.ts';

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
/** The most verified tokens that are cached. */
const MOST_TOKENS = 5_000;
const getJwks: ServiceOperation = { method: 'GET', path: '/.well-known/jwks.json', isIdempotent: true, isPublic: true };

/** Verifies RS256 access tokens (RFC 9068, `typ: at+jwt`). A verified token is cached until it expires or its key is withdrawn. */
export function tokenVerifier(options: TokenVerifierOptions) {
  const { clock } = options;
  const keys = keySet(options.keys, clock);
  const cache = new LRUCache<string, { claims: TokenClaims; keyId: string }>({ max: MOST_TOKENS });

  /** The claims of a token that was verified before and is still valid; undefined for all others. Does not check revocation. */
  function cachedClaims(token: string): TokenClaims | undefined {
    const entry = cache.get(token);
    if (entry === undefined || clock().getTime() >= entry.claims.expiresAtMs) return undefined;
    // Tokens of a withdrawn key are no longer valid.
    return keys.current()?.ids.has(entry.keyId) ? entry.claims : undefined;
  }

  /** Throws `Unauthenticated`, or `unavailable` when the keys cannot be fetched. Does not check revocation. */
  async function verify(token: string): Promise<TokenClaims> {
    const cached = cachedClaims(token);
    if (cached !== undefined) return cached;
    if (token.length > MAX_TOKEN_LENGTH) throw invalidToken('The access token is malformed');
    const { payload, protectedHeader } = await checkSignature(token, keys, options);
    const claims = claimsOf(payload);
    cache.set(token, { claims, keyId: protectedHeader.kid ?? '' });
    return claims;
  }

  return { verify, cachedClaims, loadKeys: keys.ensureKeys };
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
    (await ask(
      { service: 'identity', operationId: 'getJwks', operation: getJwks, input: {} },
      deadlineIn(KEYS_TIMEOUT_MS),
    )) as JSONWebKeySet;

type Resolve = ReturnType<typeof createLocalJWKSet>;

/** Age at which the set is fetched again in the background; until then the old keys stay valid. */
const REFRESH_MS = 10_000;
/** Least time between two fetches because of unknown key ids, so that forged tokens cannot cause many requests. */
const COOLDOWN_MS = 5_000;

type KeySet = ReturnType<typeof keySet>;

/**
 * Keeps the issuer's JWKS (RFC 7517) up to date. An unknown key id asks the issuer once, so a rotation needs no restart. Throws
 * `unavailable` when a key is needed and the issuer cannot be asked.
 */
function keySet(load: () => Promise<JSONWebKeySet>, clock: () => Date) {
  let published: { ids: ReadonlySet<string>; resolve: Resolve } | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  /** Of the last fetch. */
  let failure: unknown;
  let loading: Promise<void> | undefined;

  function refresh(): Promise<void> {
    loading ??= fetchKeys()
      .then(
        () => void (failure = undefined),
        (error: unknown) => {
          failure = error;
          throw error;
        },
      )
      .finally(() => (loading = undefined));
    return loading;
  }

  async function fetchKeys(): Promise<void> {
    askedAtMs = clock().getTime();
    const set = await load();
    published = { ids: new Set(set.keys.flatMap((key) => key.kid ?? [])), resolve: createLocalJWKSet(set) };
  }

  /** The published keys. An old set is refreshed in the background; until that is done, and while it fails, it is used. */
  function current(): typeof published {
    if (published && clock().getTime() - askedAtMs > REFRESH_MS) refresh().catch(() => undefined);
    return published;
  }

  async function refreshOrUnavailable(): Promise<void> {
    try {
      await refresh();
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /** Waits for the first keys, throws `unavailable` without them, and keeps later ones up to date. */
  const ensureKeys = async (): Promise<void> => {
    if (current() === undefined) await refreshOrUnavailable();
  };

  async function resolve(header?: JWSHeaderParameters, token?: FlattenedJWSInput): ReturnType<Resolve> {
    await ensureKeys();
    try {
      return await current()!.resolve(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const mayAsk = loading !== undefined || clock().getTime() - askedAtMs >= COOLDOWN_MS;
      if (!mayAsk) throw failure === undefined ? error : unavailable(failure);
      await refreshOrUnavailable();
      return published!.resolve(header, token);
    }
  }

  return { resolve, current, ensureKeys };
}
