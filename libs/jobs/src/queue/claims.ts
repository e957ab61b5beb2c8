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

/** What may be taken of a name. */
export interface Places {
  /** How many more runs there may be. */
  runs: number;
  /** How many jobs one run takes; of those that were tried before, one. */
  together: number;
}

/** What a worker takes. */
interface ClaimRequest {
  worker: number;
  places: ReadonlyMap<string, Places>;
  now: Date;
  /** How many more runs of all names. */
  limit: number;
}

/**
 * Takes due jobs for `limit` runs, the longest waiting first, and answers the jobs of each run. It looks at as many jobs as these runs may
 * take: others may be due behind those without a place.
 */
export async function claimJobs(session: Session, { worker, places, now, limit }: ClaimRequest): Promise<ClaimedJob[][]> {
  const all = [...places.values()];
  const { rows } = await session.query<ClaimedJob & { run: string }>({
    name: 'claim-jobs',
    text: `
      with due as materialized (
        select id, name, run_at, attempts > 0 as is_alone from job
        where worker is null and given_up_at is null and run_at <= $3 and name = any($2)
        order by run_at, id limit $4 for update skip locked
      ), numbered as (
        select id, name, is_alone, row_number() over (order by run_at, id) as place,
          row_number() over (partition by name, is_alone order by run_at, id) - 1 as place_of_kind from due
      ), grouped as (
        select id, name, runs, place,
          min(place) over (partition by name, is_alone, place_of_kind / case when is_alone then 1 else together end) as run
        from numbered join unnest($2::text[], $5::int[], $6::int[]) as allowed (name, runs, together) using (name)
      ), placed as (
        select id, place, run, runs, dense_rank() over (partition by name order by run) as run_of_name from grouped
      ), ranked as (
        select id, place, run, dense_rank() over (order by run) as nth from placed where run_of_name <= runs
      ), claimed as (
        update job set worker = $1, claim = claim + 1, attempts = attempts + 1, is_added_again = false
        from ranked where job.id = ranked.id and nth <= $7
        returning job.id, claim, name, key, data, attempts, run, place
      )
      select id, claim, name, key, data, attempts, run from claimed order by run, place`,
    values: [
      ...[worker, [...places.keys()], now, limit * Math.max(1, ...all.map(({ together }) => together))],
      ...[all.map(({ runs }) => runs), all.map(({ together }) => together), limit],
    ],
  });
  return [...Map.groupBy(rows, ({ run }) => run).values()].map((jobs) => jobs.map(({ run: _, ...job }) => job));
}

/** The jobs are done: they go, or wait once more if added again while they ran. False when one was freed meanwhile for others. */
export async function finishJobs(tx: Transaction, claims: readonly Claim[]): Promise<boolean> {
  const values = [claims.map(({ id }) => id), claims.map(({ claim }) => claim)];
  const done = await tx.query({
    text: `delete from job using unnest($1::bigint[], $2::bigint[]) as mine (id, claim)
      where job.id = mine.id and job.claim = mine.claim and worker is not null and not is_added_again returning job.id`,
    values,
  });
  if (done.length === claims.length) return true;
  const again = await tx.query({
    text: `update job set worker = null, attempts = 0, is_added_again = false, last_error = null
      from unnest($1::bigint[], $2::bigint[]) as mine (id, claim)
      where job.id = mine.id and job.claim = mine.claim and worker is not null returning job.id`,
    values,
  });
  return done.length + again.length === claims.length;
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
