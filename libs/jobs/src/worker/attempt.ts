import { storableText, type Transaction } from '@partner-ordering/data';
import type { Log } from '@partner-ordering/messaging';
import { finishJobs, type ClaimedJob, type FailedAttempt } from '../queue/claims.ts';
import { PermanentFailure, type Job, type JobDefinition, type JobOutcome, type JobsTogether } from './job-definition.ts';

const FIRST_PAUSE_MS = 500;
const DEFAULT_LONGEST_PAUSE_MS = 3_600_000;

const DEFAULT_MAX_ATTEMPTS = 30;
const MAX_ERROR_LENGTH = 2_000;

/** `returned`: broken off by a stop or a lost job of the same run; does not count. `lost`: deleted or claimed by another worker. */
export type AttemptResult = 'done' | 'failed' | 'given_up' | 'returned' | 'lost';

export interface AttemptContext<WriteContext = unknown> {
  source: string;
  clock: () => Date;
  random: () => number;
  logger: Log;
  /** Runs `work`, writes what it has changed, and then runs `end`, all in one transaction. */
  transactional(
    work: (tx: Transaction, writeContext: WriteContext) => Promise<void>,
    end: (tx: Transaction) => Promise<void>,
  ): Promise<void>;
  /** Wraps an attempt; throws what it throws. */
  around?(name: string, attempt: () => Promise<void>): Promise<void>;
  /** Called with the result and duration of each attempt. Jobs of one run share its time equally. */
  onAttempt?(name: string, result: AttemptResult, seconds: number): void;
  /** Aborted when the worker stops. */
  stopping: AbortSignal;
}

class JobLost extends Error {}

/** Runs jobs of a name once and ends them, several together. Returns the failures to record; never throws. */
export async function attemptJobs<WriteContext>(
  jobs: readonly ClaimedJob[],
  definition: JobDefinition<unknown, WriteContext>,
  lost: AbortSignal,
  context: AttemptContext<WriteContext>,
): Promise<FailedAttempt[]> {
  if (context.stopping.aborted) return jobs.map((job) => returned(job, context.clock()));
  if (jobs.length > 1 && definition.together) return attemptTogether(jobs, definition.together, lost, context);
  const failed = await attemptJob(jobs[0]!, definition, lost, context);
  return failed ? [failed] : [];
}

async function attemptTogether<WriteContext>(
  jobs: readonly ClaimedJob[],
  { run }: JobsTogether<unknown, WriteContext>,
  lost: AbortSignal,
  context: AttemptContext<WriteContext>,
): Promise<FailedAttempt[]> {
  const startedAt = performance.now();
  const { name } = jobs[0]!;
  const { source, logger, clock } = context;
  const signal = AbortSignal.any([context.stopping, lost]);
  const end = (result: AttemptResult): void => {
    for (const job of jobs) context.onAttempt?.(job.name, result, (performance.now() - startedAt) / 1000 / jobs.length);
  };
  const attempt = async () => write(jobs, await run(jobs.map((job) => asHandled(job, signal, context))), context);
  try {
    await (context.around ? context.around(name, attempt) : attempt());
    end('done');
    return [];
  } catch (error) {
    const details = { err: error, source, job: name, keys: jobs.map(({ key }) => key) };
    if (signal.aborted || error instanceof JobLost) {
      end('returned');
      logger.warn(details, 'Jobs were broken off together; nothing of them was written');
      return jobs.map((job) => returned(job, clock()));
    }
    end('failed');
    logger.warn(details, 'Jobs failed together; each will be tried alone');
    return jobs.map((job) => ({ ...returned(job, clock()), attempts: job.attempts, error: storableText(error, MAX_ERROR_LENGTH) }));
  }
}

