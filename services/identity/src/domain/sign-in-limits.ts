import type { Queryable } from '@partner-ordering/data';
import type { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimiter } from './rate-limiter.ts';

/*
 * An attempt counts before its password is checked, and is forgotten when it was right, so that whoever hangs up is counted too. Accounts
 * that do not exist count like those that do. All instances count together.
 */

/** Failures that are free within 15 minutes. */
const free = { ofPair: 5, ofAccount: 50, ofEndUser: 30 };
const WINDOW_S = 15 * 60;

/** Who is tried from where. */
export interface SignInAttempt {
  /** See `namedAccount`. */
  account: string;
  /** See `placeOf`. */
  place: string;
  /** The place is one person's, so that all failures there count together. */
  isEndUser: boolean;
}

/** Counts failed sign-ins of an account at a place, of an account everywhere, and of an end user's place. */
export class SignInLimits {
  readonly #pairs: RateLimiterPostgres;
  readonly #accounts: RateLimiterPostgres;
  readonly #places: RateLimiterPostgres;

  constructor(database: Queryable) {
    const limiter = (keyPrefix: string, points: number) => rateLimiter(database, { keyPrefix, points, duration: WINDOW_S });
    this.#pairs = limiter('pair', free.ofPair);
    this.#accounts = limiter('account', free.ofAccount);
    this.#places = limiter('place', free.ofEndUser);
  }

  /**
   * Counts an attempt as a failure. Answers in how many milliseconds it is within the limits, 0 within them. The limit of an account holds
   * only at places where it has failed, so its owner signs in elsewhere.
   */
  async count(attempt: SignInAttempt): Promise<number> {
    const { account, place, isEndUser } = attempt;
    const [ofPair, ofAccount, ofPlace] = await Promise.all([
      this.#pairs.penalty(pairOf(attempt)),
      this.#accounts.penalty(account),
      isEndUser ? this.#places.penalty(place) : undefined,
    ]);
    const exceeded = [
      ofPair.consumedPoints > free.ofPair && ofPair,
      ofPair.consumedPoints > 1 && ofAccount.consumedPoints > free.ofAccount && ofAccount,
      ofPlace !== undefined && ofPlace.consumedPoints > free.ofEndUser && ofPlace,
    ].filter((limit): limit is RateLimiterRes => limit !== false);
    return Math.max(0, ...exceeded.map(({ msBeforeNext }) => msBeforeNext));
  }

  /** Takes back an attempt whose password was not checked. */
  async takeBack(attempt: SignInAttempt): Promise<void> {
    await Promise.all([this.#pairs.reward(pairOf(attempt)), this.#takeBackElsewhere(attempt)]);
  }

  /** Takes back an attempt that was right, and forgets what the account has failed at this place. The wider counts keep it. */
  async succeed(attempt: SignInAttempt): Promise<void> {
    await Promise.all([this.#pairs.delete(pairOf(attempt)), this.#takeBackElsewhere(attempt)]);
  }

  #takeBackElsewhere({ account, place, isEndUser }: SignInAttempt): Promise<unknown> {
    return Promise.all([this.#accounts.reward(account), isEndUser ? this.#places.reward(place) : undefined]);
  }
}

const pairOf = ({ account, place }: SignInAttempt): string => `${account}:${place}`;
