import { invalidToken, missingToken, type Principal, type TokenClaims } from '@partner-ordering/auth';
import { forbidden, forbiddenCount, Unconfirmed, type Queryable } from '@partner-ordering/data';
import type { Request, RequestHandler } from 'express';
import { operationOf } from './document.ts';
import type { Route } from './routes.ts';
import type { Runtime } from './runtime.ts';

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

const verbs = { get: 'see this', post: 'create', put: 'update', delete: 'delete' } as const;

const refuse = ({ method, path, noun }: Route): Error =>
  path.endsWith('/total_count') ? forbiddenCount() : forbidden(verbs[method], noun);

/** Who acts, for reads: at most a second old. */
export const readingPrincipal = ({ principals }: Runtime, claims: TokenClaims): Promise<Principal> => principals.forRead(claims);

/** Who acts, for writes: as the transaction sees it. */
export const writingPrincipal = ({ principals }: Runtime, claims: TokenClaims, tx: Queryable): Promise<Principal> =>
  principals.forWrite(claims, tx);

/** Runs `attempt`; a refusal that rests on a replica is confirmed with the owners, and the second one stands. */
export async function confirmed<T>({ owners, principals }: Runtime, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Unconfirmed)) throw error;
    await owners.confirm(error.keys);
    for (const { type, key } of error.keys) if (type === 'principal') principals.forget(key);
  }
  return attempt().catch((error: unknown) => Promise.reject(error instanceof Unconfirmed ? error.refusal : error));
}
