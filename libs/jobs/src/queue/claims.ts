import type { Transaction } from '@partner-ordering/data';
import type { Claim, Session } from './worker-session.ts';

/** A job that a worker has taken. */
export interface ClaimedJob extends Claim {
  name: string;
  key: string | null;
  data: unknown;
  /** This one included. */
  attempts: number;
}

/** What a worker takes. */
interface ClaimRequest {
  worker: number;
  /** How many more of each name it may run. */
  places: ReadonlyMap<string, number>;
  now: Date;
  /** How many more of all. */
  limit: number;
}

/** Takes the jobs among the next `limit` due ones that have a place, the longest waiting first. Others may be due behind those without. */
export async function claimJobs(session: Session, { worker, places, now, limit }: ClaimRequest): Promise<ClaimedJob[]> {
  const { rows } = await session.query<ClaimedJob>({
    name: 'claim-jobs',
    text: `
      with due as materialized (
        select id, name, run_at from job where worker is null and given_up_at is null and run_at <= $3 and name = any($2)
        order by run_at, id limit $4 for update skip locked
      ), numbered as (
        select id, name, row_number() over (order by run_at, id) as place, row_number() over (partition by name order by run_at, id) as place_of_name from due
      ), claimed as (
        update job set worker = $1, claim = claim + 1, attempts = attempts + 1, is_added_again = false
        from numbered join unnest($2::text[], $5::int[]) as allowed (name, places) using (name)
        where job.id = numbered.id and place_of_name <= places
        returning job.id, claim, job.name, key, data, attempts, place
      )
      select id, claim, name, key, data, attempts from claimed order by place`,
    values: [worker, [...places.keys()], now, limit, [...places.values()]],
  });
  return rows;
}

/** The job is done: it goes, or waits once more if it was added again while it ran. False when it was freed meanwhile for others. */
export async function finishJob(tx: Transaction, { id, claim }: Claim): Promise<boolean> {
  const values = [id, claim];
  const done = await tx.query({
    text: 'delete from job where id = $1 and claim = $2 and worker is not null and not is_added_again returning id',
    values,
  });
  if (done.length > 0) return true;
  const again = await tx.query({
    text: `update job set worker = null, attempts = 0, is_added_again = false, last_error = null
      where id = $1 and claim = $2 and worker is not null returning id`,
    values,
  });
  return again.length > 0;
}

/** How an attempt ended that did not succeed. */
export interface FailedAttempt extends Claim {
  /** How many attempts count from now on. */
  attempts: number;
  /** What went wrong; null leaves what was known before. */
  error: string | null;
  /** When it is tried again; undefined when the job is given up. */
  retryAt: Date | undefined;
  now: Date;
}

/** Lets a job wait for its next attempt, or gives it up: then it stays, with its last error. One added again meanwhile begins anew. */
export async function releaseJob(session: Session, { id, claim, attempts, error, retryAt, now }: FailedAttempt): Promise<void> {
  await session.query(
    `update job set worker = null, is_added_again = false, last_error = coalesce($3, last_error),
       attempts = case when is_added_again then 0 else $4::int end,
       run_at = case when is_added_again then run_at else coalesce($5::timestamptz, run_at) end,
       given_up_at = case when is_added_again or $5::timestamptz is not null then null else $6::timestamptz end
     where id = $1 and claim = $2 and worker is not null`,
    [id, claim, error, attempts, retryAt ?? null, now],
  );
}
