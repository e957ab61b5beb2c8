import { sql, type Database } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';
import type { HolderLookup } from './holders.ts';
import type { StoredParts } from './parts.ts';
import { lockPath } from './file.ts';

/** After this time, the process that stored a file has recorded it, or never will. */
const GRACE_MS = DAY_MS;

/** The outcome of a run over stored files without a row. */
export interface Orphans {
  removed: number;
  /** Paths of files that a service holds. They cannot be read. */
  held: string[];
}

/**
 * Removes stored files without a row, left by a killed process or by a removal during the copy of an upload. Keeps files older than the
 * database, which may be the wrong one, and held files, whose row a restore lost. Rejects if a service is silent.
 */
export async function removeOrphans(
  { database, storage, holders }: StoredParts & { holders: Pick<HolderLookup, 'held'> },
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Orphans> {
  const orphans: Orphans = { removed: 0, held: [] };
  const period = { since: await createdAt(database), before: new Date(now.getTime() - GRACE_MS) };
  for await (const stored of storage.storedIn(period)) {
    const paths = await withoutRow(database, stored);
    for (const [path, { held }] of paths.length > 0 ? await holders.held(paths) : []) {
      signal.throwIfAborted();
      if (held) orphans.held.push(path);
      else if (await removeOrphan({ database, storage }, path)) orphans.removed++;
    }
  }
  return orphans;
}

/** The time of the first migration. */
async function createdAt(database: Database): Promise<Date> {
  const [first] = await database.query<{ at: string }>(sql`select min(executed_at)::text as at from mikro_orm_migrations`);
  return new Date(first!.at);
}

async function withoutRow(database: Database, paths: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ path: string }>(sql`select path from unnest(${[...paths]}::text[]) path
    where not exists (select 1 from file where file.path = path.path)`);
  return rows.map(({ path }) => path);
}

/** Removes a stored file unless a row names it. The lock keeps others from recording the path. Answers whether it was removed. */
export function removeOrphan({ database, storage }: StoredParts, path: string): Promise<boolean> {
  return database.transactional(async (tx) => {
    await lockPath(tx, path);
    if ((await tx.query(sql`select 1 from file where path = ${path}`)).length > 0) return false;
    await storage.remove(path);
    return true;
  });
}
