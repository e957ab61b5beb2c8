import type { Database } from '@partner-ordering/data';
import { createSlots, takeSlots } from '@partner-ordering/http';
import { namedAccount, type Account } from '../domain/account.ts';
import type { Application } from '../domain/application.ts';
import { passwordMatches } from '../domain/password.ts';
import { inPasswordQueue, QueueFull } from '../domain/password-queue.ts';
import type { LoginSource, SignInAttempt, SignInLimits } from '../domain/sign-in-limits.ts';
import { slowDown, tooManyAtOnce } from './refusal.ts';

/** With the password queue an answer then takes less than 10 s. The account's place stays taken for the rest of the wait. */
const LONGEST_SLEEP_MS = 6_000;
/** Attempts of an end user's source that wait at the same time. */
const waitingOfSource = createSlots(8);
/** Of all sources; each costs little more than a request. */
const waitingOfAll = createSlots(256);

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

/** A counted attempt; `isRight` is undefined while it must wait before it is checked. */
interface Begun {
  attempt: SignInAttempt;
  waitMs: number;
  isRight: boolean | undefined;
}

/**
 * Checks an email address and password. Undefined for an unknown account, a wrong password, a disabled user and one that the application
 * does not admit: the answer and its time are the same, and all count. Beyond the limits an attempt waits; without a place to wait it is
 * `slow_down`, as it is while the password queue is full.
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
  const { account, ...begun } = await queued(source, async () => {
    const { key, account: named } = await namedAccount(database, username);
    const attempt = { account: key, source };
    const { waitMs, isFirst } = await limits.count(attempt);
    return { account: named, attempt, waitMs, isRight: waitMs === 0 || isFirst ? await check(named) : undefined };
  });
  const isRight = begun.waitMs === 0 || begun.isRight ? begun.isRight : await afterWait(options, begun, () => check(account));
  if (!isRight) return undefined;
  await limits.takeBack(begun.attempt, { isRight: true });
  return account;
}

async function afterWait(options: SignInOptions, { attempt, waitMs, isRight }: Begun, check: () => Promise<boolean>): Promise<boolean> {
  try {
    await waitInPlace(options, attempt, waitMs);
    return isRight ?? (await queued(options.source, check));
  } catch (error) {
    if (isRight === undefined) await options.limits.takeBack(attempt);
    throw error;
  }
}

async function waitInPlace({ limits, sleep, source, waiting }: SignInOptions, attempt: SignInAttempt, waitMs: number): Promise<void> {
  const leave = takeSlots([[waitingOfAll, 'all'], ...(source.isEndUser ? [[waitingOfSource, source.id] as const] : [])]);
  if (!leave) throw slowDown(LONGEST_SLEEP_MS);
  try {
    const takenMs = await limits.takePlace(attempt, waitMs);
    if (takenMs > 0) throw slowDown(takenMs);
    const gone = waiting?.();
    await sleep(Math.min(waitMs, LONGEST_SLEEP_MS), gone).catch(async (error: unknown) => {
      await limits.leavePlace(attempt);
      throw gone?.aborted ? slowDown(waitMs) : error;
    });
  } finally {
    leave();
  }
}

async function queued<Result>({ id, isVisitor }: LoginSource, work: () => Promise<Result>): Promise<Result> {
  try {
    return await inPasswordQueue(id, work, { isVisitor });
  } catch (error) {
    throw error instanceof QueueFull ? tooManyAtOnce(error.retryAfterMs) : error;
  }
}
