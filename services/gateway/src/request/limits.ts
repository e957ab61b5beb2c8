import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitConfig } from '../config.ts';
import { createPlaces, type Places } from './places.ts';
import { Turns } from './turns.ts';

/** More than the connections of a service to its database. */
const RUNNING_PER_USER = 16;

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
  /** By `networkOf` of the address that a connection comes from. */
  readonly connections: Places;
  /** Requests that run, by `networkOf` of the client's address; those with a valid token apart from the others. */
  readonly requestsOfAddress: Places;
  /** The same, by user. */
  readonly requestsOfUser: Places;
  /** The same of those that run at services and are not streams; the others wait. */
  readonly turns: Turns;
  /** Bodies that are passed on while they arrive, by `networkOf`. Such a body holds a connection to its service. */
  readonly streams: Places;
}

interface Window {
  count(key: string, points: number): void;
  blockedForMs(key: string): number;
}

export function createLimits(config: LimitConfig, nowMs: () => number): Limits {
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
    connections: createPlaces(config.connectionsPerAddress),
    requestsOfAddress: createPlaces(config.requestsAtOncePerAddress),
    requestsOfUser: createPlaces(config.requestsAtOncePerUser),
    turns: new Turns(config.requestsAtOncePerUser === 0 ? 0 : RUNNING_PER_USER),
    streams: createPlaces(config.streamsPerAddress),
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
