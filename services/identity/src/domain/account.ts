import { sql, type Queryable, type Sql } from '@partner-ordering/data';
import { sessionsLock } from './enabled-application.ts';

/** A user for a sign-in. */
export interface Account {
  gid: string;
  email: string;
  /** argon2id in PHC format; null = no password set yet. */
  passwordHash: string | null;
  isEnabled: boolean;
  /** Gids of organizations. */
  memberOf: string[];
}

/** Finds an account by a typed user name. */
export function accountByEmail(database: Queryable, email: string): Promise<Account | undefined> {
  return account(database, sql`lower(u.email) = lower(${normalizedName(email)})`, sql``);
}

/** Finds an account by a typed name, with a key for all spellings: the gid, or a hash, since an unknown name may be a password. */
export async function namedAccount(database: Queryable, name: string): Promise<{ key: string; account: Account | undefined }> {
  const normalized = normalizedName(name);
  const [found, [hashed]] = await Promise.all([
    accountByEmail(database, name),
    database.query<{ key: string }>(sql`select encode(sha256(convert_to(lower(${normalized}), 'UTF8')), 'hex') as key`),
  ]);
  return { key: found?.gid ?? hashed!.key, account: found };
}

/** Whether an account other than this one has the address; upper and lower case are the same. */
export async function isAddressTaken(database: Queryable, email: string, except: string | null): Promise<boolean> {
  const rows = await database.query(sql`select from "user" where lower(email) = lower(${email}) and gid is distinct from ${except}::uuid`);
  return rows.length > 0;
}

/** Whether there is an admin, or ever was one: the application that is made with the first stays when the people go. */
export async function hadAdmin(database: Queryable, clientId: string): Promise<boolean> {
  const rows = await database.query(sql`
    select from application where client_id = ${clientId} union all select from "user" where 'admin' = any(roles) limit 1`);
  return rows.length > 0;
}

/** Whether all organizations of a user are test organizations, of which there is at least one; never for admins. */
export async function isTester(database: Queryable, gid: string): Promise<boolean> {
  const [row] = await database.query<{ isTester: boolean | null }>(sql`
    select bool_and(o.test and not 'admin' = any(u.roles)) as "isTester"
    from "user" u join membership m on m.user_gid = u.gid join organization o on o.gid = m.organization_gid where u.gid = ${gid}`);
  return row?.isTester === true;
}

const normalizedName = (name: string): string => name.normalize('NFC').trim();

/** Locks an account: until the commit it keeps its password and stays enabled, so no new session escapes a revocation. */
export function lockedAccount(tx: Queryable, gid: string): Promise<Account | undefined> {
  return account(tx, sql`u.gid = ${gid}`, sql`for share of u`);
}

/** `lockedAccount` for a new session, and after it the lock of the application's sessions (see `sessionsLock`), in one statement. */
export async function accountForSession(tx: Queryable, gid: string, application: string): Promise<Account | undefined> {
  const [row] = await tx.query<Account>(sql`
    with account as materialized (${accountSql(sql`u.gid = ${gid}`, sql`for share of u`)}),
      locked as materialized (select ${sessionsLock(application)} from account)
    select account.* from account, locked`);
  return row;
}

async function account(database: Queryable, condition: Sql, lock: Sql): Promise<Account | undefined> {
  const [row] = await database.query<Account>(accountSql(condition, lock));
  return row;
}

const accountSql = (condition: Sql, lock: Sql): Sql => sql`
  select u.gid, u.email, u.password_hash as "passwordHash", u.is_enabled as "isEnabled",
    array(select m.organization_gid::text from membership m where m.user_gid = u.gid) as "memberOf"
  from "user" u where ${condition} ${lock}`;
