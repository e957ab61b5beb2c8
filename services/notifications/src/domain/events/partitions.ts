import { isContentionError, raw, sql, type Database, type Queryable } from '@partner-ordering/data';
import { DAY_MS, retry } from '@partner-ordering/kernel';

/** The tables that have a partition for each day. */
export const partitionedTables = ['event'] as const;

/** What is older than so many days is dropped. */
export const KEPT_DAYS = 30;

/** The UTC day of a time, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** @param days negative is before */
export const daysAfter = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY_MS));

/**
 * Makes the partitions of a day in all tables, where they are missing. A partition is made as a table and then attached, which stops
 * neither readers nor writers. Whoever makes one at the same time waits.
 */
export async function makePartitions({ transactional }: Pick<Database, 'transactional'>, day: string): Promise<void> {
  for (const table of partitionedTables) {
    const name = raw(`${table}_${day.replaceAll('-', '')}`);
    await transactional(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('partitions', 0))`);
      const [found] = await tx.query<{ is_there: boolean }>(sql`select to_regclass(${name.sql}) is not null as is_there`);
      if (found!.is_there) return;
      await tx.query(sql`create table ${name} (like ${raw(table)} including all)`);
      const bounds = raw(`('${day}') to ('${daysAfter(day, 1)}')`);
      await tx.query(sql`alter table ${raw(table)} attach partition ${name} for values from ${bounds}`);
    });
  }
}

/** The days that have a partition of a table, in order. */
export async function partitionDays(queryable: Queryable, table: string): Promise<string[]> {
  const rows = await queryable.query<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${table}) order by c.relname`);
  return rows.map(({ name }) => name.slice(-8).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'));
}

/**
 * Drops the partitions of the days before. A drop takes a lock that everybody waits for behind it, so it waits only briefly for that
 * itself, and comes again. Returns how many there were.
 */
export async function dropPartitions(database: Pick<Database, 'query' | 'transactional'>, before: string): Promise<number> {
  let dropped = 0;
  for (const table of partitionedTables)
    for (const day of (await partitionDays(database, table)).filter((each) => each < before)) {
      const drop = (): Promise<void> =>
        database.transactional(async (tx) => {
          await tx.query(sql`set local lock_timeout = '300ms'`);
          await tx.query(sql`drop table if exists ${raw(`${table}_${day.replaceAll('-', '')}`)}`);
        });
      await retry(drop, { isPassing: isContentionError, maxAttempts: 30, pauses: { firstMs: 100, longestMs: 1_000 } });
      dropped++;
    }
  return dropped;
}
