import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@partner-ordering/data';
import { createWake, openDedicatedConnection, POLL_MS } from '@partner-ordering/messaging';
import type { JobData } from '../queue/add-jobs.ts';
import { claimJobs, type ClaimedJob, type Session } from '../queue/claims.ts';
import { createSchedules } from '../schedule/schedules.ts';
import type { AttemptContext } from './attempt.ts';
import type { JobDefinition, JobDefinitions } from './job-definition.ts';
import { createJobRuns, type JobRuns } from './job-runs.ts';

const RENEW_MS = 1_000;
const STOP_GRACE_MS = 10_000;
const DEFAULT_CONCURRENCY = 5;

export interface JobWorkerOptions<WriteContext = unknown> extends Omit<
  AttemptContext<WriteContext>,
  'random' | 'transactional' | 'stopping'
> {
  database: Pick<Database, 'pool' | 'transactional'>;
  jobs: JobDefinitions<JobData, WriteContext>;
  /** At least 0, less than 1. */
  random?: () => number;
  /** Runs the transaction that ends a job; by default a plain one, without a write context. */
  transactional?: AttemptContext<WriteContext>['transactional'];
  /** Maximum concurrent runs of this instance; 5 by default, fewer than connections. */
  concurrency?: number;
}

export interface JobWorker {
  /** Call it after every commit that added jobs. Cheap, never throws. */
  wake(): void;
  /** Takes no more jobs, aborts the running ones, gives them 10 s to end, and leaves the rest to other instances. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs of a service's queue, shared with all instances of the service: each job at least once, in one instance at a time. A job
 * starts on `wake`, at its time, or at the next poll. A worker leases its jobs for 15 s and renews the leases every second or two; others
 * resume the jobs of a killed worker when the leases end. Throws TypeError or RangeError for an invalid schedule.
 */
export function startJobWorker<WriteContext = unknown>(options: JobWorkerOptions<WriteContext>): JobWorker {
  const { database, source, clock, logger, jobs, concurrency = DEFAULT_CONCURRENCY } = options;
  const schedules = createSchedules(schedulesOf(jobs), clock);
  const wakeSignal = createWake();
  const stopping = new AbortController();
  const context = { random: Math.random, transactional: plainTransaction<WriteContext>(database), ...options, stopping: stopping.signal };
  const runs = createJobRuns(jobs, context, wakeSignal.wake);

  async function work(session: Session, signal: AbortSignal, succeeded: () => void): Promise<void> {
    signal.addEventListener('abort', wakeSignal.wake, { once: true });
    await schedules.load(session);
    let renewedAt = -Infinity;
    while (!signal.aborted) {
      await runs.recordFailures(session);
      if (performance.now() - renewedAt >= RENEW_MS) {
        renewedAt = performance.now();
        await runs.renew(session);
      }
      const nextInMs = stopping.signal.aborted
        ? POLL_MS
        : Math.min(await schedules.addDue(session), await claimDue(session, { jobs, runs, concurrency, clock }));
      succeeded();
      await wakeSignal.wait(Math.max(0, Math.min(runs.count > 0 ? RENEW_MS : POLL_MS, nextInMs)));
    }
    await runs.recordFailures(session);
  }

  const connection = openDedicatedConnection({
    options: database.pool.options,
    applicationName: `${source} jobs`,
    work,
    onError: (error) => logger.warn({ err: error, source }, 'The job worker failed and will try again'),
  });
  return {
    wake: wakeSignal.wake,
    async stop() {
      stopping.abort();
      await Promise.race([runs.ended(), delay(STOP_GRACE_MS, undefined, { ref: false })]);
      await connection.stop();
    },
  };
}

/** Claims due jobs if there is room, and starts them. Returns the milliseconds until more may be due. */
async function claimDue(
  session: Session,
  { jobs, runs, concurrency, clock }: Pick<JobWorkerOptions, 'clock'> & { jobs: Limits; runs: JobRuns; concurrency: number },
): Promise<number> {
  const limit = concurrency - runs.count;
  if (limit <= 0) return Infinity;
  const free = Object.entries(jobs).map(([name, { atOnce = Infinity }]) => [name, Math.min(atOnce - runs.countOf(name), limit)] as const);
  const slots = new Map(free.filter(([, count]) => count > 0));
  const { claimed, nextInMs } = await claimJobs(session, { slots, now: clock(), limit });
  const { alone = [], shared = [] } = Object.groupBy(claimed, (job) =>
    job.attempts === 1 && jobs[job.name]!.together ? 'shared' : 'alone',
  );
  for (const job of alone) runs.start([job]);
  for (const [name, first] of Map.groupBy(shared, (job) => job.name)) {
    const { most } = jobs[name]!.together!;
    const more = claimed.length === limit ? await claimMore(session, { name, now: clock(), limit: first.length * (most - 1) }) : [];
    for (const due = [...first, ...more]; due.length > 0;) runs.start(due.splice(0, most));
  }
  return nextInMs;
}

/** Claims jobs that were never tried; none when the session breaks off, since the claimed ones must start all the same. */
async function claimMore(session: Session, { name, limit, now }: { name: string; limit: number; now: Date }): Promise<ClaimedJob[]> {
  return claimJobs(session, { slots: new Map([[name, limit]]), now, limit, areNew: true }).then(
    ({ claimed }) => claimed,
    () => [],
  );
}

type Limits = Readonly<Record<string, Pick<JobDefinition, 'atOnce'> & { together?: { most: number } }>>;

const plainTransaction =
  <WriteContext>({ transactional }: Pick<Database, 'transactional'>): AttemptContext<WriteContext>['transactional'] =>
  (work, end) =>
    transactional(async (tx) => {
      await work(tx, undefined as WriteContext);
      await tx.em.flush();
      await end(tx);
    });

const schedulesOf = (jobs: Readonly<Record<string, { schedule?: string }>>): Record<string, string> =>
  Object.fromEntries(Object.entries(jobs).flatMap(([name, { schedule }]) => (schedule === undefined ? [] : [[name, schedule]])));
