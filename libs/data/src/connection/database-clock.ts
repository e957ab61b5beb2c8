import { sql, type Sql } from './sql.ts';

interface Queryable {
  query<Row>(statement: Sql): Promise<Row[]>;
}

/** The time of a service. */
export interface Clock {
  (): Date;
  /** Takes the time from the database from now on. Returns the function that ends that. */
  follow?(database: Queryable): Promise<() => void>;
}

const INTERVAL_MS = 10_000;

/**
 * A clock that follows that of its database, so that all instances of a service agree. Until then it has the time of this machine. While
 * the database is away it goes on, by a time that no change of the machine's clock moves.
 */
export function databaseClock(): Clock {
  let offsetMs = Date.now() - performance.now();

  async function measure(database: Queryable): Promise<void> {
    const sentAt = performance.now();
    const [row] = await database.query<{ ms: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`);
    const earliest = row!.ms - performance.now();
    // The database read its clock at some time in between: a slow answer says little, and nothing against what lies within.
    offsetMs = Math.min(Math.max(offsetMs, earliest), row!.ms - sentAt);
  }

  async function follow(database: Queryable): Promise<() => void> {
    await measure(database);
    const timer = setInterval(() => void measure(database).catch(() => undefined), INTERVAL_MS).unref();
    return () => clearInterval(timer);
  }

  return Object.assign(() => new Date(performance.now() + offsetMs), { follow });
}
