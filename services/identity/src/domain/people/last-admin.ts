import { advisoryLocks, sql, type Queryable } from '@partner-ordering/data';
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';

/** Whether the user is the only admin who may sign in. */
export async function isLastAdmin(tx: Queryable, gid: string): Promise<boolean> {
  await tx.query(sql`select pg_advisory_xact_lock(${advisoryLocks.admins})`);
  return (await tx.query(sql`select from "user" where 'admin' = any(roles) and is_enabled and gid <> ${gid} limit 1`)).length === 0;
}

/** Called before an active admin stops being one: 400 at `path` for the last. */
export async function mustLeaveAdmin(tx: Queryable, gid: string, path: string): Promise<void> {
  if (await isLastAdmin(tx, gid)) throw invalid(faults.last_admin(path));
}
