import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { invalidToken } from '@partner-ordering/kernel';
import type { ServiceKeys } from './service-keys.ts';
import { CLOCK_TOLERANCE_SECONDS, serviceTokens, TOKEN_TYPE, tokenIssuer, type ServiceTokens, type Signer } from './service-tokens.ts';

export interface KeyTokensOptions {
  keys: ServiceKeys;
  /** Name of the calling service, for example `ordering`. */
  service: string;
  clock: () => Date;
}

const ALGORITHM = 'EdDSA';

/**
 * JWTs that live for 60 seconds, signed by the calling service's own key (Ed25519): `iss` is the calling service, `aud` the called one,
 * `kid` the key. What a service signs is believed as its own only. With a shared secret, the tokens of the release before are accepted too.
 */
export function keyTokens({ keys, service, clock }: KeyTokensOptions): ServiceTokens {
  const { sharedSecret } = keys;
  const before = sharedSecret === undefined ? undefined : serviceTokens({ secret: sharedSecret, service, clock });
  const signer = (): Signer => {
    const { kid, key } = keys.own();
    return { key, header: { alg: ALGORITHM, kid } };
  };
  const issue = tokenIssuer({ service, clock, signer });

  async function verify(token: string, audience: string): Promise<{ service: string }> {
    try {
      const { alg, kid = '' } = decodeProtectedHeader(token);
      if (before && alg !== ALGORITHM) return await before.verify(token, audience);
      const { iss: issuer = '' } = decodeJwt(token);
      const key = keys.publicKey(issuer, kid);
      if (!key) throw invalidToken('The service token is not valid');
      const checks = { algorithms: [ALGORITHM], typ: TOKEN_TYPE, issuer, audience, requiredClaims: ['exp'], currentDate: clock() };
      await jwtVerify(token, key, { ...checks, clockTolerance: CLOCK_TOLERANCE_SECONDS });
      return { service: issuer };
    } catch (error) {
      // What is no JWT at all is a TypeError.
      if (error instanceof errors.JOSEError || error instanceof TypeError) throw invalidToken('The service token is not valid');
      throw error;
    }
  }

  return { issue, verify, ...(before ? { issueAsBefore: (audience: string) => before.issue(audience) } : {}) };
}
