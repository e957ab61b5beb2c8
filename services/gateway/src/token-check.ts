import { keysOver, revocationPoll, revocationsOver, tokenVerifier } from '@partner-ordering/auth';
import { invalidToken } from '@partner-ordering/kernel';
import { keyTokens, neighbourClient, type ServiceKeys } from '@partner-ordering/neighbours';
import type { TokenCheck } from './request/authentication.ts';

export interface TokenCheckOptions {
  identityUrls: readonly string[];
  issuer: string;
  /** The gateway's. */
  keys: ServiceKeys;
  clock: () => Date;
  onError: (error: unknown) => void;
}

/** Checks tokens by the keys that identity publishes, and asks it each second for revoked sessions. */
export function openTokenCheck({ identityUrls, issuer, keys, clock, onError }: TokenCheckOptions): TokenCheck {
  const tokens = keyTokens({ keys, service: 'gateway', clock });
  const ask = neighbourClient({ urls: { identity: identityUrls }, tokens });
  const verifier = tokenVerifier({ keys: keysOver(ask), issuer, audience: issuer, clock });
  const poll = revocationPoll({ read: revocationsOver(ask), clock, onError });
  return {
    async check(token) {
      const claims = await verifier.verify(token);
      if (poll.isRevoked(claims.session)) throw invalidToken('The access token was revoked');
      return claims;
    },
    ready: poll.ready,
    stop: () => poll.stop(),
  };
}
