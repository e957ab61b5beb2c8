import type { Database } from '@partner-ordering/data';
import { namedAccount } from '../domain/account.ts';
import type { Account } from '../domain/account.ts';
import type { Application } from '../domain/application.ts';
import { QueueFull } from '../domain/fair-queue.ts';
import { passwordMatches, queueMs, passwordQueue } from '../domain/password.ts';
import type { SignInAttempt, SignInLimits } from '../domain/sign-in-limits.ts';
import type { Origin } from './origin.ts';
import type { Patience } from './patience.ts';
import { busy, slowDown, tooManyAtOnce } from './refusal.ts';

/** Where many people share a place an attempt beyond the limits is held back this long, and checked then. */
const HELD_BACK_MS = 3_000;

export interface SignInOptions {
  database: Pick<Database, 'query'>;
  limits: SignInLimits;
  patience: Patience;
  origin: Origin;
}

/**
 * Checks an e-mail address and password. Undefined for an unknown account, a wrong password, a disabled user, and a user who may not
 * use the application: all have the same answer, take the same time and are counted. Beyond the limits an end user's place gets
 * `slow_down`, whether the password is right or not; at a shared place the check is delayed. Throws `slow_down` or
 * `temporarily_unavailable` while too many passwords wait for their check.
 */
export async function signIn(
  options: SignInOptions,
  application: Application,
  { username, password }: { username: string; password: string },
): Promise<Account | undefined> {
  const { limits, origin } = options;
  const begun = await inTurn(origin, () => begin(options, username, password));
  const { attempt, account } = begun;
  const matches = begun.matches ?? (await checkLater(options, attempt, () => check(password, account)));
  if (!matches || !account?.isEnabled || !application.admits(account.memberOf)) return undefined;
  await limits.succeed(attempt);
  return account;
}

interface Begun {
  attempt: SignInAttempt;
  account: Account | undefined;
  /** Undefined if the password is to be checked later. */
  matches: boolean | undefined;
}

/** Counts the attempt, and checks the password within the limits. */
async function begin({ database, limits, origin }: SignInOptions, username: string, password: string): Promise<Begun> {
  const { key, account } = await namedAccount(database, username);
  const attempt = { account: key, ...origin };
  const waitMs = await limits.count(attempt);
  if (waitMs === 0) return { attempt, account, matches: await check(password, account) };
  if (origin.isEndUser) throw slowDown(waitMs);
  return { attempt, account, matches: undefined };
}

const check = (password: string, account: Account | undefined) => passwordMatches(password, account?.passwordHash ?? null);

async function checkLater(
  { limits, patience, origin }: SignInOptions,
  attempt: SignInAttempt,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    if (!patience.hasRoom) throw slowDown(HELD_BACK_MS);
    await patience.wait(HELD_BACK_MS);
    return await inTurn(origin, work);
  } catch (error) {
    await limits.takeBack(attempt);
    throw error;
  }
}

/** Sign-ins of one place cannot hold up those of others; what would wait too long is refused before anything is done for it. */
async function inTurn<Result>({ place }: Origin, work: () => Promise<Result>): Promise<Result> {
  try {
    return await passwordQueue.run(place, work);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw (error.isOwn ? tooManyAtOnce : busy)(queueMs(error.waiting));
  }
}
