import { sql } from '@partner-ordering/data';
import type { Queryable, Sql } from '@partner-ordering/data';

/** What a sign-in needs to know about a user. */
export interface Account {
  gid: string;
  /** argon2id in PHC format; null = no password set yet. */
  passwordHash: string | null;
  isEnabled: boolean;
  /** Gids of organizations. */
  memberOf: string[];
}

interface AccountRow {
  gid: string;
  password_hash: string | null;
  is_enabled: boolean;
  member_of: string[];
}

/** Finds an account by what a person types as user name. */
export function accountByEmail(database: Queryable, email: string): Promise<Account | undefined> {
  return account(database, sql`lower(u.email) = lower(${email.normalize('NFC').trim()})`, sql``);
}

/**
 * Reads and locks an account. Until the transaction ends it cannot be disabled and its password cannot be changed, so no new session
 * can escape a revocation.
 */
export function lockedAccount(tx: Queryable, gid: string): Promise<Account | undefined> {
  return account(tx, sql`u.gid = ${gid}`, sql`for share of u`);
}

async function account(database: Queryable, which: Sql, lock: Sql): Promise<Account | undefined> {
  const rows = await database.query<AccountRow>(sql`
    select u.gid, u.password_hash, u.is_enabled,
      array(select m.organization_gid::text from membership m where m.user_gid = u.gid) as member_of
    from "user" u where ${which} ${lock}`);
  const row = rows[0];
  if (row === undefined) return undefined;
  return { gid: row.gid, passwordHash: row.password_hash, isEnabled: row.is_enabled, memberOf: row.member_of };
}
