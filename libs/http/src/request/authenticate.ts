import { type TokenClaims } from '@partner-ordering/auth';
import { forbidden, forbiddenCount, invalidToken, missingToken, Unauthenticated, type Principal } from '@partner-ordering/kernel';
import type { Request, RequestHandler } from 'express';
import { operationOf } from '../runtime/document.ts';
import { actionOf } from '../runtime/nouns.ts';
import type { Route } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Refuses a request without its rights, see `signIn`. Public operations check no token unless they ask for it. */
export const authenticate =
  (runtime: Runtime, route: Route): RequestHandler =>
  (request, _response, next) => {
    if (route.public) return next();
    signIn(runtime, route, request).then(() => next(), next);
  };

/** Verifies the token and keeps its claims in the request. 401 without a valid token, 403 without one of the operation's scopes. */
export async function signIn(runtime: Runtime, route: Route, request: Request): Promise<TokenClaims> {
  const claims = await claimsOf(runtime, request);
  if (!route.scopes.some((scope) => claims.scopes.has(scope))) throw refuse(route);
  if (operationOf(runtime.document, route)['x-user-token'] === true && claims.grant === 'client_credentials') throw refuse(route);
  request.claims = claims;
  return claims;
}

/** The caller, long after the request arrived; undefined when the session has ended. Throws when that is unknown. */
export async function stillSignedIn(runtime: Runtime, route: Route, request: Request): Promise<Principal | undefined> {
  try {
    return await runtime.principals.forRead(await signIn(runtime, route, request));
  } catch (error) {
    if (error instanceof Unauthenticated) return undefined;
    throw error;
  }
}

async function claimsOf({ verifier, revocations }: Runtime, { presentedToken }: Request): Promise<TokenClaims> {
  if (presentedToken === undefined) throw missingToken();
  const claims = await verifier.verify(presentedToken);
  if (revocations.isRevoked(claims.session)) throw invalidToken('The access token was revoked');
  return claims;
}

const refuse = (route: Route): Error =>
  route.path.endsWith('/total_count') ? forbiddenCount() : forbidden(actionOf(route).verb, route.noun);
