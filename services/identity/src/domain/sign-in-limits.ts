import type { Queryable } from '@partner-ordering/data';
import type { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimiter } from './rate-limiter.ts';

// An attempt counts before its password is checked and is taken back if it is right: an aborted request counts too. Unknown accounts count
// like others. All instances count together.

/** Failures that are free within 15 minutes. */
const free = { ofPair: 5, ofAccount: 50, ofEndUser: 30 };
const WINDOW_S = 15 * 60;

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

/** Counts failed sign-ins of an account at a source, of an account everywhere, and of an end user's source. */
export class SignInLimits {
  readonly #pairs: RateLimiterPostgres;
  readonly #accounts: RateLimiterPostgres;
  readonly #sources: RateLimiterPostgres;

  constructor(database: Queryable) {
    const limiter = (keyPrefix: string, points: number) => rateLimiter(database, { keyPrefix, points, duration: WINDOW_S });
    this.#pairs = limiter('pair', free.ofPair);
    this.#accounts = limiter('account', free.ofAccount);
    this.#sources = limiter('source', free.ofEndUser);
  }

  /**
   * Counts a failure. Returns the ms until the attempt is allowed. An account's limit binds only at sources where it has failed. What an
   * end user may not try counts no further, so that one address cannot use up an account's limit.
   */
  async count(attempt: SignInAttempt): Promise<number> {
    const { account, source } = attempt;
    const ofSource = source.isEndUser ? waitOf(await this.#sources.penalty(source.id), free.ofEndUser) : 0;
    if (ofSource > 0) return ofSource;
    const pair = await this.#pairs.penalty(pairOf(attempt));
    const ofPair = waitOf(pair, free.ofPair);
    if (source.isEndUser && ofPair > 0) return ofPair;
    const ofAccount = waitOf(await this.#accounts.penalty(account), free.ofAccount);
    return Math.max(ofPair, pair.consumedPoints > 1 ? ofAccount : 0);
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

const waitOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes, most: number): number => (consumedPoints > most ? msBeforeNext : 0);

const pairOf = ({ account, source }: SignInAttempt): string => `${account}:${source.id}`;
