import { defineEntity, p } from '@mikro-orm/postgresql';
import { sql, type Queryable, type Sql } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { lockedAccount, type Account } from '../account.ts';
import { newSecret, sha256 } from '../secret.ts';

export const LIFETIME_MS = 12 * 3600 * 1000;
/** The session ends without a use for this time. */
export const IDLE_MS = 2 * 3600 * 1000;
/** A use is written at most this often. */
const WRITTEN_EVERY_MS = 60_000;
const USER_AGENT_LENGTH = 256;

export const BrowserSessionSchema = defineEntity({
  name: 'BrowserSession',
  tableName: 'browser_session',
  properties: {
    /** SHA-256 of the secret in the browser's cookie, in hexadecimal. */
    hash: p.text().primary(),
    /** The `sid` of the tokens that the gateway gets for the session. */
    sid: p.uuid(),
    userGid: p.uuid(),
    /** The latest end of the session. */
    endsAt: p.datetime(),
    usedAt: p.datetime(),
    /** The network of the sign-in; null if unknown. */
    network: p.text().strictNullable(),
    /** The beginning of the header `User-Agent` at the sign-in; null without one. */
    userAgent: p.text().strictNullable(),
  },
});

/** A person's sign-in in a browser. Its row is deleted when it ends. */
export class BrowserSession extends BrowserSessionSchema.class {}
BrowserSessionSchema.setClass(BrowserSession);

const earlier = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
const hasSecret = (secret: string): Sql => sql`hash = ${sha256(secret)}`;
export const isAlive = (now: Date): Sql => sql`ends_at > ${now} and used_at > ${earlier(now, IDLE_MS)}`;

type SignIn = Pick<BrowserSession, 'userGid' | 'network' | 'userAgent'>;

/** Signs in a person, whose account is locked, for 12 hours. Returns the secret for the browser; the row has its hash. */
export async function beginBrowserSession(tx: Queryable, { userGid, network, userAgent }: SignIn, now: Date): Promise<string> {
  const secret = newSecret();
  const endsAt = new Date(now.getTime() + LIFETIME_MS);
  await tx.query(sql`
    insert into browser_session (hash, sid, user_gid, ends_at, used_at, network, user_agent)
    values (${sha256(secret)}, ${newGid()}, ${userGid}, ${endsAt}, ${now}, ${network}, left(${userAgent}, ${USER_AGENT_LENGTH}))`);
  return secret;
}

/** The account that is signed in in the browser with this secret, locked as by `lockedAccount`. */
export async function signedInAccount(tx: Queryable, secret: string, now: Date): Promise<Account | undefined> {
  const readSession = (lock: Sql) =>
    tx.query<{ userGid: string }>(sql`
      select user_gid as "userGid" from browser_session where ${hasSecret(secret)} and ${isAlive(now)} ${lock}`);
  const [session] = await readSession(sql``);
  const account = session && (await lockedAccount(tx, session.userGid));
  if (!account) return undefined;
  await recordUse(tx, secret, now);
  // The session may have ended since. Any later end finds the code of this transaction.
  return (await readSession(sql`for share`)).length > 0 ? account : undefined;
}

/** The user and session for a token of the browser with this secret; undefined unless an enabled user is signed in there. */
export async function useBrowserSession(
  database: Queryable,
  secret: string,
  now: Date,
): Promise<{ user: string; session: string } | undefined> {
  await recordUse(database, secret, now);
  // If the session ends during this statement, its token is revoked with it.
  const [session] = await database.query<{ user: string; session: string }>(sql`
    select u.gid as "user", sid as session from browser_session join "user" u on u.gid = user_gid
    where ${hasSecret(secret)} and ${isAlive(now)} and u.is_enabled`);
  return session;
}

/** Writes before any lock for share, as two requests could not both upgrade that lock. */
const recordUse = (database: Queryable, secret: string, now: Date): Promise<unknown> =>
  database.query(sql`
    update browser_session set used_at = ${now}
    where ${hasSecret(secret)} and ${isAlive(now)} and used_at <= ${earlier(now, WRITTEN_EVERY_MS)}`);

/** Signs out a person in all browsers except that of the session `except`. Returns the sessions of the tokens to revoke. */
export const endBrowserSessionsOf = (tx: Queryable, userGid: string, except: string | null = null): Promise<string[]> =>
  endBrowserSessions(tx, sql`user_gid = ${userGid} and sid is distinct from ${except}::uuid`);

/** Signs out the browser with this secret. Returns the session of the tokens to revoke. */
export const endBrowserSession = (tx: Queryable, secret: string): Promise<string[]> => endBrowserSessions(tx, hasSecret(secret));

/** Ends browser sessions; revoke the returned ones in the same transaction, after all row locks. */
export async function endBrowserSessions(tx: Queryable, condition: Sql): Promise<string[]> {
  const ended = await tx.query<{ sid: string }>(sql`delete from browser_session where ${condition} returning sid`);
  return ended.map(({ sid }) => sid);
}
