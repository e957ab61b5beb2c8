import { LRUCache } from 'lru-cache';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { CONSOLE_CLIENT } from '@partner-ordering/auth';
import { networkOf } from '@partner-ordering/kernel';
import type { LimitConfig } from '../config.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** `w` of the policies. */
const WINDOW_SECONDS = 60;
/** Allowed difference between the store's clock of a window and the local one. */
const SAME_WINDOW_MS = 1_000;
/** Maximum counters in memory; the least recently counted ones are dropped. */
const MOST_KEYS = 100_000;
/** Maximum organizations of a user whose requests count; the first ones do. */
const MOST_ORGANIZATIONS = 16;

type Authentication = Pick<Exchange, 'clientAddress' | 'operation'>;

interface RateLimitOptions {
  config: LimitConfig;
  nowMs: () => number;
  /** The cached organizations of a user. */
  organizationsOf: (user: string) => readonly string[];
  /** Without it this instance counts alone. */
  counterOf?: CounterFactory | undefined;
}

/** A window with the key that a request counts for. */
type Share = readonly [Window, string];

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Limits of requests per minute. A check is synchronous and costs a lookup for each limit. Counting happens in the background. */
export function createRateLimits({ config, nowMs, organizationsOf, counterOf }: RateLimitOptions) {
  const openLimit = (name: string, limit: number): Window | undefined => openWindow(name, limit, nowMs, counterOf);
  const callers = openLimit('requests', config.requestsPerMinute);
  const applications = openLimit('application', config.requestsPerMinuteOfApplication);
  const organizations = openLimit('organization', config.requestsPerMinuteOfOrganization);
  const failures = openLimit('failures', config.failedAuthenticationsPerMinute);

  /** The windows of admitted requests, for the headers of their answers. */
  const counted = new WeakMap<Exchange, readonly Share[]>();
  const policies = [
    policyOf(config.requestsPerMinute, 'user or address'),
    policyOf(config.requestsPerMinuteOfApplication, 'application'),
    policyOf(config.requestsPerMinuteOfOrganization, 'organization'),
  ];
  const [policyOfAddresses, policyOfTokens] = [policies[0]!, policies.filter((policy) => policy !== '').join(', ')];

  const authenticationFailed = (exchange: Authentication): void => failures?.count(failureKey(exchange), 1);

  return {
    /** Counts requests for each of their limits. Returns the milliseconds until they may go on, 0 if they may now. */
    admit(exchange: Exchange, requests = 1): number {
      const { claims, clientAddress } = exchange;
      const shares: Share[] = [];
      if (callers) shares.push([callers, claims === null ? networkOf(clientAddress) : `user ${claims.user}`]);
      // Users of the console have no common limit.
      if (applications && claims !== null && claims.client !== CONSOLE_CLIENT) shares.push([applications, claims.client]);
      if (organizations && claims !== null)
        for (const gid of organizationsOf(claims.user).slice(0, MOST_ORGANIZATIONS)) shares.push([organizations, gid]);
      let waitMs = 0;
      for (const [window, key] of shares) waitMs = Math.max(waitMs, window.blockedForMs(key));
      if (waitMs === 0) for (const [window, key] of shares) window.count(key, requests);
      counted.set(exchange, shares);
      return waitMs;
    },
    /** `RateLimit` of the limit with least left, and `RateLimit-Policy`, as a flat list; empty for an uncounted request. */
    headersOf(exchange: Exchange): readonly string[] {
      let tightest: WindowState | undefined;
      for (const [window, key] of counted.get(exchange) ?? []) {
        const state = window.stateOf(key);
        if (state !== undefined && state.remaining < (tightest?.remaining ?? Infinity)) tightest = state;
      }
      if (tightest === undefined) return [];
      const { limit, remaining, resetAtMs } = tightest;
      const reset = Math.max(1, Math.ceil((resetAtMs - nowMs()) / 1000));
      const policy = exchange.claims === null ? policyOfAddresses : policyOfTokens;
      return ['ratelimit', `limit=${limit}, remaining=${remaining}, reset=${reset}`, 'ratelimit-policy', policy];
    },
    /** Milliseconds for which bad tokens of the address are refused unseen; see `failureKey`. */
    admitAuthentication: (exchange: Authentication): number => failures?.blockedForMs(failureKey(exchange)) ?? 0,
    authenticationFailed,
    answered: (exchange: Exchange, status: number): void => void (isFailure(exchange, status) && authenticationFailed(exchange)),
  };
}

