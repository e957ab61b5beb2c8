import type { JobData } from '../queue/add-jobs.ts';
import { releaseJob, renewClaims, type ClaimedJob, type FailedAttempt, type Session } from '../queue/claims.ts';
import { attemptJobs, type AttemptContext } from './attempt.ts';
import type { JobDefinitions } from './job-definition.ts';

/** What this instance runs, and how those ended that did not succeed. */
export interface Runs {
  readonly count: number;
  /** How many runs have this name. */
  countOf(name: string): number;
  /** Several of a name only where it runs several together. */
  start(jobs: readonly ClaimedJob[]): void;
  /** Renews the leases; aborts the runs with a job that another worker has claimed meanwhile. */
  renew(session: Session): Promise<void>;
  /** Writes down the failures. A session that breaks off leaves the rest to the next one, so that none is lost. */
  recordFailures(session: Session): Promise<void>;
  /** Resolves when all that run now have ended. */
  ended(): Promise<unknown>;
}

interface Run {
  jobs: readonly ClaimedJob[];
  lost: AbortController;
  ended: Promise<void>;
}

/** @param onEnded told whenever a run has ended, however */
export function createRuns<Tools>(definitions: JobDefinitions<JobData, Tools>, context: AttemptContext<Tools>, onEnded: () => void): Runs {
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
