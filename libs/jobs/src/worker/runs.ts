import type { JobData } from '../queue/add-jobs.ts';
import { releaseJob, type ClaimedJob, type FailedAttempt } from '../queue/claims.ts';
import { keepClaims, type Session } from '../queue/worker-session.ts';
import { attemptJobs, type AttemptContext } from './attempt.ts';
import type { JobDefinitions } from './job-definition.ts';

/** What this instance runs, each a job or several of one name together, and how those ended that did not succeed. */
export interface Runs {
  readonly count: number;
  /** How many of them have this name. */
  countOf(name: string): number;
  start(jobs: readonly ClaimedJob[]): void;
  /** Hands what this instance has over to its new session; aborts the jobs that were freed meanwhile. */
  keep(session: Session, worker: number): Promise<void>;
  /** Writes down the failures. A session that breaks off leaves the rest to the next one, so that none is lost. */
  recordFailures(session: Session): Promise<void>;
  /** Resolves when all that run now have ended. */
  ended(): Promise<unknown>;
}

interface Run {
  name: string;
  jobs: readonly ClaimedJob[];
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
    countOf: (name) => [...running].filter((run) => run.name === name).length,
    start(jobs) {
      const lost = new AbortController();
      const { name } = jobs[0]!;
      const run: Run = { name, jobs, lost, ended: attemptJobs(jobs, definitions[name]!, lost.signal, context).then(end) };
      running.add(run);
      function end(failed: FailedAttempt[]): void {
        running.delete(run);
        unrecorded.push(...failed);
        onEnded();
      }
    },
    async keep(session, worker) {
      const kept = await keepClaims(session, worker, [...[...running].flatMap(({ jobs }) => jobs), ...unrecorded]);
      for (const { jobs, lost } of running) if (jobs.some(({ id }) => !kept.has(id))) lost.abort();
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
