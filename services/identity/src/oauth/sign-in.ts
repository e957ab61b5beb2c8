import type { Database } from '@partner-ordering/data';
import { namedAccount } from '../domain/account.ts';
import type { Account } from '../domain/account.ts';
import type { Application } from '../domain/application.ts';
import { QueueFull } from '../domain/fair-queue.ts';
import { passwordChecks, passwordMatches, queueMs } from '../domain/password.ts';
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
  const { database, clock, origin } = options;
  refuseIfBusy(origin);
  const { key, account } = await namedAccount(database, username);
  const attempt = { account: key, place: origin.place };
  await awaitTurn(options, attempt);
  const matches = await checked(options, attempt, password, account?.passwordHash ?? null);
  const admitted = matches && account !== undefined && account.isEnabled && application.admits(account.memberOf);
  // Only now: whether an account usually signs in here shows to nobody but who knows its password.
  const suspicion = await suspicionOf(database, attempt, paceOf(origin, options.patience), clock());
  if (!admitted || !suspicion.isUsual) await holdBack(options, suspicion);
  if (!admitted) return undefined;
  await forgetFailures(database, attempt);
  await rememberPlace(database, attempt, clock());
  return account;
}

/** Before anything is asked of the database. */
function refuseIfBusy({ place }: Origin): void {
  try {
    passwordChecks.refuseIfFull(place);
  } catch (error) {
    throw busyRefusal(error);
  }
}

async function awaitTurn({ database, clock, patience, origin }: SignInOptions, attempt: SignInAttempt): Promise<void> {
  const turn = await database.transactional((tx) => takeTurn(tx, attempt, paceOf(origin, patience), clock()));
  if (turn.isRefused) throw slowDown(turn.waitMs);
  await patience.wait(turn.waitMs);
}

function paceOf({ isEndUser }: Origin, { hasRoom }: Patience): Pace {
  if (isEndUser) return refusing;
  return hasRoom ? waiting : { ...waiting, longestWaitMs: 0 };
}

async function checked(
  { database, origin }: SignInOptions,
  attempt: SignInAttempt,
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  try {
    return await passwordMatches(password, passwordHash, origin.place);
  } catch (error) {
    if (error instanceof QueueFull) await giveTurnBack(database, attempt);
    throw busyRefusal(error);
  }
}

function busyRefusal(error: unknown): unknown {
  if (!(error instanceof QueueFull)) return error;
  return (error.isOwn ? tooManyAtOnce : busy)(queueMs(error.waiting));
}

/** An account has usual places to sign in from while it is closed elsewhere. Of a shared place nobody is refused for what others do there. */
async function holdBack({ patience, origin }: SignInOptions, { accountMs, placeMs }: Suspicion): Promise<void> {
  const isRefused = accountMs > 0 || (placeMs > 0 && (origin.isEndUser || !patience.hasRoom));
  if (isRefused) throw slowDown(Math.max(accountMs, placeMs));
  await patience.wait(Math.min(placeMs, LONGEST_WAIT_MS));
}
