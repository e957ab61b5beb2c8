import type { Database } from '@partner-ordering/data';
import { namedAccount } from '../domain/account.ts';
import type { Account } from '../domain/account.ts';
import type { Application } from '../domain/application.ts';
import { QueueFull } from '../domain/fair-queue.ts';
import { passwordMatches, queueMs, passwordQueue } from '../domain/password.ts';
import { forgetFailures, giveTurnBack, LONGEST_WAIT_MS, refusing, suspicionOf, takeTurn, waiting } from '../domain/sign-in-attempt.ts';
import type { Pace, SignInAttempt, Suspicion } from '../domain/sign-in-attempt.ts';
import { rememberPlace } from '../domain/usual-place.ts';
import type { Origin } from './origin.ts';
import type { Patience } from './patience.ts';
import { busy, slowDown, tooManyAtOnce } from './refusal.ts';

export interface SignInOptions {
  database: Pick<Database, 'query' | 'transactional'>;
  clock: () => Date;
  patience: Patience;
  origin: Origin;
}

/**
 * Checks an e-mail address and password. Undefined for an unknown account, a wrong password, a disabled user, and a user who may not
 * use the application: all have the same answer, take the same time and are counted. Throws `slow_down` while sign-ins are refused, whether
 * the password is right or not, and `temporarily_unavailable` while too many passwords are being checked.
 */
export async function signIn(
  options: SignInOptions,
  application: Application,
  { username, password }: { username: string; password: string },
): Promise<Account | undefined> {
  const { database, clock, origin, patience } = options;
  const begun = await inTurn(origin, () => begin(options, username, password));
  const { attempt, account, waitMs } = begun;
  await patience.wait(waitMs);
  const matches = begun.matches ?? (await checkLater(options, attempt, password, account));
  const admitted = matches && account !== undefined && account.isEnabled && application.admits(account.memberOf);
  // Only now: whether an account usually signs in here shows to nobody but who knows its password.
  const suspicion = await suspicionOf(database, attempt, paceOf(origin, patience), clock());
  if (!admitted || !suspicion.isUsual) await holdBack(options, suspicion);
  if (!admitted) return undefined;
  await forgetFailures(database, attempt);
  await rememberPlace(database, attempt, clock());
  return account;
}

interface Begun {
  attempt: SignInAttempt;
  account: Account | undefined;
  /** For how long it is held back before the password is checked. */
  waitMs: number;
  /** Null if it is held back. */
  matches: boolean | null;
}

/** Counts the attempt, and checks the password unless it is held back. */
async function begin({ database, clock, patience, origin }: SignInOptions, username: string, password: string): Promise<Begun> {
  const { key, account } = await namedAccount(database, username);
  const attempt = { account: key, place: origin.place };
  const { isRefused, waitMs } = await database.transactional((tx) => takeTurn(tx, attempt, paceOf(origin, patience), clock()));
  if (isRefused) throw slowDown(waitMs);
  return { attempt, account, waitMs, matches: waitMs > 0 ? null : await check(password, account) };
}

const check = (password: string, account: Account | undefined) => passwordMatches(password, account?.passwordHash ?? null);

async function checkLater(
  { database, origin }: SignInOptions,
  attempt: SignInAttempt,
  password: string,
  account: Account | undefined,
): Promise<boolean> {
  try {
    return await inTurn(origin, () => check(password, account));
  } catch (error) {
    await giveTurnBack(database, attempt);
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

function paceOf({ isEndUser }: Origin, { hasRoom }: Patience): Pace {
  if (isEndUser) return refusing;
  return hasRoom ? waiting : { ...waiting, longestWaitMs: 0 };
}

/**
 * An account has usual places to sign in from while it is closed elsewhere. Of a shared place nobody is refused for what others do there.
 */
async function holdBack({ patience, origin }: SignInOptions, { accountMs, placeMs }: Suspicion): Promise<void> {
  const isRefused = accountMs > 0 || (placeMs > 0 && (origin.isEndUser || !patience.hasRoom));
  if (isRefused) throw slowDown(Math.max(accountMs, placeMs));
  await patience.wait(Math.min(placeMs, LONGEST_WAIT_MS));
}
