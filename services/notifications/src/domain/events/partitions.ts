import { raw, sql, type Database } from '@partner-ordering/data';

/** The tables that have a partition for each day. */
export const partitionedTables = ['event', 'delivery', 'delivery_attempt'] as const;

/** What is older than so many days is dropped. */
export const KEPT_DAYS = 30;

/** The UTC day of a time, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** @param days negative is before */
export const daysAfter = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * 86_400_000));

/**
 * Makes the partitions of a day in all tables, where they are missing. A partition is made as a table and then attached, which stops neither readers nor writers. Whoever makes one at the same
 * time waits.
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
