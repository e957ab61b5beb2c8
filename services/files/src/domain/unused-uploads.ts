import { type Database, sql, type Transaction } from '@partner-ordering/data';
import { nextCheck, retentionEnd } from './file.ts';
import type { HolderLookup, AttachmentStatus } from './holders.ts';
import type { StoredParts } from './parts.ts';
import { removeUnnamed } from './record-upload.ts';

const BATCH = 100;

/**
 * Removes files that were attached to nothing for 7 days, and unrecorded uploads of the same age. Rejects and removes no file if a service
 * that may hold files is silent. Stops between two batches when `signal` aborts.
 */
export async function removeUnused(
  { database, storage, holders }: StoredParts & { holders: Pick<HolderLookup, 'held'> },
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const due = await duePaths(database, now);
    if (due.length === 0) break;
    const held = await holders.held(due);
    await database.transactional(async (tx) => {
      const unused = await lockUnused(tx, held, now);
      // The bytes go before the rows: after a crash the rows still exist, and the next run removes the rest. Counts are locked only then.
      await Promise.all(unused.flatMap((path) => [storage.remove(path), storage.direct?.discard(path)]));
      await tx.query(sql`delete from file where path = any(${unused})`);
    });
  }
  await removeUnnamed({ database, storage }, now);
}

/** The files to ask about next. Leaves out locked ones, about which each batch would ask again. */
async function duePaths(database: Database, now: Date): Promise<string[]> {
  const rows = await database.query<{ path: string }>(
    sql`select path from file where kept_until < ${now} order by kept_until limit ${BATCH} for update skip locked`,
  );
  return rows.map(({ path }) => path);
}

/** Locks the rows of unused files and answers their paths; sets `kept_until` of the others. */
async function lockUnused(tx: Transaction, held: ReadonlyMap<string, AttachmentStatus>, now: Date): Promise<string[]> {
  // Skips rows that another instance works on, and documents that are being stored again.
  const due = await tx.query<{ path: string }>(sql`select path from file
    where path = any(${[...held.keys()]}) and kept_until < ${now} order by path for update skip locked`);
  const ends = new Map(due.map(({ path }) => [path, retentionEndOf(held.get(path)!, now)]));
  const kept = [...ends].filter(([, at]) => at > now);
  await tx.query(sql`update file f set kept_until = k.until
    from unnest(${kept.map(([path]) => path)}::text[], ${kept.map(([, at]) => at.toISOString())}::timestamptz[]) as k (path, until)
    where f.path = k.path`);
  return [...ends].filter(([, at]) => at <= now).map(([path]) => path);
}

/** The end of a file's time. A file that was never detached is unused since its upload. */
function retentionEndOf({ held, endedAt }: AttachmentStatus, now: Date): Date {
  if (held) return nextCheck(now);
  return endedAt === null ? now : retentionEnd(endedAt);
}
