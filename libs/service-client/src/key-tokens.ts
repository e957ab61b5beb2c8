import type { KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { invalidToken, newGid } from '@partner-ordering/kernel';
import type { ServiceKeys } from './service-keys.ts';

/** Tokens with which services identify themselves on `/internal/*`. They never act for a user. */
export interface ServiceTokens {
  /** A token for calls to the service `audience`; one token serves many calls. */
  issue(audience: string): Promise<string>;
  /** Throws `Unauthenticated` unless the token was made for `audience` and is fresh. */
  verify(token: string, audience: string): Promise<{ service: string }>;
}

export interface KeyTokensOptions {
  keys: ServiceKeys;
  /** Name of the calling service, for example `ordering`. */
  service: string;
  clock: () => Date;
}

const ALGORITHM = 'EdDSA';
const TOKEN_TYPE = 'service+jwt';
const LIFETIME_MS = 60_000;
/** A cached token is replaced this long before it expires, so that it stays valid during a slow call. */
const RENEW_BEFORE_END_MS = 20_000;
const CLOCK_TOLERANCE_SECONDS = 5;
/** The most verified tokens that are cached: a few for each service, which sends a new one every 40 s. */
const MOST_VERIFIED = 200;

/** A verified token: valid for its audience until it expires, as long as its key is the same. */
interface VerifiedToken {
  service: string;
  audience: string;
  kid: string;
  key: KeyObject;
  endsAtMs: number;
}

/** JWTs that live for 60 s, signed by the caller's Ed25519 key: `iss` is the calling service, `aud` the called one, `kid` the key. */
export function keyTokens({ keys, service, clock }: KeyTokensOptions): ServiceTokens {
  const issued = new Map<string, { token: string; kid: string; expiresAtMs: number }>();
  const verified = new Map<string, VerifiedToken>();

  async function issue(audience: string): Promise<string> {
    const { kid, key } = keys.own();
    const nowMs = clock().getTime();
    const cached = issued.get(audience);
    if (cached?.kid === kid && cached.expiresAtMs - nowMs > RENEW_BEFORE_END_MS) return cached.token;
    const expiresAtMs = nowMs + LIFETIME_MS;
    const token = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: TOKEN_TYPE })
      .setIssuer(service)
      .setAudience(audience)
      .setIssuedAt(Math.floor(nowMs / 1000))
      .setExpirationTime(Math.floor(expiresAtMs / 1000))
      .setJti(newGid())
      .sign(key);
    issued.set(audience, { token, kid, expiresAtMs });
    return token;
  }

  function isStillValid(cached: VerifiedToken | undefined, audience: string): cached is VerifiedToken {
    if (cached?.audience !== audience || cached.endsAtMs <= clock().getTime()) return false;
    return keys.publicKey(cached.service, cached.kid) === cached.key;
  }

  async function verify(token: string, audience: string): Promise<{ service: string }> {
    const cached = verified.get(token);
    if (isStillValid(cached, audience)) return { service: cached.service };
    try {
      const { kid = '' } = decodeProtectedHeader(token);
      const { iss: issuer = '' } = decodeJwt(token);
      const key = keys.publicKey(issuer, kid);
      if (!key) throw invalidToken('The service token is not valid');
      const checks = { algorithms: [ALGORITHM], typ: TOKEN_TYPE, issuer, audience, requiredClaims: ['exp'], currentDate: clock() };
      const { payload } = await jwtVerify(token, key, { ...checks, clockTolerance: CLOCK_TOLERANCE_SECONDS });
      if (verified.size >= MOST_VERIFIED) verified.clear();
      verified.set(token, { service: issuer, audience, kid, key, endsAtMs: payload.exp! * 1000 });
      return { service: issuer };
    } catch (error) {
      // A malformed JWT is a TypeError.
      if (error instanceof errors.JOSEError || error instanceof TypeError) throw invalidToken('The service token is not valid');
      throw error;
    }
  }

  return { issue, verify };
}
