import { invalidToken, missingToken, type Principal, type TokenClaims } from '@partner-ordering/auth';
import { forbidden, forbiddenCount, Unconfirmed, type Queryable, type StateKey } from '@partner-ordering/data';
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

/** Which states the owners were asked for in the course of a request. */
export type Confirmations = ReadonlySet<string>;

/** How `Confirmations` names a state. */
export const confirmation = ({ type, key }: StateKey): string => `${type}/${key}`;

/**
 * Runs `attempt`; a refusal that rests on replicas makes it run again after the owners were asked. It stands once all
 * that it rests on is confirmed.
 */
export async function confirmed<T>({ owners, principals }: Runtime, attempt: (asked: Confirmations) => Promise<T>): Promise<T> {
  const asked = new Set<string>();
  for (;;) {
    try {
      return await attempt(asked);
    } catch (error) {
      if (!(error instanceof Unconfirmed)) throw error;
      const open = error.keys.filter((state) => !asked.has(confirmation(state)));
      if (open.length === 0) throw error.refusal;
      await owners.confirm(open);
      for (const state of open) {
        asked.add(confirmation(state));
        if (state.type === 'principal') principals.forget(state.key);
      }
    }
  }
}
