import { createSlots, type Slots } from '@partner-ordering/http';
import { networkOf } from '@partner-ordering/kernel';
import type { LimitConfig } from '../config.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { PerUserLimit } from './per-user-limit.ts';
import { isOfMail, RESET_REQUESTS } from './routing.ts';
import { openWindow, WINDOW_SECONDS, type CounterFactory, type Standing, type Window } from './windows.ts';

/** Fewer than the connections of a service to its database by default (`DATABASE_POOL_SIZE`). */
const RUNNING_PER_USER = 8;
/** Of a user who is a member of more, the requests count for the first of their organizations. */
const MOST_ORGANIZATIONS = 16;

/** Request limits. Asking is synchronous and costs a look-up for each limit. Counting happens in the background. */
export interface Limits {
  /** Counts requests for each limit that they come under. Returns the milliseconds until they may go on, 0 if they may now. */
  admit(exchange: Exchange, requests?: number): number;
  /** `RateLimit`, of the limit that has least left, and `RateLimit-Policy`, as a flat list; empty for a request that was not counted. */
  headersOf(exchange: Exchange): readonly string[];
  /** Milliseconds for which bad tokens of the exchange's address are refused unseen, 0 if none; see `failureKey`. */
  admitAuthentication(exchange: Asked): number;
  /** Counts a bad token. */
  authenticationFailed(exchange: Asked): void;
  /** Counts an answer to a bad token, a refusal of what is about mails, and each request for a mail. */
  answered(exchange: Exchange, status: number): void;
  /** By `networkOf` of the address that a connection comes from. */
  readonly connections: Slots;
  /** Requests that run, by `networkOf` of the client's address; those with a valid token apart from the others. */
  readonly requestsOfAddress: Slots;
  /** The same, by user. */
  readonly requestsOfUser: Slots;
  /** Answers that wait for something to happen, by user; they are none of the requests that run. */
  readonly waitingOfUser: Slots;
  /** Requests of a user, or of an address with tokens of mails, that run at services and are not streams; the others wait. */
  readonly perUser: PerUserLimit;
  /** Bodies that are passed on while they arrive, by `networkOf`. Such a body holds a connection to its service. */
  readonly streams: Slots;
}

/** Who asks for what. */
type Asked = Pick<Exchange, 'clientAddress' | 'route'>;

export interface LimitOptions {
  config: LimitConfig;
  nowMs: () => number;
  /** The organizations of a user, as far as they are known by now. */
  organizationsOf: (user: string) => readonly string[];
  /** Without it this instance counts for itself. */
  counterOf?: CounterFactory | undefined;
}

/** A window, and whom a request counts for in it. */
type Share = readonly [Window, string];

export function createLimits({ config, nowMs, organizationsOf, counterOf }: LimitOptions): Limits {
  const open = (name: string, limit: number): Window | undefined => openWindow(name, limit, nowMs, counterOf);
  const callers = open('requests', config.requestsPerMinute);
  const applications = open('application', config.requestsPerMinuteOfApplication);
  const organizations = open('organization', config.requestsPerMinuteOfOrganization);
  const failures = open('failures', config.failedAuthenticationsPerMinute);

  function sharesOf({ claims, clientAddress }: Exchange): Share[] {
    const shares: Share[] = [];
    if (callers) shares.push([callers, claims === null ? networkOf(clientAddress) : `user ${claims.user}`]);
    if (claims === null) return shares;
    if (applications) shares.push([applications, claims.client]);
    if (organizations) for (const gid of organizationsOf(claims.user).slice(0, MOST_ORGANIZATIONS)) shares.push([organizations, gid]);
    return shares;
  }

  /** What admitted requests were counted for, so that their answers need not ask again. */
  const counted = new WeakMap<Exchange, readonly Share[]>();
  const policies = [
    policyOf(config.requestsPerMinute, 'user or address'),
    policyOf(config.requestsPerMinuteOfApplication, 'application'),
    policyOf(config.requestsPerMinuteOfOrganization, 'organization'),
  ];
  const [policyOfAddresses, policyOfTokens] = [policies[0]!, policies.filter((policy) => policy !== '').join(', ')];

  const authenticationFailed = (exchange: Asked): void => failures?.count(failureKey(exchange), 1);

  return {
    admit(exchange, requests = 1) {
      const shares = sharesOf(exchange);
      const waitMs = Math.max(0, ...shares.map(([window, key]) => window.blockedForMs(key)));
      if (waitMs === 0) for (const [window, key] of shares) window.count(key, requests);
      counted.set(exchange, shares);
      return waitMs;
    },
    headersOf(exchange) {
      const standings = (counted.get(exchange) ?? []).flatMap(([window, key]) => window.standing(key) ?? []);
      const [least] = standings.toSorted((one, other) => one.remaining - other.remaining);
      if (least === undefined) return [];
      return ['ratelimit', shown(least, nowMs()), 'ratelimit-policy', exchange.claims === null ? policyOfAddresses : policyOfTokens];
    },
    admitAuthentication: (exchange) => failures?.blockedForMs(failureKey(exchange)) ?? 0,
    authenticationFailed,
    answered: (exchange, status) => void (isFailure(exchange, status) && authenticationFailed(exchange)),
    connections: createSlots(config.connectionsPerAddress),
    requestsOfAddress: createSlots(config.requestsAtOncePerAddress),
    requestsOfUser: createSlots(config.requestsAtOncePerUser),
    waitingOfUser: createSlots(config.waitingPerUser),
    perUser: new PerUserLimit(config.requestsAtOncePerUser === 0 ? 0 : RUNNING_PER_USER),
    streams: createSlots(config.streamsPerAddress),
  };
}

/** Tokens of mails, and requests for resets, count apart: beyond the limit the right ones are refused too, as only identity knows them. */
function failureKey({ clientAddress, route = '' }: Asked): string {
  const kind = route === RESET_REQUESTS ? 'reset ' : isOfMail(route) ? 'mail ' : '';
  return kind + networkOf(clientAddress);
}

/** For mails all refusals count, aborted requests (499) too. Identity itself counts bad credentials of the OAuth endpoints. */
function isFailure({ route = '', path }: Exchange, status: number): boolean {
  if (status === 429) return false;
  if (isOfMail(route)) return route === RESET_REQUESTS || (status >= 400 && status < 500);
  return status === 401 && !path.startsWith('/oauth2/');
}

/** draft-ietf-httpapi-ratelimit-headers-07, the form that clients read today: drafts after it write the same otherwise. */
const policyOf = (limit: number, of: string): string => (limit === 0 ? '' : `${limit};w=${WINDOW_SECONDS};comment="${of}"`);

const shown = ({ limit, remaining, resetAtMs }: Standing, nowMs: number): string =>
  `limit=${limit}, remaining=${remaining}, reset=${Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000))}`;
