import type { Queryable } from '@partner-ordering/data';

/** The jobs of one name in a service's queue. */
export interface JobBacklog {
  name: string;
  /** Due jobs that wait for a worker; at most 10,000, as the next two. */
  due: number;
  /** Jobs whose last attempt failed and that are tried again. */
  failing: number;
  givenUp: number;
  /** Wait of the oldest due job in ms; 0 without one. */
  oldestMs: number;
}

const MAX_COUNT = 10_000;

/** Counts the queue by name, for metrics. It steps from one name to the next by index, so a long queue costs no more than a short one. */
export function readBacklog(database: Queryable, now: Date): Promise<JobBacklog[]> {
  // In the order of an index, so that the whole table is never the cheaper plan.
  const count = (condition: string): string => `(select count(*)::int from (select from job
    where name = named.name and ${condition} order by run_at limit ${MAX_COUNT}) as counted)`;
  const isDue = 'given_up_at is null and leased_until is null and run_at <= $1';
  return database.query<JobBacklog>({
    text: `
      with recursive named as (
        (select name from job order by name limit 1)
        union all
        select next.name from named cross join lateral (select name from job where name > named.name order by name limit 1) as next
      )
      select name, ${count(isDue)} as due, ${count('last_error is not null and given_up_at is null')} as failing,
        ${count('given_up_at is not null')} as "givenUp",
        coalesce(extract(epoch from $1 - (select run_at from job where name = named.name and ${isDue} order by run_at limit 1)) * 1000, 0)::float8
          as "oldestMs"
      from named`,
    values: [now],
  });
}

/** A waiting or running job. */
interface QueuedJob {
  runAt: Date;
  /** Whether an attempt has failed already. */
  hasFailed: boolean;
  data: unknown;
}

/** The job with a name and key; undefined if missing or given up. */
export async function findJob(database: Queryable, name: string, key: string): Promise<QueuedJob | undefined> {
  const [row] = await database.query<{ runAt: string; hasFailed: boolean; data: unknown }>({
    text: `select run_at::text as "runAt", last_error is not null as "hasFailed", data from job where name = $1 and key = $2 and given_up_at is null`,
    values: [name, key],
  });
  return row && { ...row, runAt: new Date(row.runAt) };
}

/** Number of waiting and running jobs of a name. */
interface QueueLength {
  all: number;
  /** Jobs whose data contain the given fields. */
  alike: number;
  /** When the last of these is due; null without one. */
  alikeUntil: Date | null;
}

/** Measures the queue of a name, to bound jobs that clients cause. `data`: some fields of a job's data. */
export async function queueLength(database: Queryable, name: string, data: object): Promise<QueueLength> {
  const [row] = await database.query<Omit<QueueLength, 'alikeUntil'> & { alikeUntil: string | null }>({
    text: `
      select count(*)::int as all, (count(*) filter (where data @> $2))::int as alike, (max(run_at) filter (where data @> $2))::text as "alikeUntil"
      from job where name = $1 and given_up_at is null`,
    values: [name, JSON.stringify(data)],
  });
  const { all, alike, alikeUntil } = row!;
  return { all, alike, alikeUntil: alikeUntil === null ? null : new Date(alikeUntil) };
}

/** Restarts all jobs that were given up; returns their number. A running worker finds them at its next poll. */
export async function retryGivenUp(database: Queryable, now: Date): Promise<number> {
  const rows = await database.query({
    text: 'update job set given_up_at = null, attempts = 0, has_lost_worker = false, run_at = $1 where given_up_at is not null returning id',
    values: [now],
  });
  return rows.length;
}
