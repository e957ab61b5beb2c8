import type { Transaction } from '@partner-ordering/data';
import type { JobData } from '../queue/add-jobs.ts';

/** A job for its handler. */
export interface Job<Data = unknown> {
  readonly name: string;
  readonly key: string | undefined;
  readonly data: Data;
  /** 1 for the first attempt; higher after a failure or the loss of a worker. */
  readonly attempt: number;
  /** When this attempt began. */
  readonly now: Date;
  /** Aborted when the service stops or another worker has claimed the job. The attempt then does not count. */
  readonly signal: AbortSignal;
}

/** Writes a job's result. `WriteContext` comes from the worker's `transactional`. */
export type JobOutcome<WriteContext = unknown> = (tx: Transaction, writeContext: WriteContext) => Promise<void>;

/**
 * Does the work of a job outside of any transaction: it may be slow and call other systems. Its outcome runs in the transaction that ends
 * the job, so it commits exactly once. The rest may repeat: a worker can be killed at any moment.
 */
export type JobHandler<Data = unknown, WriteContext = unknown> = (job: Job<Data>) => Promise<JobOutcome<WriteContext> | void>;

/** Thrown by a handler to give the job up at once. The message is stored and logged: put no secret into it. */
export class PermanentFailure extends Error {}

/** Does several jobs of a name at once. The outcome runs in the transaction that ends them all. */
export interface JobsTogether<Data = unknown, WriteContext = unknown> {
  /** Maximum number of jobs in one run. */
  most: number;
  run: (jobs: readonly Job<Data>[]) => Promise<JobOutcome<WriteContext> | void>;
}

export interface JobDefinition<Data = unknown, WriteContext = unknown> {
  run: JobHandler<Data, WriteContext>;
  /**
   * For many small jobs: runs due jobs that were never tried together. A failure is a failed attempt of each, and `run` then does each
   * alone, at once. A stop, or the loss of one, does not count for any.
   */
  together?: JobsTogether<Data, WriteContext>;
  /** Replaces `run` after an attempt that lost its worker. For parsing clients' input, which may have ended the process. */
  afterLoss?: JobHandler<Data, WriteContext>;
  /** Failed attempts before the job is given up; 30 by default, some 18 hours. */
  maxAttempts?: number;
  /** The longest pause between attempts in ms; an hour by default. */
  longestPauseMs?: number;
  /** Maximum concurrent runs in an instance, for work that takes much memory; by default all that fit. */
  atOnce?: number;
  /** A five-field cron expression in UTC. Adds the job with the data `{}`. */
  schedule?: string;
}

/** The jobs of a service, by name. Unknown ones stay in the queue for instances that know them. */
export type JobDefinitions<Jobs = JobData, WriteContext = unknown> = {
  [Name in keyof Jobs & string]: JobDefinition<Jobs[Name], WriteContext>;
};
