import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitConfig } from '../config.ts';

/**
 * Request limits of this instance, in memory: with n instances behind a load balancer a client gets up to n times as much.
 * Asking is synchronous and costs one look-up. Counting happens in the background.
 */
export interface Limits {
  /** Counts requests of a token or address. Returns the milliseconds until it may go on, 0 if it may now. */
  admit(key: string, requests?: number): number;
  /** Milliseconds for which bad tokens of an address are refused unseen, 0 if none. */
  admitAuthentication(address: string): number;
  /** Counts a bad token. */
  authenticationFailed(address: string): void;
  /**
   * Takes one of an address's streams; false if it has none left. A body that arrives slowly holds a connection to its service,
   * and no client may hold all of them. Call `closeStream` when the body has ended.
   */
  openStream(address: string): boolean;
  closeStream(address: string): void;
}

interface Window {
  count(key: string, points: number): void;
  blockedForMs(key: string): number;
}

export function createLimits(config: LimitConfig, nowMs: () => number): Limits {
  const streams = new Map<string, number>();
  const requests = openWindow('requests', config.requestsPerMinute, nowMs);
  const failures = openWindow('failures', config.failedAuthenticationsPerMinute, nowMs);
  return {
    admit(key, count = 1) {
      const waitMs = requests.blockedForMs(key);
      if (waitMs === 0) requests.count(key, count);
      return waitMs;
    },
    admitAuthentication: (address) => failures.blockedForMs(address),
    authenticationFailed: (address) => failures.count(address, 1),
    openStream(address) {
      const open = streams.get(address) ?? 0;
      if (config.streamsPerAddress > 0 && open >= config.streamsPerAddress) return false;
      streams.set(address, open + 1);
      return true;
    },
    closeStream(address) {
      const open = streams.get(address) ?? 0;
      if (open > 1) streams.set(address, open - 1);
      else streams.delete(address);
    },
  };
}

const off: Window = { count: () => undefined, blockedForMs: () => 0 };

function openWindow(name: string, pointsPerMinute: number, nowMs: () => number): Window {
  if (pointsPerMinute === 0) return off;
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: pointsPerMinute, duration: 60 });
  const blockedUntil = new Map<string, number>();
  const block = (key: string, state: RateLimiterRes): void => {
    if (state.remainingPoints > 0) return;
    blockedUntil.set(key, nowMs() + state.msBeforeNext);
    setTimeout(() => blockedUntil.delete(key), state.msBeforeNext).unref();
  };
  return {
    count(key, points) {
      const note = (state: RateLimiterRes): void => block(key, state);
      limiter.consume(key, points).then(note, note);
    },
    blockedForMs(key) {
      if (blockedUntil.size === 0) return 0;
      return Math.max(0, (blockedUntil.get(key) ?? 0) - nowMs());
    },
  };
}
