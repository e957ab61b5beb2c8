import type { JobData } from '../queue/add-jobs.ts';
import { releaseJob, renewClaims, type ClaimedJob, type FailedAttempt, type Session } from '../queue/claims.ts';
import { attemptJob, type AttemptContext } from './attempt.ts';
import type { JobDefinitions } from './job-definition.ts';

/** What this instance runs, and how those ended that did not succeed. */
export interface Runs {
  readonly count: number;
  /** How many of them have this name. */
  countOf(name: string): number;
  start(job: ClaimedJob): void;
  /** Renews the leases; aborts the jobs that another worker has claimed meanwhile. */
  renew(session: Session): Promise<void>;
  /** Writes down the failures. A session that breaks off leaves the rest to the next one, so that none is lost. */
  recordFailures(session: Session): Promise<void>;
  /** Resolves when all that run now have ended. */
  ended(): Promise<unknown>;
}

interface Run {
  job: ClaimedJob;
  lost: AbortController;
  ended: Promise<void>;
}

/** @param onEnded told whenever a job has ended, however */
export function createRuns<Tools>(definitions: JobDefinitions<JobData, Tools>, context: AttemptContext<Tools>, onEnded: () => void): Runs {
  const running = new Set<Run>();
  let unrecorded: FailedAttempt[] = [];

  return {
    get count() {
      return running.size;
    },
    countOf: (name) => [...running].filter(({ job }) => job.name === name).length,
    start(job) {
      const lost = new AbortController();
      const run: Run = { job, lost, ended: attemptJob(job, definitions[job.name]!, lost.signal, context).then(end) };
      running.add(run);
      function end(failed: FailedAttempt | undefined): void {
        running.delete(run);
        if (failed) unrecorded.push(failed);
        onEnded();
      }
    },
    async renew(session) {
      const claimed = [...running];
      const kept = await renewClaims(session, [...claimed.map(({ job }) => job), ...unrecorded]);
      for (const { job, lost } of claimed) if (!kept.has(job.id)) lost.abort();
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
