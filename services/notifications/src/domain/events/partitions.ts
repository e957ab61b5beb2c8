import { isContentionError, raw, sql, type Database, type Queryable } from '@partner-ordering/data';
import { DAY_MS, retry } from '@partner-ordering/kernel';

/** What is older than so many days is dropped. */
export const KEPT_DAYS = 30;

/** The UTC day of a time, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** @param days negative is before */
export const daysAfter = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY_MS));

const partitionOf = (day: string) => raw(`event_${day.replaceAll('-', '')}`);

/**
 * Makes the partition of a day, where it is missing: as a table which is then attached, which stops neither readers nor writers. Whoever
 * makes it at the same time waits.
 */
export const makePartition = ({ transactional }: Pick<Database, 'transactional'>, day: string): Promise<void> =>
  transactional(async (tx) => {
    const name = partitionOf(day);
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('partitions', 0))`);
    const [found] = await tx.query<{ is_there: boolean }>(sql`select to_regclass(${name.sql}) is not null as is_there`);
    if (found!.is_there) return;
    await tx.query(sql`create table ${name} (like event including all)`);
    const bounds = raw(`('${day}') to ('${daysAfter(day, 1)}')`);
    await tx.query(sql`alter table event attach partition ${name} for values from ${bounds}`);
  });

/** The days that have a partition, in order. */
export async function partitionDays(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'event'::regclass order by c.relname`);
  return rows.map(({ name }) => name.slice(-8).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'));
}

/**
 * Drops the partitions of the days before. A drop takes a lock that everybody waits for behind it, so it waits only briefly for that
 * itself, and comes again. Returns how many there were.
 */
export async function dropPartitions(database: Pick<Database, 'query' | 'transactional'>, before: string): Promise<number> {
  const old = (await partitionDays(database)).filter((day) => day < before);
  for (const day of old) {
    const drop = (): Promise<void> =>
      database.transactional(async (tx) => {
        await tx.query(sql`set local lock_timeout = '300ms'`);
        await tx.query(sql`drop table if exists ${partitionOf(day)}`);
      });
    await retry(drop, { isPassing: isContentionError, maxAttempts: 30, pauses: { firstMs: 100, longestMs: 1_000 } });
  }
  return old.length;
}
