import type { Transaction } from '@partner-ordering/data';

/** What a job is told, by the name of the job. */
// oxlint-disable-next-line typescript/no-explicit-any -- a service says what data its jobs take
export type JobData = Record<string, any>;

/** A job to add. `Jobs` maps each name to the data that its handler takes. */
export type NewJob<Jobs = JobData> = {
  [Name in keyof Jobs & string]: {
    name: Name;
    /** Kept as JSON. Rather a gid than a copy: the handler reads what holds when it runs. */
    data: Jobs[Name];
    /** Of jobs with one name and key at most one is queued. Without a key each is a job of its own. */
    key?: string;
    /** Not before this moment; at once by default. */
    runAt?: Date;
  };
}[keyof Jobs & string];

/**
 * What happens when a job with the same name and key is there already. One that waits takes the new data and the earlier time. One that
 * runs does so once more afterwards, since it may have read what this transaction changes. One that was given up is tried anew.
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

/**
 * Adds jobs in the transaction of what causes them: they are queued if it commits. Call `wake` of the service's worker after the commit.
 *
 * @param now when the jobs are added: those without `runAt` are due from then on
 */
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
