import type { Ask } from '@partner-ordering/http';
import { sql, type Queryable } from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';
import type { FileRow } from './find-file.ts';

/**
 * Whether a user may read a file. An attached file may be read by those who see one of its holders, which the holder's service is asked
 * each time; any other file by its uploader. Admins read everything.
 */
export async function mayRead(file: FileRow, { user, isAdmin }: Pick<Principal, 'user' | 'isAdmin'>, ask: Ask): Promise<boolean> {
  if (isAdmin) return true;
  if (file.holders.length === 0) return file.uploader === user;
  for (const { service, href } of file.holders) {
    const { visible } = await ask<{ visible: boolean }>(service, `/internal/visible?${new URLSearchParams({ href, user }).toString()}`);
    if (visible) return true;
  }
  return false;
}

/** Whether a user is an admin, by this service's replica. */
export async function isAdmin(database: Queryable, user: string): Promise<boolean> {
  const rows = await database.query(sql`select 1 from shared_state
    where type = 'principal' and key = ${user} and (state->>'is_enabled')::boolean and state->'roles' ? 'admin'`);
  return rows.length > 0;
}
