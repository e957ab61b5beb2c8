import type { IncomingHttpHeaders } from 'node:http';
import { keysOver, openLastSeen, requireSession, revocationPoll, revocationsOver, tokenVerifier } from '@partner-ordering/auth';
import { missingToken, Unauthenticated, DomainRefusal, forbidden } from '@partner-ordering/kernel';
import { allServices, ATTEMPT_LIMIT_MS, keyTokens, serviceClient, deadlineIn, type ServiceKeys } from '@partner-ordering/service-client';
import { actionOf, errorContent, presentedToken, type ErrorContent } from '@partner-ordering/http';
import type { Method } from '@partner-ordering/openapi';
import { authenticationAnswer, errorAnswer, invalidAnswer, type Answer } from '../exchange/answers.ts';
import type { Exchange, VerifiedClaims } from '../exchange/exchange.ts';
import { faults } from '../faults.ts';
import type { Router } from './routing.ts';

/** Checks access tokens for the gateway's own operations, and to count requests per user. Services check tokens themselves. */
export interface TokenCheck {
  /** The claims of the token. Throws `Unauthenticated`, or a `DomainRefusal` if the token cannot be checked now. */
  check(token: string): Promise<VerifiedClaims>;
  /** The same without a wait, for a valid token that was checked before; undefined for all others. */
  cachedClaims(token: string): VerifiedClaims | undefined;
  /**
   * A token of the user who is signed in in the browser with this secret; undefined for none. Throws a `DomainRefusal` without an answer.
   */
  issueBrowserToken(secret: string): Promise<string | undefined>;
  /** The gids of the user's organizations by identity. */
  organizationsOf(user: string): Promise<readonly string[]>;
  /** Resolves once keys and revoked sessions are known. */
  readonly ready: Promise<void>;
  /** Milliseconds since identity last said which sessions have ended, `Infinity` before it has. */
  revocationsAgeMs(): number;
  stop(): void;
}

export interface TokenCheckOptions {
  identityUrls: readonly string[];
  issuer: string;
  /** The keys of the gateway and of the other services. The gateway calls identity with its own. */
  keys: ServiceKeys;
  clock?: (() => Date) | undefined;
  onError: (error: unknown) => void;
}

const TIMEOUT_MS = 3_000;

/** Checks tokens by identity's public keys, polls identity for revoked sessions each second, and reports the users it has seen. */
export function openTokenCheck({ identityUrls, issuer, keys, onError, clock = () => new Date() }: TokenCheckOptions): TokenCheck {
  const tokens = keyTokens({ keys, service: 'gateway', clock });
  const ask = serviceClient({ urls: { identity: identityUrls }, tokens });
  const verifier = tokenVerifier({ keys: keysOver(ask), issuer, audience: issuer, clock });
  const poll = revocationPoll({ read: revocationsOver(ask), verifier, clock, onError });
  const reportUsers = (users: readonly string[]) => allServices(ask, deadlineIn(ATTEMPT_LIMIT_MS)).identity.noteSeen({ users: [...users] });
  const lastSeen = openLastSeen({ report: reportUsers, nowMs: () => performance.now(), onError });
  return {
    async check(token) {
      const claims = await verifier.verify(token);
      requireSession(poll, claims.session, 'read');
      lastSeen.note(claims.user);
      return claims;
    },
    cachedClaims(token) {
      const claims = verifier.cachedClaims(token);
      if (claims === undefined || poll.isRevoked(claims.session)) return undefined;
      lastSeen.note(claims.user);
      return claims;
    },
    issueBrowserToken: async (secret) =>
      (await allServices(ask, deadlineIn(TIMEOUT_MS)).identity.issueBrowserToken({ secret }))?.access_token,
    organizationsOf: async (user) => (await allServices(ask, deadlineIn(TIMEOUT_MS)).identity.listMemberships({ user })).organizations,
    ready: poll.ready,
    revocationsAgeMs: poll.ageMs,
    stop: () => {
      poll.stop();
      lastSeen.stop();
    },
  };
}

/** Null if the request has exactly one token and it is valid, else the answer that refuses it. */
export async function refuseWithoutToken(
  headers: IncomingHttpHeaders,
  query: string,
  tokens: TokenCheck,
  headerOnly: boolean,
): Promise<Answer | null> {
  const presented = presentedToken(headers.authorization, query);
  if (presented === 'several') return invalidAnswer(faults.duplicate_parameter('access_token'));
  if (presented === undefined || (headerOnly && presented.inQuery)) {
    return authenticationAnswer(missingToken(headerOnly ? 'An access token is required in the Authorization header' : undefined));
  }
  try {
    await tokens.check(presented.token);
    return null;
  } catch (error) {
    if (error instanceof Unauthenticated) return authenticationAnswer(error);
    if (error instanceof DomainRefusal && error.kind === 'unavailable') return errorAnswer(errorContent(error));
    throw error;
  }
}

const methods: Readonly<Record<string, Method>> = { GET: 'get', HEAD: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' };

/** Under `/v1/me` an application's token gets 403 that names the nearest resource, even for unknown paths. Others get `error`. */
export async function refuseOnMe(
  { path, method, query, request }: Pick<Exchange, 'path' | 'method' | 'query' | 'request'>,
  error: ErrorContent,
  { tokens, router }: { tokens: TokenCheck; router: Router },
): Promise<ErrorContent> {
  const presented = presentedToken(request.headers.authorization, query);
  const documentedMethod = methods[method];
  if (!/^\/v1\/me(?:\/|$)/.test(path) || !documentedMethod || presented === undefined || presented === 'several') return error;
  const grant = await tokens.check(presented.token).then(
    (claims) => claims.grant,
    () => undefined,
  );
  if (grant !== 'client_credentials') return error;
  const { verb, noun } = actionOf({ method: documentedMethod, path: nearestPath(router, path) });
  return errorContent(forbidden(verb, noun));
}

/** More than any documented path has. */
const MAX_SEGMENTS = 12;

/** The longest documented path that is the path or above it. */
function nearestPath(router: Router, path: string): string {
  const segments = path.split('/', MAX_SEGMENTS);
  const isKnown = (): boolean => ['route', 'methodNotAllowed'].includes(router.match('GET', segments.join('/')).kind);
  while (segments.length > 0 && !isKnown()) segments.pop();
  return segments.join('/');
}
