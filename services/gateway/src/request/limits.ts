import { createSlots, type Slots } from '@partner-ordering/http';
import { PerUserLimit } from './per-user-limit.ts';
import { createRateLimits, type RateLimitOptions, type RateLimits } from './rate-limits.ts';

/** More than the connections of a service to its database. */
const RUNNING_PER_USER = 16;

/** What keeps clients from hurting each other: how much each may send per minute, and have running at the same time. */
export interface Limits extends RateLimits {
  /** By `networkOf` of the address that a connection comes from. */
  readonly connections: Slots;
  /** Requests that run, by `networkOf` of the client's address; those with a valid token apart from the others. */
  readonly requestsOfAddress: Slots;
  /** The same, by user. */
  readonly requestsOfUser: Slots;
  /** Answers that wait for something to happen, by user; they are none of the requests that run. */
  readonly waitingOfUser: Slots;
  /** Requests of a user that run at services and are not streams; the others wait. */
  readonly perUser: PerUserLimit;
  /** Bodies that are passed on while they arrive, by `networkOf`. Such a body holds a connection to its service. */
  readonly streams: Slots;
}

/** The limits of this instance. */
export function createLimits(options: RateLimitOptions): Limits {
  const { config } = options;
  return {
    ...createRateLimits(options),
    connections: createSlots(config.connectionsPerAddress),
    requestsOfAddress: createSlots(config.requestsAtOncePerAddress),
    requestsOfUser: createSlots(config.requestsAtOncePerUser),
    waitingOfUser: createSlots(config.waitingPerUser),
    perUser: new PerUserLimit(config.requestsAtOncePerUser === 0 ? 0 : RUNNING_PER_USER),
    streams: createSlots(config.streamsPerAddress),
  };
}
