import { deleteInSteps, sql, type Queryable } from '@partner-ordering/data';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

/** A limit in a fixed window. */
export interface RateLimit {
  /** Begins the keys of its rows. */
  keyPrefix: string;
  points: number;
  /** Length of the window in seconds. */
  duration: number;
}

/** A limit that all instances count together, in `rate_limit`. A rollback undoes what it counted in a transaction. */
export function rateLimiter(queryable: Queryable, limit: RateLimit): RateLimiterPostgres {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await queryable.query({ text, values });
      return { rows, rowCount: rows.length };
    },
  };
  const store = { storeClient, storeType: 'client', tableName: 'rate_limit', tableCreated: true, clearExpiredByTimeout: false };
  return new RateLimiterPostgres({ ...store, ...limit });
}

/** Removes one point of a row. `reward` would leave rows at 0, and begin a window below it once the old one is over. */
export async function removePoint(database: Queryable, key: string): Promise<void> {
  await database.query(sql`
    merge into rate_limit using (select ${key}::text as key) as counted on rate_limit.key = counted.key
    when matched and (points <= 1 or expire <= ${Date.now()}) then delete
    when matched then update set points = points - 1`);
}

/** Removes expired counts. */
export async function removeOldRateLimits(database: Queryable, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  await deleteInSteps(database, { table: 'rate_limit', by: 'expire', where: sql`expire < ${now.getTime()}` }, signal);
}
