import { CONSOLE_CLIENT } from '@partner-ordering/auth';
import { createSlots } from '@partner-ordering/http';
import { networkOf } from '@partner-ordering/kernel';
import type { BatchConfig, LimitConfig } from '../config.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createBatchLimit } from './batch-limit.ts';
import { PerUserLimit } from './per-user-limit.ts';
import { isOfMail, RESET_REQUESTS } from './routing.ts';
import { openWindow, WINDOW_SECONDS, type CounterFactory, type Standing, type Window } from './windows.ts';

/** Fewer than the connections of a service to its database by default (`DATABASE_POOL_SIZE`). */
const RUNNING_PER_USER = 8;
/** Of a user who is a member of more, the requests count for the first of their organizations. */
const MOST_ORGANIZATIONS = 16;

/** Who asks for what. */
type Asked = Pick<Exchange, 'clientAddress' | 'route'>;

interface LimitOptions {
  config: LimitConfig;
  batch: BatchConfig;
  nowMs: () => number;
  /** The organizations of a user, as far as they are known by now. */
  organizationsOf: (user: string) => readonly string[];
  /** Without it this instance counts for itself. */
  counterOf?: CounterFactory | undefined;
}

/** A window, and whom a request counts for in it. */
type Share = readonly [Window, string];

export type Limits = ReturnType<typeof createLimits>;

/** Request limits. Asking is synchronous and costs a look-up for each limit. Counting happens in the background. */
export function createLimits({ config, batch, nowMs, organizationsOf, counterOf }: LimitOptions) {
  const open = (name: string, limit: number): Window | undefined => openWindow(name, limit, nowMs, counterOf);
  const callers = open('requests', config.requestsPerMinute);
  const applications = open('application', config.requestsPerMinuteOfApplication);
  const organizations = open('organization', config.requestsPerMinuteOfOrganization);
  const failures = open('failures', config.failedAuthenticationsPerMinute);

  function sharesOf({ claims, clientAddress }: Exchange): Share[] {
    const shares: Share[] = [];
    if (callers) shares.push([callers, claims === null ? networkOf(clientAddress) : `user ${claims.user}`]);
    if (claims === null) return shares;
    // The console's people have nothing in common but us.
    if (applications && claims.client !== CONSOLE_CLIENT) shares.push([applications, claims.client]);
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
    /** Counts requests for each of their limits. Returns the milliseconds until they may go on, 0 if they may now. */
    admit(exchange: Exchange, requests = 1): number {
      const shares = sharesOf(exchange);
      const waitMs = Math.max(0, ...shares.map(([window, key]) => window.blockedForMs(key)));
      if (waitMs === 0) for (const [window, key] of shares) window.count(key, requests);
      counted.set(exchange, shares);
      return waitMs;
    },
    /** `RateLimit` of the limit with least left, and `RateLimit-Policy`, as a flat list; empty for an uncounted request. */
    headersOf(exchange: Exchange): readonly string[] {
      const standings = (counted.get(exchange) ?? []).flatMap(([window, key]) => window.standing(key) ?? []);
      const [least] = standings.toSorted((one, other) => one.remaining - other.remaining);
      if (least === undefined) return [];
      return ['ratelimit', shown(least, nowMs()), 'ratelimit-policy', exchange.claims === null ? policyOfAddresses : policyOfTokens];
    },
    /** Milliseconds for which bad tokens of the address are refused unseen; see `failureKey`. */
    admitAuthentication: (exchange: Asked): number => failures?.blockedForMs(failureKey(exchange)) ?? 0,
    authenticationFailed,
    answered: (exchange: Exchange, status: number): void => void (isFailure(exchange, status) && authenticationFailed(exchange)),
    /** By `networkOf` of the connection's address. */
    connections: createSlots(config.connectionsPerAddress),
    /** Running requests, by `networkOf` of the client's address; those with a valid token apart from the others. */
    requestsOfAddress: createSlots(config.requestsAtOncePerAddress),
    requestsOfUser: createSlots(config.requestsAtOncePerUser),
    waitingOfUser: createSlots(config.waitingPerUser),
    perUser: new PerUserLimit(config.requestsAtOncePerUser === 0 ? 0 : RUNNING_PER_USER),
    placeOfBatch: createBatchLimit({ ...batch, organizationsOf, nowMs }),
    /** Bodies that are passed on while they arrive, by `networkOf`. Each holds a connection to its service. */
    streams: createSlots(config.streamsPerAddress),
  };
}

/** Tokens of mails, and requests for resets, count apart: beyond the limit the right ones are refused too, as only identity knows them. */
function failureKey({ clientAddress, route = '' }: Asked): string {
  const kind = route === RESET_REQUESTS ? 'reset ' : isOfMail(route) ? 'mail ' : '';
  return kind + networkOf(clientAddress);
}

/** For mails all refusals count, aborted requests (499) too. Identity counts those of `/oauth2/`, the console its cookies. */
function isFailure({ route = '', path, isConsole }: Exchange, status: number): boolean {
  if (status === 429) return false;
  if (isOfMail(route)) return route === RESET_REQUESTS || (status >= 400 && status < 500);
  return status === 401 && !isConsole && !path.startsWith('/oauth2/');
}

/** draft-ietf-httpapi-ratelimit-headers-07, the form that clients read today: drafts after it write the same otherwise. */
const policyOf = (limit: number, of: string): string => (limit === 0 ? '' : `${limit};w=${WINDOW_SECONDS};comment="${of}"`);

const shown = ({ limit, remaining, resetAtMs }: Standing, nowMs: number): string =>
  `limit=${limit}, remaining=${remaining}, reset=${Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000))}`;
