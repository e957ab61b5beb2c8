import { advisoryLockClasses, sql, type Queryable, type Sql } from '@partner-ordering/data';

/** Waits for the end of an application's sessions. Read in a later statement whether it is enabled: that one sees what was committed. */
export const sessionsLock = (gid: string): Sql => sql`pg_advisory_xact_lock_shared(${advisoryLockClasses.applications}, hashtext(${gid}))`;

/** Whether an application is enabled. If so it stays so until the transaction ends: no new session can escape the end of its sessions. */
export async function staysEnabled(tx: Queryable, gid: string): Promise<boolean> {
  await tx.query(sql`select ${sessionsLock(gid)}`);
  const [row] = await tx.query<{ is_enabled: boolean }>(sql`select is_enabled from application where gid = ${gid}`);
  return row?.is_enabled === true;
}

/** Waits for the sessions that are being started through an application, and keeps others waiting until the transaction ends. */
export async function lockApplication(tx: Queryable, gid: string | Sql): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${advisoryLockClasses.applications}, hashtext(${gid}::text))`);
}
