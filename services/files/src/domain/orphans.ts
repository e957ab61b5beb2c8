import { sql, type Database } from '@partner-ordering/data';
import type { Storage } from '../storage/storage.ts';
import type { Holders } from './holders.ts';
import { lockPath } from './path-lock.ts';

interface StoredParts {
  database: Database;
  storage: Storage;
}

/** Whatever stores a file has recorded it by then, or never will. */
const GRACE_MS = 24 * 60 * 60 * 1000;

/**
 * Removes stored files that no row names, and answers how many: a process was killed before it committed, or a file was removed while its
 * upload was being kept. What is older than the database stays: it is not this database's bucket or folder, or its rows were lost. What a service
 * holds stays too: its row was lost, in a restore of this database. Rejects when a service is silent.
 */
export async function removeOrphans(
  { database, storage, holders }: StoredParts & { holders: Pick<Holders, 'held'> },
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<number> {
  let removed = 0;
  const period = { since: await createdAt(database), before: new Date(now.getTime() - GRACE_MS) };
  for await (const paths of storage.storedIn(period))
    for (const path of await unheld(holders, await withoutRow(database, paths))) {
      signal.throwIfAborted();
      if (await removeOrphan({ database, storage }, path)) removed++;
    }
  return removed;
}

/** When the first tables were made. */
async function createdAt(database: Database): Promise<Date> {
  const [first] = await database.query<{ at: string }>(sql`select min(executed_at)::text as at from mikro_orm_migrations`);
  return new Date(first!.at);
}

async function withoutRow(database: Database, paths: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ path: string }>(sql`select path from unnest(${[...paths]}::text[]) path
    where not exists (select 1 from file where file.path = path.path)`);
  return rows.map(({ path }) => path);
}

/** Services answer about so many files at once. */
const ASKED_AT_ONCE = 500;

async function unheld(holders: Pick<Holders, 'held'>, paths: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (let start = 0; start < paths.length; start += ASKED_AT_ONCE)
    for (const [path, { held }] of await holders.held(paths.slice(start, start + ASKED_AT_ONCE))) if (!held) left.push(path);
  return left;
}

/** Removes a stored file unless a row names it; nobody records one under its path meanwhile. Answers whether it was removed. */
export function removeOrphan({ database, storage }: StoredParts, path: string): Promise<boolean> {
  return database.transactional(async (tx) => {
    await lockPath(tx, path);
    if ((await tx.query(sql`select 1 from file where path = ${path}`)).length > 0) return false;
    await storage.remove(path);
    return true;
  });
}
