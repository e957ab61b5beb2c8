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
    /** The due jobs of a name take turns by lane, so that a long queue of one lane holds up no other. */
    lane?: string | undefined;
  };
}[keyof Jobs & string];

/**
 * Adds a job whose name and key are queued already. A waiting job takes the new data and the earlier time. A running one runs once more,
 * since it may have read what this transaction changes. One that was given up starts again. Of two turns the earlier counts.
 */
export const sameKeySql = `
  on conflict on constraint job_key do update set
    data = excluded.data,
    turn = least(queued.turn, excluded.turn),
    run_at = case when queued.leased_until is null and queued.given_up_at is null then least(queued.run_at, excluded.run_at) else excluded.run_at end,
    is_added_again = queued.leased_until is not null,
    attempts = case when queued.given_up_at is null then queued.attempts else 0 end,
    has_lost_worker = queued.has_lost_worker and queued.given_up_at is null,
    given_up_at = null`;

/** The jobs whose turn counts: those that wait for their first attempt, or are in it. */
const HAS_TURN = 'queued.name = added.name and queued.given_up_at is null and queued.last_error is null and queued.run_at <= $5';

// In one order, so that two transactions with the same keys wait for each other and do not lock each other out.
// A job's turn comes after those of its lane, and not before the turn that the others have come to: a lane that was idle saves none up.
const addText = `
  insert into job as queued (name, key, data, run_at, added_at, lane, turn)
  select name, key, data, run_at, $5, lane, case when lane is null then 0 else greatest(
      (select max(turn) + 1 from job as queued where queued.lane = added.lane and ${HAS_TURN}),
      (select min(turn) from job as queued where queued.lane is not null and ${HAS_TURN}), 0
    ) + row_number() over (partition by name, lane order by nth) - 1 end
  from unnest($1::text[], $2::text[], $3::jsonb[], $4::timestamptz[], $6::text[]) with ordinality as added (name, key, data, run_at, lane, nth)
  order by name, key
  ${sameKeySql}`;

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
      added.map(({ lane }) => lane ?? null),
    ],
  });
}
