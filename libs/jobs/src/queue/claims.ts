import type { Transaction } from '@partner-ordering/data';
import { OWNED_IN_ORDER, type Claim, type Session } from './worker-session.ts';

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

const IS_DUE = 'worker is null and given_up_at is null and run_at <= $3';

/**
 * The longest waiting jobs begin runs: at most `limit`, and of a name at most its places. Those that were never tried bring others of their
 * name along, where one run takes several. Only what is taken is locked, except for jobs whose name has no place left.
 */
const CLAIM_SQL = `
  with due as materialized (
    select id, name, run_at, attempts > 0 as is_alone from job
    where ${IS_DUE} and name = any($2) order by run_at, id limit $6 for update skip locked
  ), allowed as (
    select name, runs, together from unnest($2::text[], $4::int[], $5::int[]) as allowed (name, runs, together)
  ), numbered as (
    select *, row_number() over (partition by name order by run_at, id) as nth from due join allowed using (name)
  ), first as materialized (
    select id, name, run_at, is_alone, together from numbered where nth <= runs
  ), alongside as materialized (
    select more.id, name, more.run_at, false as is_alone, together
    from (select name, together, count(*) as runs, array_agg(id) as ids from first where not is_alone and together > 1 group by name, together) as begun
    cross join lateral (
      select id, run_at from job where ${IS_DUE} and job.name = begun.name and attempts = 0 and id <> all (begun.ids)
      order by run_at, id limit begun.runs * (begun.together - 1) for update skip locked
    ) as more
  ), taken as (
    select id, row_number() over (order by run_at, id) as place,
      name, is_alone, (row_number() over (partition by name, is_alone order by run_at, id) - 1) / case when is_alone then 1 else together end as part
    from (select * from first union all select * from alongside) as both_kinds
  ), claimed as (
    update job set worker = $1, claim = claim + 1, attempts = attempts + 1, is_added_again = false
    from (select id, place, min(place) over (partition by name, is_alone, part) as run from taken) as grouped where job.id = grouped.id
    returning job.id, claim, name, key, data, attempts, has_lost_worker, run, place
  )
  select id, claim, name, key, data, attempts, has_lost_worker as "hasLostWorker", run from claimed order by run, place`;

/** Takes due jobs for `limit` runs, the longest waiting first, and answers the jobs of each run. Others may be due behind them. */
export async function claimJobs(session: Session, { worker, places, now, limit }: ClaimRequest): Promise<ClaimedJob[][]> {
  const all = [...places.values()];
  const { rows } = await session.query<ClaimedJob & { run: string }>({
    name: 'claim-jobs',
    text: CLAIM_SQL,
    values: [worker, [...places.keys()], now, all.map(({ runs }) => runs), all.map(({ together }) => together), limit],
  });
  return [...Map.groupBy(rows, ({ run }) => run).values()].map((jobs) => jobs.map(({ run: _, ...job }) => job));
}

/** The jobs are done: they go, or wait once more if added again while they ran. False when one was freed meanwhile for others. */
export async function finishJobs(tx: Transaction, claims: readonly Claim[]): Promise<boolean> {
  const values = [claims.map(({ id }) => id), claims.map(({ claim }) => claim)];
  const done = await tx.query({
    text: `with mine as materialized (${OWNED_IN_ORDER})
      delete from job using mine where job.id = mine.id and not is_added_again returning job.id`,
    values,
  });
  if (done.length === claims.length) return true;
  const again = await tx.query({
    text: `with mine as materialized (${OWNED_IN_ORDER})
      update job set worker = null, attempts = 0, has_lost_worker = false, is_added_again = false, last_error = null
      from mine where job.id = mine.id returning job.id`,
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
