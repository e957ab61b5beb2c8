import type { Queryable } from '@partner-ordering/data';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { rateLimiter, removePoint } from './rate-limiter.ts';

// An attempt counts before its password is checked and is uncounted if it is right: an aborted check counts too. Unknown accounts count
// like others. All instances count together.

/** Failures that are free within 15 minutes. */
const freeFailures = { ofPair: 5, ofAccount: 50, ofEndUser: 30 };
const WINDOW_S = 15 * 60;
/** Wait of an attempt beyond the limits; it doubles with each failure of the account at an end user's source. */
const [SHORTEST_WAIT_MS, LONGEST_WAIT_MS] = [3_000, 60_000];
/** Failures a minute of an end user's source beyond its limit that do not wait, since they are their account's first there. */
const MAX_NEW_ACCOUNTS = 60;

/** The origin of a sign-in. */
export interface LoginSource {
  /** Hash of an application, or of the page of all, and a network; then the user of a token. */
  id: string;
  /** All failures there count together, since they are one end user's. Otherwise many people may share the address. */
  isEndUser: boolean;
  /** Whether it is the authorization page: no application has sent the person. */
  isVisitor: boolean;
  /** `192.0.2.1` or `2001:db8:1:2::/64`; null without an address. */
  network: string | null;
}

/** A counted attempt. */
export interface SignInAttempt {
  /** Key of the account at the source. */
  pair: string;
  /** 0 within the limits. */
  waitMs: number;
  /** Keys of `rate_limit`. */
  counted: string[];
}

/** Counts failed sign-ins of an account at a source, of an account everywhere, and of an end user's source. */
export class SignInLimits {
  readonly #pairs: RateLimiterPostgres;
  readonly #accounts: RateLimiterPostgres;
  readonly #sources: RateLimiterPostgres;
  readonly #newAccounts: RateLimiterPostgres;
  readonly #accountLocks: RateLimiterPostgres;
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
    const limiter = (keyPrefix: string, points: number, duration = WINDOW_S) => rateLimiter(database, { keyPrefix, points, duration });
    this.#pairs = limiter('pair', freeFailures.ofPair);
    this.#accounts = limiter('account', freeFailures.ofAccount);
    this.#sources = limiter('source', freeFailures.ofEndUser);
    this.#newAccounts = limiter('new_account', MAX_NEW_ACCOUNTS, 60);
    this.#accountLocks = limiter('lock', 1);
  }

  /** Counts a failure of an account (see `namedAccount`). Its limit binds only at sources where it has failed. */
  async count(account: string, source: LoginSource): Promise<SignInAttempt> {
    const counted: string[] = [];
    const add = async (limiter: RateLimiterPostgres, key: string): Promise<number> => {
      counted.push(limiter.getKey(key));
      return (await limiter.penalty(key)).consumedPoints;
    };
    const pair = `${account}:${source.id}`;
    const [ofSource, failures, ofAccount] = await Promise.all([
      source.isEndUser ? add(this.#sources, source.id) : 0,
      add(this.#pairs, pair),
      add(this.#accounts, account),
    ]);
    const isSourceOver = ofSource > freeFailures.ofEndUser;
    const isNew = failures === 1;
    const isOver = isNew
      ? isSourceOver && (await add(this.#newAccounts, source.id)) > MAX_NEW_ACCOUNTS
      : isSourceOver || ofAccount > freeFailures.ofAccount;
    return { pair, waitMs: waitAfter(isOver ? failures : failures - freeFailures.ofPair, source), counted };
  }

  /** Locks the account at the source for as long as the attempt waits; or returns how long another still locks it. */
  async lockAccount({ pair, waitMs }: SignInAttempt): Promise<number> {
    const lock = await this.#accountLocks.penalty(pair, 1, { customDuration: waitMs / 1000 });
    return lock.consumedPoints > 1 ? lock.msBeforeNext : 0;
  }

  async unlockAccount({ pair }: SignInAttempt): Promise<void> {
    await this.#accountLocks.delete(pair);
  }

  /** Uncounts an attempt that was right or not checked. A right one ends the account's count at this source; the wider ones go on. */
  async uncount({ pair, counted }: SignInAttempt, { isRight = false } = {}): Promise<void> {
    const ofPair = this.#pairs.getKey(pair);
    await Promise.all(counted.map((key) => (isRight && key === ofPair ? this.#pairs.delete(pair) : removePoint(this.#database, key))));
  }
}

function waitAfter(failures: number, { isEndUser }: LoginSource): number {
  if (failures <= 0) return 0;
  return isEndUser ? Math.min(SHORTEST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS) : SHORTEST_WAIT_MS;
}
