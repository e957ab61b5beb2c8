export { browserCookie, browserSecret } from './browser-cookie.ts';
export { CONSOLE_CLIENT, DOCS_CLIENT, type TokenClaims } from './claims.ts';
export { principalNow, principals, type Principals, type PrincipalState } from './principals.ts';
export {
  IDENTITY_UNKNOWN,
  openLastSeen,
  requireSession,
  revocationPoll,
  revocationsSuffice,
  revocationsOver,
  type RevocationPoll,
} from './sessions.ts';
export { keysOver, tokenVerifier, type TokenVerifier } from './token-verifier.ts';
