import { sql, type Transaction } from '@partner-ordering/data';
import { markUnused } from './unused-uploads.ts';

/** Files that a service attaches to one of its resources, or detaches from it. The table `file_claim` has a row per attachment. */
export interface Attachment {
  service: string;
  /** Path of the resource; `{path}` in it stands for the path of each file. */
  holder: string;
  paths: readonly string[];
}

/**
 * Attaches files to a resource, which may not be committed yet. Doing it again changes nothing. Answers false, and changes nothing, when
 * one of the files is gone.
 */
export async function attach(tx: Transaction, { service, holder, paths }: Attachment, now: Date): Promise<boolean> {
  const found = await lockFiles(tx, paths);
  if (found < paths.length) return false;
  await tx.query(sql`insert into file_claim (path, service, holder, claimed_at)
    select path, ${service}, replace(${holder}, '{path}', path), ${now} from unnest(${[...paths]}::text[]) path
    on conflict (path, service, holder) do update set claimed_at = excluded.claimed_at where not file_claim.is_confirmed`);
  await tx.query(sql`update file set unclaimed_since = null where path = any(${[...paths]}) and unclaimed_since is not null`);
  return true;
}

/** Detaches files from a resource. A file that is then attached to nothing is unused. */
export async function detach(tx: Transaction, { service, holder, paths }: Attachment, now: Date): Promise<void> {
  await lockFiles(tx, paths);
  await tx.query(sql`delete from file_claim where path = any(${[...paths]}) and service = ${service}
    and holder = replace(${holder}, '{path}', path)`);
  await markUnused(tx, paths, now);
}

/**
 * Locks files in the order of their paths, so that two transactions that lock the same files do not block each other. Answers how many
 * exist.
 */
export async function lockFiles(tx: Transaction, paths: readonly string[]): Promise<number> {
  return (await tx.query(sql`select path from file where path = any(${[...paths]}) order by path for no key update`)).length;
}
