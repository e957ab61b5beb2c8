import type { Transaction } from '@partner-ordering/data';

/** The data of jobs, by name. */
// oxlint-disable-next-line typescript/no-explicit-any -- a service says what data its jobs take
export type JobData = Record<string, any>;

/** A job to add. `Jobs` maps each name to the data that its handler takes. */
export type NewJob<Jobs = JobData> = {
  [Name in keyof Jobs & string]: {
    name: Name;
    /** Stored as JSON. Give a gid, not a copy: the handler reads the current row when it runs. */
    data: Jobs[Name];
    /** At most one job with a name and key is queued. Without a key each is separate. */
    key?: string;
    /** The earliest start; now by default. */
    runAt?: Date;
  };
}[keyof Jobs & string];

/**
 * Adds a job whose name and key are queued already. A waiting job takes the new data and the earlier time. A running one runs once more,
 * since it may have read what this transaction changes. One that was given up starts again.
 */
export const onSameKey = `
  on conflict on constraint job_key do update set
    data = excluded.data,
    run_at = case when queued.leased_until is null and queued.given_up_at is null then least(queued.run_at, excluded.run_at) else excluded.run_at end,
    is_added_again = queued.leased_until is not null,
    attempts = case when queued.given_up_at is null then queued.attempts else 0 end,
    has_lost_worker = queued.has_lost_worker and queued.given_up_at is null,
    given_up_at = null`;

// In one order, so that two transactions with the same keys wait for each other and do not lock each other out.
const addText = `
  insert into job as queued (name, key, data, run_at, added_at)
  select name, key, data, run_at, $5
  from unnest($1::text[], $2::text[], $3::jsonb[], $4::timestamptz[]) as added (name, key, data, run_at)
  order by name, key
  ${onSameKey}`;

/** Adds jobs in the transaction that causes them. Call `wake` of the worker after the commit. Jobs without `runAt` are due at `now`. */
export async function addJobs<Jobs = JobData>(tx: Transaction, jobs: readonly NewJob<Jobs>[], now: Date): Promise<void> {
  if (jobs.length === 0) return;
  const added = [...new Map(jobs.map((job, index) => [job.key === undefined ? index : `${job.name} ${job.key}`, job])).values()];
  await tx.query({
    text: addText,
    values: [
      added.map(({ name }) => name),
      added.map(({ key }) => key ?? null),
      added.map(({ data }) => JSON.stringify(data)),
      added.map(({ runAt }) => (runAt ?? now).toISOString()),
      now,
    ],
  });
}
