import { type TokenClaims } from '@partner-ordering/auth';
import { invalidToken, missingToken, forbidden, forbiddenCount } from '@partner-ordering/kernel';
import type { Request, RequestHandler } from 'express';
import { operationOf } from '../runtime/document.ts';
import { actionOf } from '../runtime/nouns.ts';
import type { Route } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** 401 without a valid token, 403 without one of the operation's scopes. Public operations look at no token. */
export function authenticate(runtime: Runtime, route: Route): RequestHandler {
  const isForUsers = operationOf(runtime.document, route)['x-user-token'] === true;
  return (request, _response, next) => {
    if (route.public) return next();
    claimsOf(runtime, request).then((claims) => {
      if (!route.scopes.some((scope) => claims.scopes.has(scope))) return next(refuse(route));
      if (isForUsers && claims.grant === 'client_credentials') return next(refuse(route));
      request.claims = claims;
      next();
    }, next);
  };
}

async function claimsOf({ verifier, revocations }: Runtime, { presentedToken }: Request): Promise<TokenClaims> {
  if (presentedToken === undefined) throw missingToken();
  const claims = await verifier.verify(presentedToken);
  if (revocations.isRevoked(claims.session)) throw invalidToken('The access token was revoked');
  return claims;
}

const refuse = (route: Route): Error =>
  route.path.endsWith('/total_count') ? forbiddenCount() : forbidden(actionOf(route).verb, route.noun);