/** Runs a job once and ends it. Returns the failure to record; never throws. */
async function attemptJob<WriteContext>(
  job: ClaimedJob,
  definition: JobDefinition<unknown, WriteContext>,
  lost: AbortSignal,
  context: AttemptContext<WriteContext>,
): Promise<FailedAttempt | undefined> {
  const startedAt = performance.now();
  const end = (result: AttemptResult): void => context.onAttempt?.(job.name, result, (performance.now() - startedAt) / 1000);
  const { maxAttempts = DEFAULT_MAX_ATTEMPTS, run, afterLoss = run } = definition;
  const details = { source: context.source, job: job.name, key: job.key };
  if (job.hasLostWorker) context.logger.warn(details, 'A job that lost its worker is resumed');
  try {
    // It took its worker with it each time.
    if (job.hasLostWorker && job.attempts > maxAttempts) throw new Error(`its worker was lost in attempt ${maxAttempts}`);
    const handler = job.hasLostWorker ? afterLoss : run;
    const signal = AbortSignal.any([context.stopping, lost]);
    const attempt = async () => write([job], await handler(asHandled(job, signal, context)), context);
    await (context.around ? context.around(job.name, attempt) : attempt());
    end('done');
    return undefined;
  } catch (error) {
    if (error instanceof JobLost || lost.aborted) {
      context.logger.warn(details, 'A job was deleted or claimed by another worker while it ran; its outcome was not written');
      return void end('lost');
    }
    const failed = context.stopping.aborted ? returned(job, context.clock()) : failure(job, error, { maxAttempts, ...definition }, context);
    end(logFailure(job, error, failed, context));
    return failed;
  }
}

const asHandled = ({ key, attempts, ...job }: ClaimedJob, signal: AbortSignal, { clock }: Pick<AttemptContext, 'clock'>): Job => ({
  name: job.name,
  key: key ?? undefined,
  data: job.data,
  attempt: attempts,
  now: clock(),
  signal,
});

async function write<WriteContext>(
  jobs: readonly ClaimedJob[],
  outcome: JobOutcome<WriteContext> | void,
  context: AttemptContext<WriteContext>,
): Promise<void> {
  // Rows first, the jobs last: the order in which those who add them again take the locks.
  await context.transactional(
    async (tx, writeContext) => outcome?.(tx, writeContext),
    async (tx) => {
      if (!(await finishJobs(tx, jobs))) throw new JobLost();
    },
  );
}

const returned = ({ id, claim, attempts }: ClaimedJob, now: Date): FailedAttempt => {
  return { id, claim, attempts: attempts - 1, error: null, retryAt: now, keepsPlace: true, now };
};

function failure(
  { id, claim, attempts }: ClaimedJob,
  error: unknown,
  { maxAttempts, longestPauseMs }: Pick<JobDefinition, 'longestPauseMs'> & { maxAttempts: number },
  { clock, random }: Pick<AttemptContext, 'clock' | 'random'>,
): FailedAttempt {
  const now = clock();
  const isTriedAgain = attempts < maxAttempts && !(error instanceof PermanentFailure);
  const retryAt = isTriedAgain ? new Date(now.getTime() + retryPauseMs(attempts, random, longestPauseMs)) : undefined;
  return { id, claim, attempts, error: storableText(error, MAX_ERROR_LENGTH), retryAt, now };
}

function logFailure(
  { name, key, attempts }: ClaimedJob,
  error: unknown,
  { retryAt }: FailedAttempt,
  { logger, source, stopping }: Pick<AttemptContext, 'logger' | 'source' | 'stopping'>,
): AttemptResult {
  if (stopping.aborted) return 'returned';
  const details = { err: error, source, job: name, key, attempts, retryAt };
  if (retryAt) logger.warn(details, 'A job failed and will be tried again');
  else logger.error(details, 'A job was given up');
  return retryAt ? 'failed' : 'given_up';
}

/**
 * The pause after the nth failed attempt, in ms: half a second, doubled each time up to the longest. `random` (0 up to 1) takes off up to a
 * quarter, so that jobs that failed together do not come back together.
 */
export function retryPauseMs(attempts: number, random: () => number, longestMs = DEFAULT_LONGEST_PAUSE_MS): number {
  const pauseMs = Math.min(longestMs, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return Math.round(pauseMs * (1 - random() / 4));
}
