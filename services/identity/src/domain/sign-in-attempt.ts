import { createHash } from 'node:crypto';
import { sql } from '@partner-ordering/data';
import type { Queryable } from '@partner-ordering/data';

/** Failures in a row without a waiting time. */
const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * 60 * 1000;
/** After this time without a failure the count starts again. */
const FORGET_AFTER_MS = 24 * 3600 * 1000;

/** How long sign-ins to an account are refused after so many failures in a row: 0 up to four, then 1 s, 2 s, 4 s … 15 minutes. */
export function delayAfterMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_MS);
}

/** Key of an account in the table. It is a hash, since what was typed may not be an address (but a password). */
export function accountKey(email: string): string {
  return createHash('sha256').update(email.normalize('NFC').trim().toLowerCase()).digest('hex');
}

/** Milliseconds until the account may sign in again, 0 if it may now. Accounts that do not exist are counted too. */
export async function closedForMs(database: Queryable, account: string, now: Date): Promise<number> {
  const rows = await database.query<{ closed_until: Date }>(sql`select closed_until from sign_in_attempt where account = ${account}`);
  const closedUntil = rows[0]?.closed_until;
  return closedUntil === undefined ? 0 : Math.max(0, new Date(closedUntil).getTime() - now.getTime());
}

/** Counts a wrong password and closes the account for the time that follows from the count. */
export async function countFailure(database: Queryable, account: string, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - FORGET_AFTER_MS);
  const rows = await database.query<{ failures: number }>(sql`
    insert into sign_in_attempt as attempt (account, failures, failed_at, closed_until) values (${account}, 1, ${now}, ${now})
    on conflict (account) do update set failed_at = ${now},
      failures = case when attempt.failed_at < ${forgotten} then 1 else attempt.failures + 1 end
    returning failures`);
  const closedUntil = new Date(now.getTime() + delayAfterMs(rows[0]?.failures ?? 1));
  await database.query(sql`
    update sign_in_attempt set closed_until = greatest(closed_until, ${closedUntil}::timestamptz) where account = ${account}`);
}

/** The right password ends the count. */
export async function forgetFailures(database: Queryable, account: string): Promise<void> {
  await database.query(sql`delete from sign_in_attempt where account = ${account}`);
}

/** Removes counts that would start again anyway. */
export async function removeOldAttempts(database: Queryable, now: Date): Promise<void> {
  await database.query(sql`delete from sign_in_attempt where failed_at < ${new Date(now.getTime() - FORGET_AFTER_MS)}`);
}
