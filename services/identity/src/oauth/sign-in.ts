import type { Database } from '@partner-ordering/data';
import { Slots, takeSlots } from '@partner-ordering/kernel';
import { namedAccount, type Account } from '../domain/account.ts';
import type { Application } from '../domain/application.ts';
import { passwordMatches } from '../domain/password.ts';
import { inPasswordQueue, QueueFull } from '../domain/password-queue.ts';
import type { LoginSource, SignInAttempt, SignInLimits } from '../domain/sign-in-limits.ts';
import { slowDown, tooManyAtOnce } from './refusal.ts';

/** A request waits no longer. The account stays locked for the rest of the wait. */
const LONGEST_SLEEP_MS = 6_000;
/** Waiting attempts of an end user's source. */
const sourceSlots = new Slots(8);
/** Waiting attempts of all end users' sources, and of all shared ones; each costs little more than a request. */
const kindSlots = new Slots(512);

/** Stands for a sign-in without an application: all may sign in. */
export const noApplication: Pick<Application, 'admits'> = { admits: async () => true };

export interface SignInOptions {
  database: Pick<Database, 'query'>;
  limits: SignInLimits;
  /** Rejects once the signal is aborted. Tests move the clock instead. */
  sleep: (ms: number, clientSignal?: AbortSignal) => Promise<unknown>;
  source: LoginSource;
  /** Marks an answer that waits. The signal is aborted when the client has gone. */
  waiting?: (() => AbortSignal) | undefined;
}

/**
 * Checks an email address and password. Undefined for an unknown account, a wrong password, a disabled user and one that the application
 * does not admit: the answer and its time are the same, and all count. Beyond the limits an attempt waits before it is
 * checked; without a slot to wait in it is `slow_down`, as it is while the password queue is full.
 */
export async function signIn(
  options: SignInOptions,
  application: Pick<Application, 'admits'>,
  { username, password }: { username: string; password: string },
): Promise<Account | undefined> {
  const { database, limits, source } = options;
  const check = async (account: Account | undefined): Promise<boolean> => {
    const matches = await passwordMatches(password, account?.passwordHash ?? null);
    return matches && account?.isEnabled === true && (await application.admits(database, account));
  };
  const { account, attempt, checked } = await inQueue(source, async () => {
    const { key, account: namedUser } = await namedAccount(database, username);
    const countedAttempt = await limits.count(key, source);
    return { account: namedUser, attempt: countedAttempt, checked: countedAttempt.waitMs === 0 && (await check(namedUser)) };
  });
  const isRight = attempt.waitMs > 0 ? await afterWait(options, attempt, () => check(account)) : checked;
  if (!isRight) return undefined;
  await limits.uncount(attempt, { isRight });
  return account;
}

/** Attempts that are refused, or whose client hangs up during the wait, do not count. */
async function afterWait(options: SignInOptions, attempt: SignInAttempt, check: () => Promise<boolean>): Promise<boolean> {
  const { isEndUser, id } = options.source;
  const kind = [kindSlots, isEndUser ? 'end users' : 'shared'] as const;
  const leaveSlots = takeSlots(isEndUser ? [kind, [sourceSlots, id]] : [kind]);
  try {
    if (!leaveSlots) throw slowDown(LONGEST_SLEEP_MS);
    const lockedMs = isEndUser ? await options.limits.lockAccount(attempt) : 0;
    if (lockedMs > 0) throw slowDown(lockedMs);
    return await waitAndCheck(options, attempt, check);
  } catch (error) {
    await options.limits.uncount(attempt);
    throw error;
  } finally {
    leaveSlots?.();
  }
}

async function waitAndCheck(options: SignInOptions, attempt: SignInAttempt, check: () => Promise<boolean>): Promise<boolean> {
  const { limits, sleep, source } = options;
  const clientSignal = options.waiting?.();
  try {
    await sleep(Math.min(attempt.waitMs, LONGEST_SLEEP_MS), clientSignal);
    return await inQueue(source, check);
  } catch (error) {
    // The lock of a shorter wait is over then, and may be another's.
    if (clientSignal?.aborted || attempt.waitMs > LONGEST_SLEEP_MS) await limits.unlockAccount(attempt);
    throw clientSignal?.aborted ? slowDown(attempt.waitMs) : error;
  }
}

async function inQueue<Result>({ id, isVisitor }: LoginSource, work: () => Promise<Result>): Promise<Result> {
  try {
    return await inPasswordQueue(id, work, { isVisitor });
  } catch (error) {
    throw error instanceof QueueFull ? tooManyAtOnce(error.retryAfterMs) : error;
  }
}
