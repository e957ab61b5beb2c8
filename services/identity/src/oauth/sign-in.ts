import type { Database } from '@partner-ordering/data';
import { createSlots, takeSlots } from '@partner-ordering/http';
import { namedAccount, type Account } from '../domain/account.ts';
import type { Application } from '../domain/application.ts';
import { passwordMatches } from '../domain/password.ts';
import { inPasswordQueue, QueueFull } from '../domain/password-queue.ts';
import type { LoginSource, SignInAttempt, SignInLimits } from '../domain/sign-in-limits.ts';
import { slowDown, tooManyAtOnce } from './refusal.ts';

/** A request waits no longer. The account stays locked for the rest of the wait. */
const LONGEST_SLEEP_MS = 6_000;
/** Attempts of an end user's source that wait at the same time. */
const waitingOfSource = createSlots(8);
/** Of all end users' sources, and of all shared ones; each costs little more than a request. */
const waitingOfKind = createSlots(512);

/** Through no application: all may sign in. */
export const forEverybody: Pick<Application, 'admits'> = { admits: () => true };

export interface SignInOptions {
  database: Pick<Database, 'query'>;
  limits: SignInLimits;
  /** Rejects once the signal is aborted. Tests move the clock instead. */
  sleep: (ms: number, gone?: AbortSignal) => Promise<unknown>;
  source: LoginSource;
  /** Marks an answer that waits. The signal is aborted when the client has gone. */
  waiting?: (() => AbortSignal) | undefined;
}

/**
 * Checks an email address and password. Undefined for an unknown account, a wrong password, a disabled user and one that the application
 * does not admit: the answer and its time are the same, and all count. Beyond the limits an attempt waits before it is
 * checked; without a place to wait it is `slow_down`, as it is while the password queue is full.
 */
export async function signIn(
  options: SignInOptions,
  application: Pick<Application, 'admits'>,
  { username, password }: { username: string; password: string },
): Promise<Account | undefined> {
  const { database, limits, source } = options;
  const check = async (account: Account | undefined): Promise<boolean> => {
    const matches = await passwordMatches(password, account?.passwordHash ?? null);
    return matches && account?.isEnabled === true && application.admits(account.memberOf);
  };
  const { account, attempt, checked } = await queued(source, async () => {
    const { key, account: named } = await namedAccount(database, username);
    const counted = await limits.count(key, source);
    return { account: named, attempt: counted, checked: counted.waitMs === 0 && (await check(named)) };
  });
  const isRight = attempt.waitMs > 0 ? await afterWait(options, attempt, () => check(account)) : checked;
  if (!isRight) return undefined;
  await limits.takeBack(attempt, { isRight });
  return account;
}

/** What is refused, or hangs up while it waits, does not count. */
async function afterWait(options: SignInOptions, attempt: SignInAttempt, check: () => Promise<boolean>): Promise<boolean> {
  const { isEndUser, id } = options.source;
  const kind = [waitingOfKind, isEndUser ? 'end users' : 'shared'] as const;
  const leave = takeSlots(isEndUser ? [kind, [waitingOfSource, id]] : [kind]);
  try {
    if (!leave) throw slowDown(LONGEST_SLEEP_MS);
    const lockedMs = isEndUser ? await options.limits.lockAccount(attempt) : 0;
    if (lockedMs > 0) throw slowDown(lockedMs);
    return await whileLocked(options, attempt, check);
  } catch (error) {
    await options.limits.takeBack(attempt);
    throw error;
  } finally {
    leave?.();
  }
}

async function whileLocked(options: SignInOptions, attempt: SignInAttempt, check: () => Promise<boolean>): Promise<boolean> {
  const { limits, sleep, source } = options;
  const gone = options.waiting?.();
  try {
    await sleep(Math.min(attempt.waitMs, LONGEST_SLEEP_MS), gone);
    return await queued(source, check);
  } catch (error) {
    // The lock of a shorter wait is over then, and may be another's.
    if (gone?.aborted || attempt.waitMs > LONGEST_SLEEP_MS) await limits.unlockAccount(attempt);
    throw gone?.aborted ? slowDown(attempt.waitMs) : error;
  }
}

async function queued<Result>({ id, isVisitor }: LoginSource, work: () => Promise<Result>): Promise<Result> {
  try {
    return await inPasswordQueue(id, work, { isVisitor });
  } catch (error) {
    throw error instanceof QueueFull ? tooManyAtOnce(error.retryAfterMs) : error;
  }
}
