import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { LimitConfig } from '../config.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { networkOf } from './client-address.ts';

/** Of a user who is a member of more, the requests count for the first of their organizations. */
const MOST_ORGANIZATIONS = 16;
/** `w` of the policies. */
const WINDOW_SECONDS = 60;

/** How many requests per minute a client may send. */
export interface RateLimits {
  /** Counts requests for each limit that they come under. Resolves with the milliseconds until they may go on, 0 if they may now. */
  admit(exchange: Exchange, requests?: number): Promise<number>;
  /** `RateLimit`, of the limit that has least left, and `RateLimit-Policy`, as a flat list; empty for a request that was not counted. */
  headersOf(exchange: Exchange): readonly string[];
  /** Milliseconds for which bad tokens of an address are refused, 0 if none. */
  admitAuthentication(address: string): Promise<number>;
  /** Counts a bad token. */
  authenticationFailed(address: string): void;
}

/** Makes what counts the requests of each key, in windows that begin with a key's first request. */
export type LimiterFactory = (options: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract;

export interface RateLimitOptions {
  config: LimitConfig;
  nowMs: () => number;
  /** The organizations of a user, as far as they are known by now. */
  organizationsOf: (user: string) => readonly string[];
  /** By default this instance counts alone, in memory. */
  limiterOf?: LimiterFactory | undefined;
}

/** Requests per minute; undefined when any number may come. */
type Window = { limit: number; limiter: RateLimiterAbstract } | undefined;

/** What a window has left for one key. */
interface Standing {
  limit: number;
  remaining: number;
  resetAtMs: number;
}

const inMemory: LimiterFactory = (options) => new RateLimiterMemory(options);

/** Opens the windows that the configuration asks for. */
export function createRateLimits({ config, nowMs, organizationsOf, limiterOf = inMemory }: RateLimitOptions): RateLimits {
  const open = (keyPrefix: string, limit: number): Window =>
    limit === 0 ? undefined : { limit, limiter: limiterOf({ keyPrefix, points: limit, duration: WINDOW_SECONDS }) };
  const callers = open('requests', config.requestsPerMinute);
  const applications = open('application', config.requestsPerMinuteOfApplication);
  const organizations = open('organization', config.requestsPerMinuteOfOrganization);
  const failures = open('failures', config.failedAuthenticationsPerMinute);

  function sharesOf({ claims, clientAddress }: Exchange): (readonly [Window, string])[] {
    if (claims === null) return [[callers, networkOf(clientAddress)]];
    const own = organizationsOf(claims.user).slice(0, MOST_ORGANIZATIONS);
    return [[callers, `user ${claims.user}`], [applications, claims.client], ...own.map((gid) => [organizations, gid] as const)];
  }

  const counted = new WeakMap<Exchange, Standing[]>();
  const [ofCallers = '', ...ofTokens] = [
    policyOf(config.requestsPerMinute, 'user or address'),
    policyOf(config.requestsPerMinuteOfApplication, 'application'),
    policyOf(config.requestsPerMinuteOfOrganization, 'organization'),
  ];
  const policyOfTokens = [ofCallers, ...ofTokens].filter((policy) => policy !== '').join(', ');

  return {
    async admit(exchange, requests = 1) {
      const [standings, shares] = [[] as Standing[], sharesOf(exchange)];
      counted.set(exchange, standings);
      // One after another, so that a request that one limit refuses counts for none of the others.
      for (const [index, [window, key]] of shares.entries()) {
        if (!window) continue;
        const { isRefused, state } = await take(window.limiter, key, requests);
        standings.push({ limit: window.limit, remaining: state.remainingPoints, resetAtMs: nowMs() + state.msBeforeNext });
        if (!isRefused) continue;
        await Promise.all(shares.slice(0, index).map(([before, counter]) => before?.limiter.reward(counter, requests)));
        return Math.max(1, state.msBeforeNext);
      }
      return 0;
    },
    headersOf(exchange) {
      const [least] = (counted.get(exchange) ?? []).toSorted((one, other) => one.remaining - other.remaining);
      if (least === undefined) return [];
      return ['ratelimit', shown(least, nowMs()), 'ratelimit-policy', exchange.claims === null ? ofCallers : policyOfTokens];
    },
    async admitAuthentication(address) {
      const state = await failures?.limiter.get(networkOf(address));
      return state && state.remainingPoints === 0 ? Math.max(0, state.msBeforeNext) : 0;
    },
    authenticationFailed: (address) => void failures?.limiter.penalty(networkOf(address)),
  };
}

/** Whoever has anything left may go on, with a batch of more actions too. */
async function take(limiter: RateLimiterAbstract, key: string, requests: number): Promise<{ isRefused: boolean; state: RateLimiterRes }> {
  try {
    const state = await limiter.consume(key);
    return { isRefused: false, state: requests > 1 ? await limiter.penalty(key, requests - 1) : state };
  } catch (state) {
    // The library rejects with the state of a key that has nothing left.
    if (state instanceof RateLimiterRes) return { isRefused: true, state };
    throw state;
  }
}

/** draft-ietf-httpapi-ratelimit-headers-07, the form that clients read today: drafts after it write the same otherwise. */
const policyOf = (limit: number, of: string): string => (limit === 0 ? '' : `${limit};w=${WINDOW_SECONDS};comment="${of}"`);

const shown = ({ limit, remaining, resetAtMs }: Standing, nowMs: number): string =>
  `limit=${limit}, remaining=${remaining}, reset=${Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000))}`;
