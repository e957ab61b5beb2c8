import type { Queryable } from '@partner-ordering/data';

/** What stands in a service's queue under one name. */
export interface JobBacklog {
  name: string;
  /** Jobs that are due and wait for a worker. */
  due: number;
  running: number;
  givenUp: number;
  /** How long the oldest due job has been waiting, in ms; 0 when none is. */
  oldestMs: number;
}

/** What stands in the queue, by name, for metrics. Reads the whole table, which is small while work keeps up. */
export function readBacklog(database: Queryable, now: Date): Promise<JobBacklog[]> {
  return database.query<JobBacklog>({
    text: `
      select name,
        (count(*) filter (where is_due))::int as due,
        (count(*) filter (where worker is not null))::int as running,
        (count(*) filter (where given_up_at is not null))::int as "givenUp",
        coalesce(extract(epoch from $1 - min(run_at) filter (where is_due)) * 1000, 0)::float8 as "oldestMs"
      from (select *, worker is null and given_up_at is null and run_at <= $1 as is_due from job) as queued
      group by name order by name`,
    values: [now],
  });
}

/** Lets all jobs that were given up begin anew. Returns how many they were; a running worker finds them at its next poll. */
export async function retryGivenUp(database: Queryable, now: Date): Promise<number> {
  const rows = await database.query({
    text: 'update job set given_up_at = null, attempts = 0, run_at = $1 where given_up_at is not null returning id',
    values: [now],
  });
  return rows.length;
}
