import { requireSession, revocationsSuffice, type TokenClaims } from '@partner-ordering/auth';
import { forbidden, forbiddenCount, missingToken, Unauthenticated, type Principal } from '@partner-ordering/kernel';
import type { NamedRoute } from '@partner-ordering/openapi';
import type { Request } from 'express';
import { actionOf } from '../runtime/nouns.ts';
import type { Runtime } from '../runtime/runtime.ts';

/**
 * Verifies the token and keeps its claims in the request. 401 without a valid token, 403 without one of the operation's scopes, 503 while
 * nobody knows whether its session has ended.
 */
export async function signIn({ verifier, revocations }: Runtime, route: NamedRoute, request: Request): Promise<TokenClaims> {
  if (request.presentedToken === undefined) throw missingToken();
  const claims = await verifier.verify(request.presentedToken);
  requireSession(revocations, claims.session, route.hasEffect ? 'effect' : 'read');
  const isAllowed = route.scopes.some((scope) => claims.scopes.has(scope)) && !(route.needsUser && claims.grant === 'client_credentials');
  if (!isAllowed) throw route.path.endsWith('/total_count') ? forbiddenCount() : forbidden(actionOf(route).verb, route.noun);
  request.claims = claims;
  return claims;
}

/** The caller, long after the request arrived; undefined once the session has ended, or for too long nobody knew whether it has. */
export async function stillSignedIn(runtime: Runtime, route: NamedRoute, request: Request): Promise<Principal | undefined> {
  if (!revocationsSuffice(runtime.revocations, 'read')) return undefined;
  try {
    return await runtime.principals.forRead(await signIn(runtime, route, request));
  } catch (error) {
    if (error instanceof Unauthenticated) return undefined;
    throw error;
  }
}
