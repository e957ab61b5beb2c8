import type { Transaction } from '@partner-ordering/data';
import type { JobData, NewJob } from '@partner-ordering/jobs';
import { recordEvents, type FactRecord } from '@partner-ordering/messaging';
import { activeSpan } from '@partner-ordering/tracing';
import type { JobQueue } from './job-queue.ts';
import type { Publications, StateAgain } from './publications.ts';

type AddAnyJob = (job: Pick<NewJob, 'name' | 'key' | 'runAt'> & { data: object }) => void;

/**
 * Adds a job of this service, which runs after the commit. `Jobs` maps each name to the data that the job takes; without it any job is
 * taken, so that what libs/http hands out can be passed to what asks for the jobs of one service.
 */
export type AddJob<Jobs = JobData> = JobData extends Jobs ? AddAnyJob : (job: NewJob<Jobs>) => void;

/** What libs/http hands to work in a transaction besides the transaction. */
export interface WriteTools<Jobs = JobData> {
  readonly now: Date;
  /** Records a fact, named in the past tense (`project.published`). It is published if the transaction commits. */
  publish(type: string, key: string, data: object): void;
  /**
   * Publishes one of the service's own states as it is now, also without a change of its rows. Throws for a type of another service, and
   * for a state of one row unless the transaction says that it has locked the row. Else a writer of the row, who takes no other lock,
   * could commit in between, and the row as it was would be published last.
   */
  publishAgain(type: string, key: string, options?: { isLocked: true }): void;
  /** Adds a job to the service's queue. It runs if the transaction commits, at once unless it has a `runAt`. */
  readonly addJob: AddJob<Jobs>;
}

/** What a transaction adds besides the rows that it changes. */
export interface Additions {
  readonly facts: FactRecord[];
  readonly states: StateAgain[];
  readonly jobs: NewJob[];
}

export const noAdditions = (): Additions => ({ facts: [], states: [], jobs: [] });

/** The tools that fill `additions`. */
export const toolsOf = ({ facts, states, jobs }: Additions, now: Date): WriteTools => ({
  now,
  publish: (type, key, data) => void facts.push({ type, key, data }),
  publishAgain: (type, key, options) => void states.push({ type, key, ...options }),
  addJob: (job) => void jobs.push(job),
});

/** What records the changes of a service. */
export interface Recorder {
  /** Bare name of the service: `ordering`. */
  readonly name: string;
  readonly publications: Publications;
  readonly jobQueue: JobQueue;
}

/** Writes what a transaction has changed and adds: entities, public states, facts with what they show, jobs. */
export async function recordChanges(
  { name, publications, jobQueue }: Recorder,
  tx: Transaction,
  { facts, states, jobs }: Additions,
  { now, traceparent }: { now: Date; traceparent: string | ((key: string) => string | undefined) | undefined },
): Promise<void> {
  const early = await publications.show(tx, facts, { ofRemoved: true });
  await tx.em.flush();
  const told = await publications.show(tx, early, { ofRemoved: false });
  await recordEvents(tx, name, await publications.collect(tx, told, states), {
    now,
    traceparent: typeof traceparent === 'function' ? traceparent : (activeSpan()?.traceparent ?? traceparent),
  });
  await jobQueue.add(tx, jobs, now);
}
