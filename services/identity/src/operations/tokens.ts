import { stringify } from 'node:querystring';
import { ok } from '@partner-ordering/http';
import type { JsonWebKey } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';

export const openAuthorizationPage: Operations['openAuthorizationPage'] = ({ headers, query, authorizationServer }) =>
  authorizationServer.openAuthorizationPage({ headers, body: new URLSearchParams(stringify(query)) });

export const authorizeApplication: Operations['authorizeApplication'] = ({ headers, body, waiting, authorizationServer }) =>
  authorizationServer.authorizeApplication({ headers, body, waiting });

export const openSignInPage: Operations['openSignInPage'] = ({ headers, query, authorizationServer }) =>
  authorizationServer.openSignInPage({ headers, body: new URLSearchParams(stringify(query)) });

export const signInBrowser: Operations['signInBrowser'] = ({ headers, body, waiting, authorizationServer }) =>
  authorizationServer.signInBrowser({ headers, body, waiting });

export const openSignOutPage: Operations['openSignOutPage'] = ({ headers, authorizationServer }) =>
  authorizationServer.openSignOutPage({ headers, body: undefined });

export const signOut: Operations['signOut'] = ({ headers, body, authorizationServer }) => authorizationServer.signOut({ headers, body });

export const issueToken: Operations['issueToken'] = ({ headers, body, waiting, authorizationServer }) =>
  authorizationServer.issueToken({ headers, body, waiting });

export const revokeToken: Operations['revokeToken'] = ({ headers, body, authorizationServer }) =>
  authorizationServer.revokeToken({ headers, body });

export const introspectToken: Operations['introspectToken'] = ({ headers, body, authorizationServer }) =>
  authorizationServer.introspectToken({ headers, body });

export const getJwks: Operations['getJwks'] = async ({ authorizationServer }) => {
  const { keys } = await authorizationServer.jwks();
  return ok({ keys: keys.map((key) => published(key as JsonWebKey)) }, { 'Cache-Control': 'public, max-age=300' });
};

/** Stored as jsonb, a key has its fields in another order than the document. */
const published = ({ kty, use, alg, kid, n, e }: JsonWebKey): JsonWebKey => ({ kty, use, alg, kid, n, e });

export const getAuthorizationServerMetadata: Operations['getAuthorizationServerMetadata'] = async ({ authorizationServer }) =>
  ok(authorizationServer.metadata(), { 'Cache-Control': 'public, max-age=3600' });
