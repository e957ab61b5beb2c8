import type { Transaction } from '@partner-ordering/data';
import type { JobData } from '../queue/add-jobs.ts';

/** A job as its handler sees it. */
export interface Job<Data = unknown> {
  readonly name: string;
  readonly key: string | undefined;
  readonly data: Data;
  /** 1 for the first attempt; higher after a failure or the loss of a worker. */
  readonly attempt: number;
  /** When this attempt began. */
  readonly now: Date;
  /** Aborted when the service stops or another worker has claimed the job. A handler that throws for that reason loses no attempt. */
  readonly signal: AbortSignal;
}

/** What a job changes in the service's own database. `Tools` is what the worker's `transactional` gives it besides. */
export type JobOutcome<Tools = unknown> = (tx: Transaction, tools: Tools) => Promise<void>;

/**
 * Does the work of a job outside of any transaction: it may take its time and ask other systems. What it returns is written in the one
 * transaction that also ends the job, so it takes effect exactly once. The rest may happen again: a worker can be killed at any moment.
 */
export type JobHandler<Data = unknown, Tools = unknown> = (job: Job<Data>) => Promise<JobOutcome<Tools> | void>;

/**
 * Thrown by a handler when no further attempt can succeed: the job is given up at once. The message is kept with it and logged, so it holds
 * no secret.
 */
export class GiveUp extends Error {}

/** Does several jobs of a name at once: what it returns is written in the one transaction that ends all of them. */
export interface JobsTogether<Data = unknown, Tools = unknown> {
  /** How many jobs one run takes. */
  most: number;
  run: (jobs: readonly Job<Data>[]) => Promise<JobOutcome<Tools> | void>;
}

export interface JobDefinition<Data = unknown, Tools = unknown> {
  run: JobHandler<Data, Tools>;
  /**
   * For small jobs that come in large numbers: those that are due and were never tried are done together. A run that fails is a failed
   * attempt of each of them, and `run` does each of them alone, at once. A stop, or the loss of one, is no attempt of any.
   */
  together?: JobsTogether<Data, Tools>;
  /**
   * Ends the job in place of `run` after a worker was lost during an attempt. For what parses what clients gave: it may have ended the
   * process, and would do so again.
   */
  afterLoss?: JobHandler<Data, Tools>;
  /** After so many failed attempts the job is given up. 30 by default: with the pauses between them some 18 hours. */
  maxAttempts?: number;
  /** The pauses between failed attempts grow up to this, in ms; an hour by default. */
  longestPauseMs?: number;
  /** How many of these an instance runs at the same time, for work that takes much memory; by default as many as fit. */
  atOnce?: number;
  /** When the job is added by itself: a cron expression with five fields, in UTC. Such a job is added with the data `{}`. */
  schedule?: string;
}

/** The jobs that a service runs, by name. Others in its queue are left for instances that know them. */
export type JobDefinitions<Jobs = JobData, Tools = unknown> = { [Name in keyof Jobs & string]: JobDefinition<Jobs[Name], Tools> };
