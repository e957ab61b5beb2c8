import type { Queryable } from '@partner-ordering/data';
import { sql } from '@partner-ordering/data';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';

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
    const storeClient = {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const rows = await database.query({ text, values });
        return { rows, rowCount: rows.length };
      },
    };
    const store = { storeClient, storeType: 'client', tableName: 'sign_in_limit', tableCreated: true, clearExpiredByTimeout: false };
    const limiter = (keyPrefix: string, points: number) => new RateLimiterPostgres({ ...store, keyPrefix, points, duration: WINDOW_S });
    this.#pairs = limiter('pair', free.ofPair);
    this.#accounts = limiter('account', free.ofAccount);
    this.#places = limiter('place', free.ofEndUser);
  }

  /**
   * Counts an attempt as a failure. Answers in how many milliseconds it is within the limits, 0 within them. The limit of an account holds
   * only at places where it has failed, so its owner signs in elsewhere.
   */
  async count({ account, place, isEndUser }: SignInAttempt): Promise<number> {
    const [ofPair, ofAccount, ofPlace] = await Promise.all([
      this.#pairs.penalty(pairOf(account, place)),
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
  async takeBack({ account, place, isEndUser }: SignInAttempt): Promise<void> {
    await Promise.all([
      this.#pairs.reward(pairOf(account, place)),
      this.#accounts.reward(account),
      isEndUser ? this.#places.reward(place) : undefined,
    ]);
  }

  /** Takes back an attempt that was right, and forgets what the account has failed at this place. The wider counts keep it. */
  async succeed({ account, place, isEndUser }: SignInAttempt): Promise<void> {
    await Promise.all([
      this.#pairs.delete(pairOf(account, place)),
      this.#accounts.reward(account),
      isEndUser ? this.#places.reward(place) : undefined,
    ]);
  }
}

const pairOf = (account: string, place: string): string => `${account}:${place}`;

/** Removes counts that are over. */
export async function removeOldSignInLimits(database: Queryable, now: Date): Promise<void> {
  await database.query(sql`delete from sign_in_limit where expire < ${now.getTime()}`);
}
