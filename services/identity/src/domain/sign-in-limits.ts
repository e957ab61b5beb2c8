import type { Queryable } from '@partner-ordering/data';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { rateLimiter } from './rate-limiter.ts';

// An attempt counts before its password is checked and is taken back if it is right: an aborted check counts too. Unknown accounts count
// like others. All instances count together.

/** Failures that are free within 15 minutes. */
const free = { ofPair: 5, ofAccount: 50, ofEndUser: 30 };
const WINDOW_S = 15 * 60;
/** What an attempt beyond the limits waits; it doubles with each failure of the account at an end user's source. */
const [SHORTEST_WAIT_MS, LONGEST_WAIT_MS] = [3_000, 60_000];
/** Attempts a minute of an end user's source beyond its limit, at accounts without a failure there, that are checked before they wait. */
const MOST_FIRST = 60;

/** Where a sign-in comes from. */
export interface LoginSource {
  /** Hash of an application, or of the page of all, and a network. */
  id: string;
  /** The address is the end user's own, so all failures there count together. Otherwise many people may share it. */
  isEndUser: boolean;
  /** Of the authorization page: no application has sent them. */
  isVisitor: boolean;
  /** `192.0.2.1` or `2001:db8:1:2::/64`; null without an address. */
  network: string | null;
}

export interface SignInAttempt {
  /** See `namedAccount`. */
  account: string;
  source: LoginSource;
}

/** How an attempt stands when it is counted. */
interface Standing {
  /** 0 within the limits. */
  waitMs: number;
  /** The account has no failure there, so its right password need not wait. */
  isFirst: boolean;
}

/** Counts failed sign-ins of an account at a source, of an account everywhere, and of an end user's source. */
export class SignInLimits {
  readonly #pairs: RateLimiterPostgres;
  readonly #accounts: RateLimiterPostgres;
  readonly #sources: RateLimiterPostgres;
  readonly #firsts: RateLimiterPostgres;
  readonly #places: RateLimiterPostgres;

  constructor(database: Queryable) {
    const limiter = (keyPrefix: string, points: number, duration = WINDOW_S) => rateLimiter(database, { keyPrefix, points, duration });
    this.#pairs = limiter('pair', free.ofPair);
    this.#accounts = limiter('account', free.ofAccount);
    this.#sources = limiter('source', free.ofEndUser);
    this.#firsts = limiter('first', MOST_FIRST, 60);
    this.#places = limiter('place', 1);
  }

  /** Counts a failure. An account's limit binds only at sources where it has failed. */
  async count(attempt: SignInAttempt): Promise<Standing> {
    const { account, source } = attempt;
    const [ofSource, failures, ofAccount] = await Promise.all([
      source.isEndUser ? added(this.#sources, source.id) : 0,
      added(this.#pairs, pairOf(attempt)),
      added(this.#accounts, account),
    ]);
    const isSourceOver = ofSource > free.ofEndUser;
    const isOver = isSourceOver || (failures > 1 && ofAccount > free.ofAccount);
    const isFirst = failures === 1 && !(isSourceOver && (await added(this.#firsts, source.id)) > MOST_FIRST);
    return { waitMs: waitMs(isOver ? failures : failures - free.ofPair, source), isFirst };
  }

  /** Takes the only place of the account at an end user's source, for as long as the wait; or returns how long another still has it. */
  async takePlace(attempt: SignInAttempt, forMs: number): Promise<number> {
    if (!attempt.source.isEndUser) return 0;
    const place = await this.#places.penalty(pairOf(attempt), 1, { customDuration: forMs / 1000 });
    return place.consumedPoints > 1 ? place.msBeforeNext : 0;
  }

  async leavePlace(attempt: SignInAttempt): Promise<void> {
    if (attempt.source.isEndUser) await this.#places.delete(pairOf(attempt));
  }

  /** Takes back an attempt that was right or not checked. A right one ends the account's count at this source; the wider ones go on. */
  async takeBack(attempt: SignInAttempt, { isRight = false } = {}): Promise<void> {
    const { account, source } = attempt;
    await Promise.all([
      isRight ? this.#pairs.delete(pairOf(attempt)) : this.#pairs.reward(pairOf(attempt)),
      this.#accounts.reward(account),
      source.isEndUser ? this.#sources.reward(source.id) : undefined,
    ]);
  }
}

const added = async (limiter: RateLimiterPostgres, key: string): Promise<number> => (await limiter.penalty(key)).consumedPoints;

function waitMs(beyond: number, { isEndUser }: LoginSource): number {
  if (beyond <= 0) return 0;
  return isEndUser ? Math.min(SHORTEST_WAIT_MS * 2 ** (beyond - 1), LONGEST_WAIT_MS) : SHORTEST_WAIT_MS;
}

const pairOf = ({ account, source }: SignInAttempt): string => `${account}:${source.id}`;
