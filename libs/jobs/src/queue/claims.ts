import type { Transaction } from '@partner-ordering/data';
import type { Claim, Session } from './worker-session.ts';

/** A job that a worker has taken. */
export interface ClaimedJob extends Claim {
  name: string;
  key: string | null;
  data: unknown;
  /** This one included. */
  attempts: number;
  /** Whether a worker died, or lost its connection, during an attempt. */
  hasLostWorker: boolean;
}

/** What a worker takes. */
interface ClaimRequest {
  worker: number;
  /** How many more jobs of each name it may run. */
  places: ReadonlyMap<string, number>;
  now: Date;
  /** How many more of all names. */
  limit: number;
}

// Only what is taken is locked, except for jobs whose name has no place left.
const CLAIM_SQL = `
  with due as materialized (
    select id, name, run_at from job
    where worker is null and given_up_at is null and run_at <= $3 and name = any($2) order by run_at, id limit $5 for update skip locked
  ), numbered as (
    select *, row_number() over (partition by name order by run_at, id) as nth from due
  ), taken as materialized (
    select id, run_at as due_at from numbered join unnest($2::text[], $4::int[]) as allowed (name, places) using (name) where nth <= places
  ), claimed as (
    update job set worker = $1, claim = claim + 1, attempts = attempts + 1, is_added_again = false
    from taken where job.id = taken.id
    returning job.id, claim, name, key, data, attempts, has_lost_worker, due_at
  )
  select id, claim, name, key, data, attempts, has_lost_worker as "hasLostWorker" from claimed order by due_at, id`;

/** Takes up to `limit` due jobs, the longest waiting first, and of a name as many as have a place. Others may be due behind them. */
export async function claimJobs(session: Session, { worker, places, now, limit }: ClaimRequest): Promise<ClaimedJob[]> {
  const { rows } = await session.query<ClaimedJob>({
    name: 'claim-jobs',
    text: CLAIM_SQL,
    values: [worker, [...places.keys()], now, [...places.values()], limit],
  });
  return rows;
}

/** The job is done: it goes, or waits once more if it was added again while it ran. False when it was freed meanwhile for others. */
export async function finishJob(tx: Transaction, { id, claim }: Claim): Promise<boolean> {
  const isMine = 'where id = $1 and claim = $2 and worker is not null';
  const values = [id, claim];
  const done = await tx.query({ text: `delete from job ${isMine} and not is_added_again returning id`, values });
  if (done.length > 0) return true;
  const again = await tx.query({
    text: `update job set worker = null, attempts = 0, has_lost_worker = false, is_added_again = false, last_error = null ${isMine} returning id`,
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
  /** It waits where it stood, before those that became due after it. Otherwise it waits behind all that are due at `retryAt`. */
  keepsPlace?: true;
  now: Date;
}

/** Lets a job wait for its next attempt, or gives it up: then it stays, with its last error. One added again meanwhile begins anew. */
export async function releaseJob(session: Session, failed: FailedAttempt): Promise<void> {
  const { id, claim, attempts, error, retryAt, keepsPlace = false, now } = failed;
  await session.query(
    `update job set worker = null, is_added_again = false, last_error = coalesce($3, last_error),
       attempts = case when is_added_again then 0 else $4::int end, has_lost_worker = has_lost_worker and not is_added_again,
       run_at = case when is_added_again or $7 then run_at else coalesce($5::timestamptz, run_at) end,
       given_up_at = case when is_added_again or $5::timestamptz is not null then null else $6::timestamptz end
     where id = $1 and claim = $2 and worker is not null`,
    [id, claim, error, attempts, retryAt ?? null, now, keepsPlace],
  );
}
