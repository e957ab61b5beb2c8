import { sql, type Queryable, type Sql } from '@partner-ordering/data';
import { lockedAccount, type Account } from '../account.ts';
import { newSecret, sha256 } from '../secret.ts';

const LIFETIME_MS = 12 * 3600 * 1000;

/** Signs a person, whose account is locked, in for 12 hours. Returns the secret that the browser keeps; the row has its hash. */
export async function beginBrowserSession(tx: Queryable, userGid: string, now: Date): Promise<string> {
  const secret = newSecret();
  await tx.query(sql`
    insert into browser_session (hash, user_gid, ends_at)
    values (${sha256(secret)}, ${userGid}, ${new Date(now.getTime() + LIFETIME_MS)})`);
  return secret;
}

/** Whoever is signed in in the browser that has this secret; the account is locked as by `lockedAccount`. */
export async function signedInAccount(tx: Queryable, secret: string, now: Date): Promise<Account | undefined> {
  const living = (lock: Sql) =>
    tx.query<{ userGid: string }>(sql`
      select user_gid as "userGid" from browser_session where hash = ${sha256(secret)} and ends_at > ${now} ${lock}`);
  const [session] = await living(sql``);
  const account = session && (await lockedAccount(tx, session.userGid));
  // It may have ended meanwhile. Whatever ends it from now on finds the code of this transaction.
  return account && (await living(sql`for share`)).length > 0 ? account : undefined;
}

/** Signs a person out in all browsers. */
export async function endBrowserSessionsOf(tx: Queryable, userGid: string): Promise<void> {
  await tx.query(sql`delete from browser_session where user_gid = ${userGid}`);
}

/** Signs out whoever is signed in in the browser that has this secret. */
export async function endBrowserSession(database: Queryable, secret: string): Promise<void> {
  await database.query(sql`delete from browser_session where hash = ${sha256(secret)}`);
}
