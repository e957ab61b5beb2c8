import type { Queryable } from './database.ts';
import { empty, raw, sql, type Sql } from './sql.ts';

/** Few enough to be deleted within a statement's time on a slow disk, with the rows that refer to them. */
const ROWS_AT_ONCE = 1_000;

/** The rows of a table to delete. */
export interface Deletion {
  table: string;
  /** A column with an index, in whose order they are deleted. */
  by: string;
  where: Sql;
}

/**
 * Deletes rows in steps, each a transaction of its own, until none is left, and returns their number. No step reads the index before the
 * last one's end, where deleted rows still are. Skips locked rows. Throws between two steps when `signal` aborts.
 */
export async function deleteInSteps(database: Queryable, { table, by, where }: Deletion, signal?: AbortSignal): Promise<number> {
  const [rows, column] = [raw(table), raw(by)];
  let deleted = 0;
  for (let from: string | undefined; ; signal?.throwIfAborted()) {
    const [step] = await database.query<{ count: number; last: string }>(sql`
      with old as (
        select ctid, ${column} from ${rows} where (${where}) ${from === undefined ? empty : sql`and ${column} >= ${from}`}
        order by ${column} limit ${ROWS_AT_ONCE} for update skip locked
      ), gone as (delete from ${rows} where ctid = any(array(select ctid from old)))
      select count(*)::int as count, max(${column})::text as last from old`);
    deleted += step!.count;
    if (step!.count < ROWS_AT_ONCE) return deleted;
    from = step!.last;
  }
}
