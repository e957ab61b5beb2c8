export { browserCookie, browserSecret } from './browser-cookie.ts';
export { claimsOf, CONSOLE_CLIENT, type TokenClaims } from './claims.ts';
export { openLastSeen } from './last-seen.ts';
export { principalOf, type PrincipalState } from './principal.ts';
export { principalNow, principals, type Principals } from './principals.ts';
export { revocationPoll, revocationsOver, type RevocationPoll } from './revocation-poll.ts';
export { keysOver, tokenVerifier, type TokenVerifier } from './token-verifier.ts';
