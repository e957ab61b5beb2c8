import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { invalidToken, newGid } from '@partner-ordering/kernel';

export interface ServiceTokensOptions {
  /** Secret shared by the services of one installation, at least 32 bytes. */
  secret: string;
  /** Name of the calling service, for example `ordering`. */
  service: string;
  clock: () => Date;
}

/** Tokens with which services identify themselves on `/internal/*`. They never act for a user. */
export interface ServiceTokens {
  /** A token for calls to the service `audience`; one token serves many calls. */
  issue(audience: string): Promise<string>;
  /** One that an instance of the release before understands, where the shared secret is known. */
  issueAsBefore?(audience: string): Promise<string>;
  /** Throws `Unauthenticated` unless the token was made for `audience` and is fresh. */
  verify(token: string, audience: string): Promise<{ service: string }>;
}

const LIFETIME_MS = 60_000;
/** A cached token is replaced this long before it expires, so that it stays valid during a slow call. */
const RENEW_BEFORE_END_MS = 20_000;
export const CLOCK_TOLERANCE_SECONDS = 5;
export const TOKEN_TYPE = 'service+jwt';

/** What signs now; `kid` tells one key of a service from the next. */
export interface Signer {
  key: KeyObject | Uint8Array;
  header: { alg: string; kid?: string };
}

/** Issues tokens as `ServiceTokens` says. One that the present key has not signed is not given out any more. */
export function tokenIssuer({
  service,
  clock,
  signer,
}: Pick<ServiceTokensOptions, 'service' | 'clock'> & { signer: () => Signer }): ServiceTokens['issue'] {
  const issued = new Map<string, { token: string; kid: string | undefined; expiresAtMs: number }>();
  return async (audience) => {
    const { key, header } = signer();
    const { kid } = header;
    const nowMs = clock().getTime();
    const cached = issued.get(audience);
    if (cached && cached.kid === kid && cached.expiresAtMs - nowMs > RENEW_BEFORE_END_MS) return cached.token;
    const expiresAtMs = nowMs + LIFETIME_MS;
    const token = await new SignJWT()
      .setProtectedHeader({ ...header, typ: TOKEN_TYPE })
      .setIssuer(service)
      .setAudience(audience)
      .setIssuedAt(Math.floor(nowMs / 1000))
      .setExpirationTime(Math.floor(expiresAtMs / 1000))
      .setJti(newGid())
      .sign(key);
    issued.set(audience, { token, kid, expiresAtMs });
    return token;
  };
}

/**
 * The tokens of the release before, for the time in which its instances still run: HS256 JWTs that live for 60 seconds, `iss` is the
 * calling service, `aud` the called one. Who knows the secret can be any service; `keyTokens` replaces them.
 */
export function serviceTokens({ secret, service, clock }: ServiceTokensOptions): ServiceTokens {
  const key = new TextEncoder().encode(secret);
  if (key.byteLength < 32) throw new RangeError('the service secret must have at least 32 bytes');

  async function verify(token: string, audience: string): Promise<{ service: string }> {
    try {
      const checks = { algorithms: ['HS256'], typ: TOKEN_TYPE, audience, requiredClaims: ['iss', 'exp'], currentDate: clock() };
      const { payload } = await jwtVerify(token, key, { ...checks, clockTolerance: CLOCK_TOLERANCE_SECONDS });
      return { service: payload.iss! };
    } catch (error) {
      if (error instanceof errors.JOSEError) throw invalidToken('The service token is not valid');
      throw error;
    }
  }

  return { issue: tokenIssuer({ service, clock, signer: () => ({ key, header: { alg: 'HS256' } }) }), verify };
}
