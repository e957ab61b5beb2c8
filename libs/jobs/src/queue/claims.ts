import type { Transaction } from '@partner-ordering/data';
import type { Client } from 'pg';

/** The connection of a worker. */
export type Session = Pick<Client, 'query'>;

/** One run of a job. Each worker that takes the job gets a new claim; only the newest may end the job. */
export interface Claim {
  id: string;
  claim: string;
}

/** A job that a worker took. */
export interface ClaimedJob extends Claim {
  name: string;
  key: string | null;
  data: unknown;
  /** This one included. */
  attempts: number;
  /** Whether its lease ended during an attempt: as a rule, its worker died. */
  hasLostWorker: boolean;
}

interface ClaimRequest {
  /** The free slots of each name. */
  slots: ReadonlyMap<string, number>;
  now: Date;
  /** The free slots of all names together. */
  limit: number;
  /** Only jobs that were never tried. */
  areNew?: boolean;
}

// By PostgreSQL's clock, which all instances share. A stall of PostgreSQL or a worker of up to about 12 s loses no job.
const LEASE_END = `clock_timestamp() + interval '15 seconds'`;

const IS_DUE = `given_up_at is null and run_at <= $2 and (leased_until is null or leased_until < clock_timestamp()) and name = allowed.name
  and (attempts = 0 or not $5)`;

// Name by name: however many jobs of others are due, none of them is read. What is locked and not claimed stays so for this statement.
// A job whose lease has ended lost its worker.
const CLAIM_SQL = `
  with allowed as materialized (
    select * from unnest($1::text[], $3::int[]) as allowed (name, slots)
  ), due as materialized (
    select due.* from allowed cross join lateral (
      select id, name, run_at, turn from job where lane is null and ${IS_DUE} order by run_at, id limit slots for update skip locked
    ) as due
  ), due_in_turn as materialized (
    select due.* from allowed cross join lateral (
      select id, name, run_at, turn from job where lane is not null and ${IS_DUE} order by turn, run_at, id limit slots for update skip locked
    ) as due
  ), numbered as (
    select *, row_number() over (partition by name order by turn, run_at, id) as nth from (table due union all table due_in_turn) as all_due
  ), candidates as materialized (
    select id, run_at as due_at from numbered join allowed using (name)
    where nth <= slots order by run_at, id limit $4
  ), claimed as (
    update job set leased_until = ${LEASE_END}, claim = claim + 1, attempts = attempts + 1, is_added_again = false,
      has_lost_worker = has_lost_worker or leased_until is not null,
      last_error = case when leased_until is null then last_error else 'the worker was lost' end
    from candidates where job.id = candidates.id
    returning job.id, claim, name, key, data, attempts, has_lost_worker, due_at
  )
  select id, claim, name, key, data, attempts, has_lost_worker as "hasLostWorker", ms as "nextInMs"
  from (select case when not exists (select from candidates) then least(
    (select extract(epoch from min(next.run_at) - $2) from allowed cross join lateral (
      select run_at from job where given_up_at is null and run_at > $2 and leased_until is null and name = allowed.name order by run_at limit 1
    ) as next),
    (select extract(epoch from min(leased_until) - clock_timestamp()) from job
      where given_up_at is null and run_at <= $2 and leased_until > clock_timestamp() and name = any($1))
  ) * 1000 end::float8 as ms) as upcoming left join claimed on true order by due_at, id`;

/**
 * Claims up to `limit` due jobs, oldest first or by turn of their lanes, and of each name at most its slots. More may be due behind them.
 * `nextInMs`: if it claimed none, when the next is due or a lease ends; Infinity if it knows of neither.
 */
export async function claimJobs(
  session: Session,
  { slots, now, limit, areNew = false }: ClaimRequest,
): Promise<{ claimed: ClaimedJob[]; nextInMs: number }> {
  const { rows } = await session.query<ClaimedJob & { nextInMs: number | null }>({
    name: 'claim-jobs',
    text: CLAIM_SQL,
    values: [[...slots.keys()], now, [...slots.values()], limit, areNew],
  });
  const claimed = rows.filter(({ id }) => id !== null).map(({ nextInMs: _, ...job }) => job);
  return { claimed, nextInMs: rows[0]?.nextInMs ?? Infinity };
}

/** Renews the leases of running jobs. Returns the ids of those that no other worker has claimed. */
export async function renewClaims(session: Session, claims: readonly Claim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const { rows } = await session.query<{ id: string }>({
    name: 'renew-claims',
    // A job that a transaction has locked must not hold up the renewal of the others. Nobody can claim it while it is locked.
    text: `
      with held as materialized (
        select job.id from job join unnest($1::bigint[], $2::bigint[]) as held (id, claim) using (id, claim)
        where leased_until is not null for update of job skip locked
      ), renewed as (update job set leased_until = ${LEASE_END} from held where job.id = held.id)
      select id from job join unnest($1::bigint[], $2::bigint[]) as held (id, claim) using (id, claim)`,
    values: [claims.map(({ id }) => id), claims.map(({ claim }) => claim)],
  });
  return new Set(rows.map(({ id }) => id));
}

// Locked in the order in which jobs are added, so that transactions do not deadlock.
const WITH_MINE = `
  with mine as materialized (
    select job.id from job join unnest($1::bigint[], $2::bigint[]) as held (id, claim) using (id, claim)
    where leased_until is not null order by name, key, id for update of job
  )`;

/** Deletes finished jobs. One that was added again waits for its next run. False if another worker has claimed one of them. */
export async function finishJobs(tx: Transaction, claims: readonly Claim[]): Promise<boolean> {
  const values = [claims.map(({ id }) => id), claims.map(({ claim }) => claim)];
  const done = await tx.query({
    text: `${WITH_MINE} delete from job using mine where job.id = mine.id and not is_added_again returning job.id`,
    values,
  });
  if (done.length === claims.length) return true;
  const again = await tx.query({
    text: `${WITH_MINE} update job set leased_until = null, attempts = 0, has_lost_worker = false, is_added_again = false, last_error = null
      from mine where job.id = mine.id returning job.id`,
    values,
  });
  return done.length + again.length === claims.length;
}

/** The end of an attempt that did not succeed. */
export interface FailedAttempt extends Claim {
  /** Attempts that count from now on. */
  attempts: number;
  /** Null keeps the previous error. */
  error: string | null;
  /** The time of the next attempt; undefined gives the job up. */
  retryAt: Date | undefined;
  /** The job keeps its `run_at`. Otherwise it waits until `retryAt`; in a lane it keeps its turn then. */
  keepsPlace?: true;
  now: Date;
}

/** Schedules the next attempt of a job, or gives it up and keeps its last error. A job that was added again starts over. */
export async function releaseJob(session: Session, failed: FailedAttempt): Promise<void> {
  const { id, claim, attempts, error, retryAt, keepsPlace = false, now } = failed;
  await session.query(
    `update job set leased_until = null, is_added_again = false, last_error = coalesce($3, last_error),
       attempts = case when is_added_again then 0 else $4::int end, has_lost_worker = has_lost_worker and not is_added_again,
       run_at = case when is_added_again or $7 then run_at else coalesce($5::timestamptz, run_at) end,
       given_up_at = case when is_added_again or $5::timestamptz is not null then null else $6::timestamptz end
     where id = $1 and claim = $2 and leased_until is not null`,
    [id, claim, error, attempts, retryAt ?? null, now, keepsPlace],
  );
}
