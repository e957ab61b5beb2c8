import { sql, type Transaction } from '@partner-ordering/data';

/** Keys of advisory locks are this number and a path. */
const LOCK = 2;

/** Until the end of the transaction nobody else records a file under these paths, or removes one that is not recorded. */
export async function lockPaths(tx: Transaction, paths: readonly string[]): Promise<void> {
  // All lock in the same order, so there is no deadlock.
  await tx.query(sql`select pg_advisory_xact_lock(lock)
    from (select distinct hashtextextended(path, ${LOCK}) as lock from unnest(${[...paths]}::text[]) as path order by 1) as ordered`);
}

/** The same for one path. */
export const lockPath = (tx: Transaction, path: string): Promise<void> => lockPaths(tx, [path]);
