import { type Database, sql, type Transaction } from '@partner-ordering/data';
import type { Storage } from '../storage/storage.ts';
import { removeUnnamed } from './record-upload.ts';

/** How long an upload that is attached to nothing is kept, from its upload or from the moment it was detached from its last holder. */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000;
const BATCH = 100;

/** Marks those of the files as unused since now that are attached to nothing. Attaching one again removes the mark. */
export async function markUnused(tx: Transaction, paths: readonly string[], now: Date): Promise<void> {
  await tx.query(sql`update file f set unclaimed_since = ${now} where f.path = any(${[...paths]}) and f.unclaimed_since is null
    and not exists (select 1 from file_claim c where c.path = f.path)`);
}

/** Removes the files that have been unused for 7 days, and what was uploaded as long ago and never recorded. */
export async function removeUnused({ database, storage }: { database: Database; storage: Storage }, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_MS);
  let removed: number;
  do {
    removed = await database.transactional(async (tx) => {
      const paths = await deleteUnused(tx, before);
      // Before the commit: after a crash the rows are still there, and the next round removes the rest.
      await Promise.all(paths.flatMap((path) => [storage.remove(path), storage.direct?.discard(path)]));
      return paths.length;
    });
  } while (removed > 0);
  await removeUnnamed({ database, storage }, now);
}

/** Deletes some of the rows and answers their paths. Files that are being attached are locked, and skipped. */
async function deleteUnused(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx.query<{ path: string }>(sql`delete from file where path in (
    select path from file where unclaimed_since < ${before} order by unclaimed_since limit ${BATCH} for update skip locked) returning path`);
  return rows.map(({ path }) => path);
}
