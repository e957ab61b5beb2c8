import type { Transaction } from '@partner-ordering/data';
import type { JobData, NewJob } from '@partner-ordering/jobs';
import { recordEvents, type FactRecord } from '@partner-ordering/messaging';
import { activeSpan } from '@partner-ordering/tracing';
import type { JobQueue } from './job-queue.ts';
import type { Publications, StateAgain } from './publications.ts';

type AddAnyJob = (job: Pick<NewJob, 'name' | 'key' | 'runAt' | 'lane'> & { data: object }) => void;

/** Adds a job, which runs after the commit. `Jobs` maps names to data; the default takes any job, so general tools fit every service. */
export type AddJob<Jobs = JobData> = JobData extends Jobs ? AddAnyJob : (job: NewJob<Jobs>) => void;

/** The tools for work in a transaction. */
export interface WriteTools<Jobs = JobData> {
  readonly now: Date;
  /** Records a fact, named in the past tense (`project.published`). It is published if the transaction commits. */
  publish(type: string, key: string, data: object): void;
  /**
   * Publishes a state of this service whose entities have not changed. `isLocked`: the transaction locked its row before it read it or, for
   * a state of several rows or without sources, took `stateLock` before it wrote. A state of one row throws without it. `state`: what a
   * statement under this lock returned, so that it need not be read.
   */
  publishAgain(type: string, key: string, options?: { isLocked: true; state?: object | undefined }): void;
  /** Adds a job to the service's queue. It runs if the transaction commits, at once unless it has a `runAt`. */
  readonly addJob: AddJob<Jobs>;
}

/** A transaction's facts, states and jobs besides its changed rows. */
export interface Additions {
  readonly facts: FactRecord[];
  readonly states: StateAgain[];
  readonly jobs: NewJob[];
}

export const noAdditions = (): Additions => ({ facts: [], states: [], jobs: [] });

export const toolsOf = (additions: () => Additions, now: Date): WriteTools => ({
  now,
  publish: (type, key, data) => void additions().facts.push({ type, key, data }),
  publishAgain: (type, key, options) => void additions().states.push({ type, key, ...options }),
  addJob: (job) => void additions().jobs.push(job),
});

/** Records the changes of a service. */
export interface Recorder {
  /** Bare name of the service: `ordering`. */
  readonly name: string;
  readonly publications: Publications;
  readonly jobQueue: JobQueue;
}

/** Writes the entities, public states, facts with their webhook payloads, and jobs of a transaction. */
export async function recordChanges(
  { name, publications, jobQueue }: Recorder,
  tx: Transaction,
  { facts, states, jobs }: Additions,
  { now, traceparent }: { now: Date; traceparent?: string | ((key: string) => string | undefined) | undefined },
): Promise<void> {
  const early = await publications.show(tx, facts, { ofRemoved: true });
  await tx.em.flush();
  const withPayloads = await publications.show(tx, early, { ofRemoved: false });
  await recordEvents(tx, name, await publications.collect(tx, withPayloads, states), {
    now,
    traceparent: typeof traceparent === 'function' ? traceparent : (activeSpan()?.traceparent ?? traceparent),
  });
  await jobQueue.add(tx, jobs, now);
}
