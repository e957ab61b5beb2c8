import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { newGid } from '@partner-ordering/kernel';

/** Tokens with which services identify themselves on `/internal/*`. They never act for a user. */
export interface ServiceTokens {
  /** A token for calls to the service `audience`; one token serves many calls. */
  issue(audience: string): Promise<string>;
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
  key: KeyObject;
  header: { alg: string; kid: string };
}

interface TokenIssuerOptions {
  /** Name of the calling service, for example `ordering`. */
  service: string;
  clock: () => Date;
  signer: () => Signer;
}

/** Issues tokens as `ServiceTokens` says. One that the present key has not signed is not given out any more. */
export function tokenIssuer({ service, clock, signer }: TokenIssuerOptions): ServiceTokens['issue'] {
  const issued = new Map<string, { token: string; kid: string; expiresAtMs: number }>();
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
