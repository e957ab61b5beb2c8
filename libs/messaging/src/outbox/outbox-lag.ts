import type { Queryable } from '@partner-ordering/data';

/** The events that wait for the relay: the age of the oldest in milliseconds, and their number, counted up to 10,000. Zeros for none. */
export interface OutboxLag {
  oldestMs: number;
  events: number;
}

/** Read from the table, so that every instance says the same, whichever relays. */
export async function readOutboxLag(database: Queryable): Promise<OutboxLag> {
  const [lag] = await database.query<OutboxLag>({
    text: `select greatest(0, extract(epoch from clock_timestamp() - oldest.created_at) * 1000)::float8 as "oldestMs",
             (select count(*) from (select from outbox limit 10000) as counted)::int as events
           from (select created_at from outbox order by id limit 1) as oldest`,
    values: [],
  });
  return lag ?? { oldestMs: 0, events: 0 };
}
