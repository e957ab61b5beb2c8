import { LRUCache } from 'lru-cache';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { CONSOLE_CLIENT } from '@partner-ordering/auth';
import type { LimitConfig } from '../config.ts';
import type { Exchange, LimitWindow } from '../exchange/exchange.ts';

/** `w` of the policies. */
const WINDOW_SECONDS = 60;
/** Allowed difference between the store's clock of a window and the local one. */
const SAME_WINDOW_MS = 1_000;
/** Maximum windows in memory; the least recently used ones are dropped. */
const MOST_KEYS = 100_000;
/** lru-cache would reserve the memory of `max` entries at the start. */
const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
/** Maximum organizations of a user whose requests count; the first ones do. */
const MOST_ORGANIZATIONS = 16;

type Authentication = Pick<Exchange, 'network' | 'operation'>;

interface RateLimitOptions {
  config: LimitConfig;
  nowMs: () => number;
  /** The cached organizations of a user. */
  organizationsOf: (user: string) => readonly string[];
  /** Without it this instance counts alone. */
  counterOf?: CounterFactory | undefined;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Limits of requests per minute. A check is synchronous and costs a lookup for each limit. Counting happens in the background. */
export function createRateLimits({ config, nowMs, organizationsOf, counterOf }: RateLimitOptions) {
  const open = (name: string, limit: number) => openLimit(name, limit, nowMs, counterOf);
  const callers = open('requests', config.requestsPerMinute);
  const applications = open('application', config.requestsPerMinuteOfApplication);
  const organizations = open('organization', config.requestsPerMinuteOfOrganization);
  const counts = organizationCounts(nowMs);
  const failures = open('failures', config.failedAuthenticationsPerMinute);

  const policies = [
    policyOf(config.requestsPerMinute, 'user or address'),
    policyOf(config.requestsPerMinuteOfApplication, 'application'),
    policyOf(config.requestsPerMinuteOfOrganization, 'organization'),
  ];
  const [policyOfAddresses, policyOfTokens] = [policies[0]!, policies.filter((policy) => policy !== '').join(', ')];

  const authenticationFailed = (exchange: Authentication): void => failures?.windowOf(failureKey(exchange)).count(1, nowMs());

  return {
    /** Counts requests for each of their limits. Returns the milliseconds until they may go on, 0 if they may now. */
    admit(exchange: Exchange, requests = 1): number {
      const { claims, network } = exchange;
      const windows: Window[] = [];
      if (callers) windows.push(callers.windowOf(claims === null ? network : `user ${claims.user}`));
      // Users of the console have no common limit.
      if (applications && claims !== null && claims.client !== CONSOLE_CLIENT) windows.push(applications.windowOf(claims.client));
      for (const gid of claims === null ? [] : organizationsOf(claims.user).slice(0, MOST_ORGANIZATIONS)) {
        counts.add(gid, requests);
        if (organizations) windows.push(organizations.windowOf(gid));
      }
      const now = nowMs();
      let waitMs = 0;
      for (const window of windows) waitMs = Math.max(waitMs, window.blockedForMs(now));
      if (waitMs === 0) for (const window of windows) window.count(requests, now);
      exchange.windows = windows;
      return waitMs;
    },
    /** `RateLimit` of the limit with least left, and `RateLimit-Policy`, as a flat list; empty for an uncounted request. */
    headersOf({ windows, claims }: Exchange): readonly string[] {
      if (windows.length === 0) return [];
      const now = nowMs();
      let tightest: LimitWindow | undefined;
      for (const window of windows) if (window.endsAtMs > now && window.remaining < (tightest?.remaining ?? Infinity)) tightest = window;
      if (tightest === undefined) return [];
      const { limit, remaining, endsAtMs } = tightest;
      const reset = Math.max(1, Math.ceil((endsAtMs - now) / 1000));
      const policy = claims === null ? policyOfAddresses : policyOfTokens;
      return ['ratelimit', `limit=${limit}, remaining=${remaining}, reset=${reset}`, 'ratelimit-policy', policy];
    },
    /** Milliseconds for which bad tokens of the address are refused unseen; see `failureKey`. */
    admitAuthentication: (exchange: Authentication): number => failures?.knownWindow(failureKey(exchange))?.blockedForMs(nowMs()) ?? 0,
    authenticationFailed,
    busiestOrganizations: counts.busiest,
    answered: (exchange: Exchange, status: number): void => void (isFailure(exchange, status) && authenticationFailed(exchange)),
  };
}

/** draft-ietf-httpapi-ratelimit-headers-07, the form that clients read today; later drafts write the same values differently. */
const policyOf = (limit: number, of: string): string => (limit === 0 ? '' : `${limit};w=${WINDOW_SECONDS};comment="${of}"`);

/** Tokens of mails and requests for resets count apart: beyond the limit, valid ones are refused too, as only identity can tell. */
function failureKey({ network, operation: { mail } }: Authentication): string {
  return mail === undefined ? network : `${mail} ${network}`;
}

/** All refusals for mails count, aborted requests (499) too. Identity counts those of `/oauth2/`, the console its cookies. */
function isFailure({ operation: { mail }, path, isConsole }: Exchange, status: number): boolean {
  if (status === 429) return false;
  if (mail !== undefined) return mail === 'request' || (status >= 400 && status < 500);
  return status === 401 && !isConsole && !path.startsWith('/oauth2/');
}

/** Counts in the store that instances share, in the background. */
type CountShared = (window: Window, points: number) => Promise<void>;

/** The minute of a key, which begins with the first request that counts. Times are by the clock of the gateway. */
class Window implements LimitWindow {
  readonly key: string;
  readonly limit: number;
  remaining: number;
  endsAtMs = -Infinity;
  readonly #countShared: CountShared | undefined;

