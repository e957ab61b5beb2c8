import { requireSession, revocationsSuffice, type TokenClaims } from '@partner-ordering/auth';
import { forbidden, forbiddenCount, invalid, missingToken, Unauthenticated, type Principal } from '@partner-ordering/kernel';
import type { Request, RequestHandler } from 'express';
import type { NamedRoute } from '@partner-ordering/openapi';
import { faults } from '../faults.ts';
import { protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';
import { actionOf } from '../runtime/nouns.ts';
import type { Runtime } from '../runtime/runtime.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** The request was HEAD: only the head of the answer is sent, and `method` is GET. */
    isHead: boolean;
    presentedToken: string | undefined;
    /** Whether the token was in the URL. The answer must then not be stored. */
    tokenInQuery: boolean;
  }
}

/** The access token of a request (RFC 6750, section 2). */
export interface PresentedToken {
  token: string;
  inQuery: boolean;
}

/** Headers of every answer to a URL that holds a token (RFC 6750, section 2.3). */
export const tokenInUrlHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** Takes HEAD as GET, and the token out of the request. 400 for two tokens, and for NUL characters in the URL. */
export const admit: RequestHandler = (request, response, next) => {
  // Node sends no body in answer to HEAD, whatever is written, so the handler of GET can serve it.
  request.isHead = request.method === 'HEAD';
  if (request.isHead) request.method = 'GET';
  const presented = extractToken(request);
  if (presented === 'several' || presented?.inQuery) response.set(tokenInUrlHeaders);
  if (presented === 'several') throw invalid(faults.duplicate_parameter('access_token'));
  request.presentedToken = presented?.token;
  request.tokenInQuery = presented?.inQuery ?? false;
  if (request.url.includes('%00')) throw invalid(faults.contains_nul_character(nulAt(request.url)));
  next();
};

/** The parameter that holds a NUL; `url` when it stands elsewhere. */
function nulAt(url: string): string {
  const parameters = new URLSearchParams(/\?.*/.exec(url)?.[0]);
  const [name = ''] = [...parameters].find(([, value]) => value.includes('\0')) ?? [];
  return /^[\w.]{1,64}$/.test(name) ? name : 'url';
}

/** Takes the token of a request and removes it from the URL, so nothing can log or echo it. */
export function extractToken(request: Request): ReturnType<typeof presentedToken> {
  const { url, headers } = request;
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (containsToken(query)) {
    const left = query.replaceAll(tokenPairs, '').replace(/^&/, '');
    request.url = left === '' ? url.slice(0, mark) : `${url.slice(0, mark)}?${left}`;
    request.originalUrl = request.url;
  }
  return presentedToken(headers.authorization, query);
}

/** The token in the `Authorization` header or the query, which has no question mark; `several` for a request to refuse. */
export function presentedToken(authorization: string | undefined, query: string): PresentedToken | 'several' | undefined {
  const [pair, otherPair] = query.matchAll(tokenPairs);
  const headerToken = /^bearer(?: |$)/i.test(authorization ?? '') ? authorization!.slice('bearer'.length).trim() : undefined;
  if (otherPair !== undefined || (pair !== undefined && headerToken !== undefined)) return 'several';
  if (headerToken !== undefined) return { token: headerToken, inQuery: false };
  return pair === undefined ? undefined : { token: new URLSearchParams(pair[0]).get('access_token') ?? '', inQuery: true };
}

/** Whether a query holds a token. */
export const containsToken = (query: string): boolean => query.search(tokenPairs) >= 0;

/** Each character as it is, or percent-encoded. */
const encodedName = [...'access_token'].map((character) => `(?:${character}|%${hexOf(character)})`).join('');
/** Pairs by the name that a server decodes: `access%5Ftoken` is the parameter too. One expression, as addresses may have 20,000 pairs. */
const tokenPairs = new RegExp(`(?:^|&)${encodedName}(?:=[^&]*)?(?=&|$)`, 'g');

function hexOf(character: string): string {
  const digits = character.charCodeAt(0).toString(16);
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

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

/** The most open answers that wait, such as event streams, in an instance of the gateway or a service. */
export const MAX_WAITING_ANSWERS = 512;

const RETRY_AFTER_MS = 1_000;

/** Limits concurrent work by key. Leave each taken slot once. */
export interface Slots {
  /** False when the key has no slot left. */
  take(key: string): boolean;
  leave(key: string): void;
}

/** `most` slots for each key; 0 has no limit. */
export function createSlots(most: number): Slots {
  const counts = new Map<string, number>();
  return {
    take(key) {
      const count = counts.get(key) ?? 0;
      if (most > 0 && count >= most) return false;
      counts.set(key, count + 1);
      return true;
    },
    leave(key) {
      const count = counts.get(key) ?? 0;
      if (count > 1) counts.set(key, count - 1);
      else counts.delete(key);
    },
  };
}

/** Takes a slot of each kind, or none. Returns a function that leaves them once; undefined when a kind has none left. */
export function takeSlots(slotKeys: readonly (readonly [kind: Slots, key: string])[]): (() => void) | undefined {
  const heldSlots: (readonly [Slots, string])[] = [];
  const leave = (): void => heldSlots.splice(0).forEach(([slots, key]) => slots.leave(key));
  for (const [slots, key] of slotKeys) {
    if (!slots.take(key)) return void leave();
    heldSlots.push([slots, key]);
  }
  return leave;
}

/** Runs the work in a slot; 429 while the key has none left. */
export async function withSlot<Result>(slots: Slots, key: string, work: () => Promise<Result>): Promise<Result> {
  if (!slots.take(key)) throw new ProtocolRefusal(protocolErrors.tooManyRequests(RETRY_AFTER_MS));
  try {
    return await work();
  } finally {
    slots.leave(key);
  }
}
