import { sql } from '@partner-ordering/data';
import type { Queryable, Sql } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';

/*
 * An attempt is counted before its password is checked, and forgotten when it was right, so that whoever hangs up is counted too. It is
 * counted for the account at a place, and so are accounts that do not exist. Two slower counts follow from the same rows: how many places
 * fail for an account, and how many accounts fail at a place. What any of them refuses looks the same for every account.
 */

/** Failures in a row without a waiting time. */
const FREE_FAILURES = 5;
/** Places that may fail for one account before others have to wait. */
const FREE_PLACES = 5;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * 60 * 1000;
/** The longest that an attempt is held back instead of being refused; a client's request has ten seconds. */
export const LONGEST_WAIT_MS = 8_000;
/** After this time without a failure the count starts again. */
const FORGET_AFTER_MS = DAY_MS;
/** This many more are enough to know how long to wait. */
const COUNTED_BEYOND = 20;
/** What is left after a clean-up. Meanwhile each row costs its maker the check of a password. */
const MOST_ROWS = 100_000;

/** Who is tried from where. */
export interface SignInAttempt {
  /** See `namedAccount`. */
  account: string;
  /** See `placeOf`. */
  place: string;
}

/** How strict a place is. */
export interface Pace {
  /** How far apart attempts of one account are kept at most. */
  longestDelayMs: number;
  /** How long an attempt may be held back before it is refused. */
  longestWaitMs: number;
  /** Accounts that may fail before others have to wait. */
  freeAccounts: number;
}

/** Where the place is the end user's own: whoever guesses there is refused there. */
export const refusing: Pace = { longestDelayMs: LONGEST_DELAY_MS, longestWaitMs: 0, freeAccounts: 20 };
/** Where many people share a place: nobody there waits long for what another one guesses. */
export const waiting: Pace = { longestDelayMs: LONGEST_WAIT_MS, longestWaitMs: LONGEST_WAIT_MS, freeAccounts: 1_000 };

/** How long after so many failures in a row the next attempt may come: at once up to four, then after 1 s, 2 s, 4 s … 15 minutes. */
export function delayAfterMs(failures: number, longestMs = LONGEST_DELAY_MS): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), longestMs);
}

/** When an attempt may be checked: after `waitMs`, or not at all now, but again after `waitMs`. */
export interface Turn {
  isRefused: boolean;
  waitMs: number;
}

/** Counts an attempt as a failure and says when it may be checked. One that is refused is not counted. Call it in a transaction. */
export async function takeTurn(tx: Queryable, { account, place }: SignInAttempt, pace: Pace, now: Date): Promise<Turn> {
  await tx.query(sql`
    insert into sign_in_failure (account, place, failures, failed_at, next_at) values (${account}, ${place}, 0, ${now}, ${now})
    on conflict do nothing`);
  const [row] = await tx.query<{ failures: number; failed_at: Date; next_at: Date }>(sql`
    select failures, failed_at, next_at from sign_in_failure where account = ${account} and place = ${place} for update`);
  const nowMs = now.getTime();
  const isCounted = row !== undefined && nowMs - new Date(row.failed_at).getTime() < FORGET_AFTER_MS;
  const turnMs = Math.max(nowMs, isCounted ? new Date(row.next_at).getTime() : 0);
  const waitMs = turnMs - nowMs;
  if (waitMs > pace.longestWaitMs) return { isRefused: true, waitMs };
  const failures = (isCounted ? row.failures : 0) + 1;
  const nextAt = new Date(turnMs + delayAfterMs(failures, pace.longestDelayMs));
  await tx.query(sql`
    update sign_in_failure set failures = ${failures}, failed_at = ${now}, next_at = ${nextAt} where account = ${account} and place = ${place}`);
  return { isRefused: false, waitMs };
}

/** Takes back the count of an attempt whose password was not checked. */
export async function giveTurnBack(database: Queryable, { account, place }: SignInAttempt): Promise<void> {
  await database.query(sql`update sign_in_failure set failures = failures - 1 where account = ${account} and place = ${place}`);
  await database.query(sql`delete from sign_in_failure where account = ${account} and place = ${place} and failures <= 0`);
}

/** What others' failures mean for an attempt. */
export interface Suspicion {
  /** Milliseconds for which the account is closed everywhere but where it usually signs in. */
  accountMs: number;
  /** Milliseconds for which the place is closed to all accounts but those that usually sign in there. */
  placeMs: number;
  /** The account has signed in at this place before. */
  isUsual: boolean;
}

/** Reads the two slower counts, of this account at other places and of other accounts at this place. */
export async function suspicionOf(
  database: Queryable,
  { account, place }: SignInAttempt,
  { freeAccounts }: Pace,
  now: Date,
): Promise<Suspicion> {
  const since = new Date(now.getTime() - FORGET_AFTER_MS);
  const newest = (which: Sql, free: number): Sql => sql`(
    select json_build_object('count', count(*), 'last', max(failed_at)) from (
      select failed_at from sign_in_failure where ${which} and failures > 0 and failed_at > ${since}
      order by failed_at desc limit ${free + COUNTED_BEYOND}) f)`;
  const [row] = await database.query<{ places: Failing; accounts: Failing; is_usual: boolean }>(sql`
    select ${newest(sql`account = ${account} and place <> ${place}`, FREE_PLACES)} as places,
      ${newest(sql`place = ${place} and account <> ${account}`, freeAccounts)} as accounts,
      exists (select from usual_place where account = ${account} and place = ${place}) as is_usual`);
  const { places, accounts, is_usual: isUsual } = row!;
  return { accountMs: closedMs(places, FREE_PLACES, now), placeMs: closedMs(accounts, freeAccounts, now), isUsual };
}

interface Failing {
  count: number;
  last: string | null;
}

function closedMs({ count, last }: Failing, free: number, now: Date): number {
  if (count < free || last === null) return 0;
  return Math.max(0, Date.parse(last) + delayAfterMs(count - free + FREE_FAILURES) - now.getTime());
}

/** The right password ends the count of the account at this place. */
export async function forgetFailures(database: Queryable, { account, place }: SignInAttempt): Promise<void> {
  await database.query(sql`delete from sign_in_failure where account = ${account} and place = ${place}`);
}

/** Removes counts that would start again anyway, and the oldest of too many; those of the previous version too. */
export async function removeOldFailures(database: Queryable, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - FORGET_AFTER_MS);
  await database.query(sql`delete from sign_in_failure where failed_at < ${forgotten}`);
  await database.query(sql`
    delete from sign_in_failure where failed_at < (select failed_at from sign_in_failure order by failed_at desc offset ${MOST_ROWS} limit 1)`);
  await database.query(sql`delete from sign_in_attempt where failed_at < ${forgotten}`);
}
