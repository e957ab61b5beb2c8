import type { Database } from '@partner-ordering/data';
import type { Application } from '../domain/application.ts';
import { passwordMatches } from '../domain/password.ts';
import { accountKey, closedForMs, countFailure, forgetFailures } from '../domain/sign-in-attempt.ts';
import { accountByEmail } from '../domain/account.ts';
import type { Account } from '../domain/account.ts';
import { slowDown } from './refusal.ts';

/**
 * Checks an e-mail address and password. Undefined for an unknown account, a wrong password, a disabled user, and a user who may not
 * use the application: all have the same answer, take the same time and are counted. Throws `slow_down` while sign-ins are refused.
 */
export async function signIn(
  database: Pick<Database, 'query' | 'transactional'>,
  application: Application,
  { username, password }: { username: string; password: string },
  clock: () => Date,
): Promise<Account | undefined> {
  const key = accountKey(username);
  await refuseWhileClosed(database, key, clock());
  const account = await accountByEmail(database, username);
  const matches = await passwordMatches(password, account?.passwordHash ?? null);
  const admitted = matches && account !== undefined && account.isEnabled && application.admits(account.memberOf);
  // Checked again: of many guesses sent at once, only those that finish before the account is closed may get an answer.
  await refuseWhileClosed(database, key, clock());
  if (admitted) {
    await forgetFailures(database, key);
    return account;
  }
  await database.transactional((tx) => countFailure(tx, key, clock()));
  return undefined;
}

async function refuseWhileClosed(database: Pick<Database, 'query'>, key: string, now: Date): Promise<void> {
  const waitMs = await closedForMs(database, key, now);
  if (waitMs > 0) throw slowDown(waitMs);
}
