import { sql, type Queryable } from '@partner-ordering/data';
import { unavailable, type Principal } from '@partner-ordering/kernel';
import type { Neighbours } from '@partner-ordering/neighbours';
import type { FileRow } from './find-file.ts';

/** What a service with holders of files answers. */
export type Holding = Neighbours<'files'>['ordering'];

/** The service that an attachment names. Throws `unavailable` for one that cannot be asked. */
export function holdingService({ ordering, billing }: Neighbours<'files'>, name: string): Holding {
  const found = new Map<string, Holding>(Object.entries({ ordering, billing })).get(name);
  if (!found) throw unavailable(new Error(`files cannot ask ${name} about holders`));
  return found;
}

/**
 * Whether a user may read a file. An attached file may be read by those who see one of its holders, which the holder's service is asked
 * each time; any other file by its uploader. Admins read everything.
 */
export async function mayRead(
  file: FileRow,
  { user, isAdmin }: Pick<Principal, 'user' | 'isAdmin'>,
  neighbours: Neighbours<'files'>,
): Promise<boolean> {
  if (isAdmin) return true;
  if (file.holders.length === 0) return file.uploader === user;
  for (const { service, href } of file.holders) {
    const { visible } = await holdingService(neighbours, service).getVisibility({ href, user });
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