  constructor(key: string, limit: number, countShared: CountShared | undefined) {
    this.key = key;
    this.limit = this.remaining = limit;
    this.#countShared = countShared;
  }

  /** Counts here at once, and in the store in the background. */
  count(points: number, nowMs: number): void {
    if (this.endsAtMs <= nowMs) [this.remaining, this.endsAtMs] = [this.limit, nowMs + WINDOW_SECONDS * 1000];
    this.remaining = Math.max(0, this.remaining - points);
    void this.#countShared?.(this, points);
  }

  /** Takes over what the store has counted. */
  noteShared(remaining: number, nowMs: number, leftMs: number): void {
    // The store's answer lacks the requests that were counted here since it was asked.
    const isOfSameWindow = this.endsAtMs > nowMs && nowMs + leftMs < this.endsAtMs + SAME_WINDOW_MS;
    this.remaining = isOfSameWindow ? Math.min(this.remaining, remaining) : remaining;
    this.endsAtMs = nowMs + leftMs;
  }

  /** Milliseconds until it ends, if no requests remain, else 0. */
  blockedForMs(nowMs: number): number {
    return this.remaining > 0 ? 0 : Math.max(0, this.endsAtMs - nowMs);
  }
}

/** Opens a counter in the store that instances share. Answers undefined while the store is down. */
export type CounterFactory = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => (key: string, points: number) => Promise<RateLimiterRes | undefined>;

/** Windows of a minute with `limit` requests. 0 is no limit: undefined. */
function openLimit(name: string, limit: number, nowMs: () => number, counterOf?: CounterFactory) {
  if (limit === 0) return undefined;
  const consume = counterOf?.({ keyPrefix: name, points: limit, duration: WINDOW_SECONDS });
  const countShared: CountShared | undefined =
    consume &&
    (async (window, points) => {
      const state = await consume(window.key, points);
      if (state) window.noteShared(state.remainingPoints, nowMs(), state.msBeforeNext);
    });
  const windows = new LRUCache<string, Window>(atMost(MOST_KEYS));
  return {
    /** The window of a key; a new one has not begun. */
    windowOf(key: string): Window {
      let window = windows.get(key);
      if (window === undefined) windows.set(key, (window = new Window(key, limit, countShared)));
      return window;
    },
    knownWindow: (key: string): Window | undefined => windows.peek(key),
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
  const cache = new LRUCache<string, { askedAtMs: number; organizations: readonly string[] }>(atMost(MOST_USERS));
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

const MINUTE_MS = 60_000;
/** Counted organizations. Beyond it the least recently seen ones are dropped, which are not the busiest. */
const MOST_COUNTED = 1_000;
const MOST_NAMED = 10;

type Counts = LRUCache<string, number>;

/** Counts the requests of each minute by organization. */
function organizationCounts(nowMs: () => number) {
  const none = (): Counts => new LRUCache({ max: MOST_COUNTED });
  let [current, last, endsAtMs] = [none(), none(), nowMs() + MINUTE_MS];

  function beginMinutes(): void {
    const now = nowMs();
    if (now < endsAtMs) return;
    last = now < endsAtMs + MINUTE_MS ? current : none();
    [current, endsAtMs] = [none(), now + MINUTE_MS];
  }

  return {
    add(gid: string, requests: number): void {
      beginMinutes();
      current.set(gid, (current.get(gid) ?? 0) + requests);
    },
    /** The organizations with the most requests in the last whole minute, at most ten. */
    busiest(): readonly (readonly [gid: string, requests: number])[] {
      beginMinutes();
      return [...last.entries()].toSorted(([, left], [, right]) => right - left).slice(0, MOST_NAMED);
    },
  };
}
