import type { Client } from 'pg';

/** Names this package's advisory locks, one per worker: (`job`, number of the worker). */
export const WORKER_LOCK_CLASS = 0x6a6f62;

/** The connection of a worker. */
export type Session = Pick<Client, 'query'>;

/**
 * Takes a new number for a worker, and locks it for as long as the session lives. So the database itself says which workers are alive: the
 * lock of one that was killed goes with its connection, and one that is merely slow keeps it.
 */
export async function openWorkerSession(session: Session): Promise<number> {
  const { rows } = await session.query<{ worker: number }>(`select nextval('job_worker')::int as worker`);
  const { worker } = rows[0]!;
  await session.query('select pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, worker]);
  return worker;
}

/** One run of a job: the claim changes each time that a worker takes it, and only the newest may say how it ended. */
export interface Claim {
  id: string;
  claim: string;
}

/** Jobs are locked in the order in which `addJobs` locks them, so that nobody who adds several waits for one who waits for them. */
const IN_ORDER = 'order by name, key, job.id for update of job';

/** Locks the jobs with the ids `$1` and the claims `$2` that were not freed meanwhile. */
const OWNED_IN_ORDER = `select job.id from job join unnest($1::bigint[], $2::bigint[]) as held (id, claim) using (id, claim)
  where worker is not null ${IN_ORDER}`;

/** Hands the jobs that still run over to the worker's new session. Returns the ids of those that were not freed meanwhile. */
export async function keepClaims(session: Session, worker: number, claims: readonly Claim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const { rows } = await session.query<{ id: string }>(
    `with mine as materialized (${OWNED_IN_ORDER}) update job set worker = $3 from mine where job.id = mine.id returning job.id`,
    [claims.map(({ id }) => id), claims.map(({ claim }) => claim), worker],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Frees the jobs of workers whose session has ended: they are due at once. Returns what they are. */
export async function freeLostJobs(session: Session, worker: number): Promise<{ id: string; name: string; key: string | null }[]> {
  const { rows } = await session.query<{ id: string; name: string; key: string | null }>({
    name: 'free-lost-jobs',
    text: `
      with lost as materialized (
        select worker from (select distinct worker from job where worker is not null and worker <> $1) as others
        where pg_try_advisory_xact_lock($2, worker)
      ), freed as materialized (
        select job.id from job where worker in (select worker from lost) ${IN_ORDER}
      )
      update job set worker = null, has_lost_worker = true, last_error = 'the worker was lost' from freed where job.id = freed.id returning job.id, name, key`,
    values: [worker, WORKER_LOCK_CLASS],
  });
  return rows;
}
