import type { JobData } from '../queue/add-jobs.ts';
import { releaseJob, renewClaims, type ClaimedJob, type FailedAttempt, type Session } from '../queue/claims.ts';
import { attemptJobs, type AttemptContext } from './attempt.ts';
import type { JobDefinitions } from './job-definition.ts';

/** The runs of this instance, and the failures that are still to be recorded. */
export interface JobRuns {
  readonly count: number;
  countOf(name: string): number;
  /** Starts one job, or several of a name that has `together`. */
  start(jobs: readonly ClaimedJob[]): void;
  /** Renews the leases; aborts runs with a job that another worker has claimed. */
  renew(session: Session): Promise<void>;
  /** Records the failures. A session that breaks off leaves the rest to the next. */
  recordFailures(session: Session): Promise<void>;
  /** Resolves when all current runs have ended. */
  ended(): Promise<unknown>;
}

interface Run {
  jobs: readonly ClaimedJob[];
  lost: AbortController;
  ended: Promise<void>;
}

/** `onEnded` is called after each run. */
export function createJobRuns<WriteContext>(
  definitions: JobDefinitions<JobData, WriteContext>,
  context: AttemptContext<WriteContext>,
  onEnded: () => void,
): JobRuns {
  const running = new Set<Run>();
  let unrecorded: FailedAttempt[] = [];

  return {
    get count() {
      return running.size;
    },
    countOf: (name) => [...running].filter(({ jobs }) => jobs[0]!.name === name).length,
    start(jobs) {
      const lost = new AbortController();
      const run: Run = { jobs, lost, ended: attemptJobs(jobs, definitions[jobs[0]!.name]!, lost.signal, context).then(end) };
      running.add(run);
      function end(failed: FailedAttempt[]): void {
        running.delete(run);
        unrecorded.push(...failed);
        onEnded();
      }
    },
    async renew(session) {
      const claimed = [...running];
      const kept = await renewClaims(session, [...claimed.flatMap(({ jobs }) => jobs), ...unrecorded]);
      for (const { jobs, lost } of claimed) if (jobs.some(({ id }) => !kept.has(id))) lost.abort();
    },
    async recordFailures(session) {
      for (const failed of [...unrecorded]) {
        await releaseJob(session, failed);
        unrecorded = unrecorded.filter((other) => other !== failed);
      }
    },
    ended: () => Promise.all([...running].map(({ ended }) => ended)),
  };
}
