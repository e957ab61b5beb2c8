import type { Database } from '@partner-ordering/data';
import { createSlots } from '@partner-ordering/http';
import { namedAccount, type Account } from '../domain/account.ts';
import type { Application } from '../domain/application.ts';
import { passwordMatches } from '../domain/password.ts';
import { inPasswordQueue, QueueFull } from '../domain/password-queue.ts';
import type { LoginSource, SignInAttempt, SignInLimits } from '../domain/sign-in-limits.ts';
import { slowDown, tooManyAtOnce } from './refusal.ts';

/** Delays the check of an attempt beyond the limits at an address that people share. */
const LOGIN_DELAY_MS = 3_000;
/** Delays at the same time; each costs little more than a request. */
const delayed = createSlots(256);

/** Through no application: all may sign in. */
export const forEverybody: Pick<Application, 'admits'> = { admits: () => true };

export interface SignInOptions {
  database: Pick<Database, 'query'>;
  limits: SignInLimits;
  /** Tests move the clock instead. */
  sleep: (ms: number) => Promise<unknown>;
  source: LoginSource;
}

/**
 * Checks an email address and password. Undefined for an unknown account, a wrong password, a disabled user and one that the application
 * does not admit: the answer and its time are the same, and all count. Beyond the limits an end user gets `slow_down`, and a shared address
 * is delayed. A full password queue is `slow_down` too.
 */
export async function signIn(
  options: SignInOptions,
  application: Pick<Application, 'admits'>,
  { username, password }: { username: string; password: string },
): Promise<Account | undefined> {
  const { limits, source } = options;
  const { attempt, account, matches } = await queued(source, () => begin(options, username, password));
  const isRight = matches ?? (await checkLater(options, attempt, () => check(password, account)));
  if (!isRight || !account?.isEnabled || !application.admits(account.memberOf)) return undefined;
  await limits.takeBack(attempt, { isRight: true });
  return account;
}

/** Counts the attempt, and checks the password within the limits. Beyond them, `matches` is undefined: check it later. */
async function begin({ database, limits, source }: SignInOptions, username: string, password: string) {
  const { key, account } = await namedAccount(database, username);
  const attempt = { account: key, source };
  const waitMs = await limits.count(attempt);
  if (waitMs === 0) return { attempt, account, matches: await check(password, account) };
  if (source.isEndUser) throw slowDown(waitMs);
  return { attempt, account, matches: undefined };
}

const check = (password: string, account: Account | undefined) => passwordMatches(password, account?.passwordHash ?? null);

async function checkLater(
  { limits, sleep, source }: SignInOptions,
  attempt: SignInAttempt,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    if (!delayed.take('all')) throw slowDown(LOGIN_DELAY_MS);
    await sleep(LOGIN_DELAY_MS).finally(() => delayed.leave('all'));
    return await queued(source, work);
  } catch (error) {
    await limits.takeBack(attempt);
    throw error;
  }
}

async function queued<Result>({ id, isVisitor }: LoginSource, work: () => Promise<Result>): Promise<Result> {
  try {
    return await inPasswordQueue(id, work, { isVisitor });
  } catch (error) {
    throw error instanceof QueueFull ? tooManyAtOnce(error.retryAfterMs) : error;
  }
}
