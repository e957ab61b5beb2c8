import type { KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { invalidToken } from '@partner-ordering/kernel';
import type { ServiceKeys } from './service-keys.ts';
import { CLOCK_TOLERANCE_SECONDS, TOKEN_TYPE, tokenIssuer, type ServiceTokens, type Signer } from './service-tokens.ts';

export interface KeyTokensOptions {
  keys: ServiceKeys;
  /** Name of the calling service, for example `ordering`. */
  service: string;
  clock: () => Date;
}

const ALGORITHM = 'EdDSA';
/** How many verified tokens are remembered: a few for each service, of which a new one comes every 40 s. */
const MOST_VERIFIED = 200;

/** What was found of a token. It holds for its audience until the token ends, as long as its key is the same. */
interface Verified {
  service: string;
  audience: string;
  kid: string;
  key: KeyObject;
  endsAtMs: number;
}

/**
 * JWTs that live for 60 seconds, signed by the calling service's own key (Ed25519): `iss` is the calling service, `aud` the called one,
 * `kid` the key. What a service signs is believed as its own only.
 */
export function keyTokens({ keys, service, clock }: KeyTokensOptions): ServiceTokens {
  const signer = (): Signer => {
    const { kid, key } = keys.own();
    return { key, header: { alg: ALGORITHM, kid } };
  };
  const issue = tokenIssuer({ service, clock, signer });
  const verified = new Map<string, Verified>();

  function remembered(token: string, audience: string): Verified | undefined {
    const known = verified.get(token);
    if (known?.audience !== audience || known.endsAtMs <= clock().getTime()) return undefined;
    return keys.publicKey(known.service, known.kid) === known.key ? known : undefined;
  }

  async function verify(token: string, audience: string): Promise<{ service: string }> {
    const known = remembered(token, audience);
    if (known) return { service: known.service };
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
      // What is no JWT at all is a TypeError.
      if (error instanceof errors.JOSEError || error instanceof TypeError) throw invalidToken('The service token is not valid');
      throw error;
    }
  }

  return { issue, verify };
}
