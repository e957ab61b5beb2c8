import { sql, type Queryable } from '@partner-ordering/data';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

/** What counts in a fixed window. */
export interface RateLimit {
  /** Begins the keys of its rows. */
  keyPrefix: string;
  points: number;
  /** Length of the window in seconds. */
  duration: number;
}

/** A limit that all instances count together, in `rate_limit`. What it counts through a transaction is gone when that is rolled back. */
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

/** Removes counts that are over. */
export async function removeOldRateLimits(database: Queryable, now: Date): Promise<void> {
  await database.query(sql`delete from rate_limit where expire < ${now.getTime()}`);
}
