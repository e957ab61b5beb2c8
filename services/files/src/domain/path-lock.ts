import { sql, type Transaction } from '@partner-ordering/data';

/** Keys of advisory locks are this number and a path. */
const LOCK = 2;

/** Until the end of the transaction nobody else records a file under this path, or removes one that is not recorded. */
export async function lockPath(tx: Transaction, path: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${path}, ${LOCK}))`);
}