/** draft-ietf-httpapi-ratelimit-headers-07, the form that clients read today; later drafts write the same values differently. */
const policyOf = (limit: number, of: string): string => (limit === 0 ? '' : `${limit};w=${WINDOW_SECONDS};comment="${of}"`);

/** Tokens of mails and requests for resets count apart: beyond the limit, valid ones are refused too, as only identity can tell. */
function failureKey({ clientAddress, operation: { mail } }: Authentication): string {
  const network = networkOf(clientAddress);
  return mail === undefined ? network : `${mail} ${network}`;
}

/** All refusals for mails count, aborted requests (499) too. Identity counts those of `/oauth2/`, the console its cookies. */
function isFailure({ operation: { mail }, path, isConsole }: Exchange, status: number): boolean {
  if (status === 429) return false;
  if (mail !== undefined) return mail === 'request' || (status >= 400 && status < 500);
  return status === 401 && !isConsole && !path.startsWith('/oauth2/');
}

/** The remaining requests of a key in its window. */
interface WindowState {
  limit: number;
  remaining: number;
  /** The end of the window by the clock of `openWindow`. */
  resetAtMs: number;
}

type Window = NonNullable<ReturnType<typeof openWindow>>;

/** Opens a counter in the store that instances share. Answers undefined while the store is down. */
export type CounterFactory = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => (key: string, points: number) => Promise<RateLimiterRes | undefined>;

/** Windows of a minute with `limit` requests, from a key's first request on. 0 is no limit: undefined. */
function openWindow(name: string, limit: number, nowMs: () => number, counterOf?: CounterFactory) {
  if (limit === 0) return undefined;
  const countShared = counterOf?.({ keyPrefix: name, points: limit, duration: WINDOW_SECONDS });
  const states = new LRUCache<string, WindowState>({ max: MOST_KEYS });
  const stateOf = (key: string): WindowState | undefined => {
    const state = states.peek(key);
    return state !== undefined && state.resetAtMs > nowMs() ? state : undefined;
  };
  const noteShared = (key: string, remaining: number, resetAtMs: number): void => {
    const local = stateOf(key);
    // The store's answer lacks the requests that were counted here since it was asked.
    const isOfSameWindow = local !== undefined && resetAtMs < local.resetAtMs + SAME_WINDOW_MS;
    states.set(key, { limit, remaining: isOfSameWindow ? Math.min(local.remaining, remaining) : remaining, resetAtMs });
  };
  return {
    /** Counts here at once, and in the store in the background. */
    count(key: string, points: number): void {
      const { remaining, resetAtMs } = stateOf(key) ?? { remaining: limit, resetAtMs: nowMs() + WINDOW_SECONDS * 1000 };
      states.set(key, { limit, remaining: Math.max(0, remaining - points), resetAtMs });
      void countShared?.(key, points).then((state) => state && noteShared(key, state.remainingPoints, nowMs() + state.msBeforeNext));
    },
    /** Milliseconds until the window ends, if no requests remain, else 0. */
    blockedForMs(key: string): number {
      const state = stateOf(key);
      return state === undefined || state.remaining > 0 ? 0 : state.resetAtMs - nowMs();
    },
    stateOf,
  };
}

/** Maximum age of a user's organizations before the gateway asks identity again. */
const ORGANIZATIONS_MAX_AGE_MS = 60_000;
const MOST_USERS = 50_000;

/** The organizations of a user by identity's last answer, at first none. No request waits for identity. */
export function cachedOrganizations(
  read: (user: string) => Promise<readonly string[]>,
  nowMs: () => number,
): (user: string) => readonly string[] {
  const cache = new LRUCache<string, { askedAtMs: number; organizations: readonly string[] }>({ max: MOST_USERS });
  return (user) => {
    const entry = cache.get(user);
    if (entry !== undefined && nowMs() - entry.askedAtMs < ORGANIZATIONS_MAX_AGE_MS) return entry.organizations;
    const fresh = { askedAtMs: nowMs(), organizations: entry?.organizations ?? [] };
    cache.set(user, fresh);
    read(user).then(
      (organizations) => (fresh.organizations = organizations),
      () => undefined,
    );
    return fresh.organizations;
  };
}
