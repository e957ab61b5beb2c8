import { startJobWorker, type JobWorker, type JobWorkerOptions } from '@partner-ordering/jobs';
import { purgeInbox } from '@partner-ordering/messaging';
import { inSpan, spanOf } from '@partner-ordering/tracing';
import { forgetOldKeys, type Runtime } from '@partner-ordering/http';
import type { WriteContext } from '@partner-ordering/writes';
import { integrityChecksOf, breachLines, checkIntegrity, type IntegrityChecks } from './integrity-checks.ts';
import type { JobDefinitions, JobParts, ServiceConfig, ServiceDefinition } from './service-definition.ts';

const MAX_DEFAULT_CONCURRENCY = 5;

interface WorkerParts extends Pick<Runtime, 'database' | 'metrics'>, Pick<JobParts, 'services'> {
  /** Like `Service.write`; the second function runs last. */
  write: NonNullable<JobWorkerOptions<WriteContext>['transactional']>;
}

/** Runs the service's own jobs and the common ones. Throws for a schedule that is no cron expression. */
export function startJobs(
  definition: Pick<ServiceDefinition<unknown, unknown>, 'name' | 'jobs' | 'states' | 'integrityChecks' | 'resources'>,
  { poolSize, jobConcurrency, clock, log, tracing }: Pick<ServiceConfig, 'poolSize' | 'jobConcurrency' | 'clock' | 'log' | 'tracing'>,
  { database, services, metrics, write }: WorkerParts,
): JobWorker {
  const { name, jobs } = definition;
  return startJobWorker({
    database,
    source: name,
    jobs: {
      ...commonJobs(database),
      ...integrityJobs(integrityChecksOf(definition), database),
      ...jobs?.({ database, services, clock, log }),
    },
    clock,
    logger: log,
    onAttempt: metrics.observeJob,
    // Each attempt is a trace of its own: it may come long after what added the job, and again.
    ...(tracing && { around: (job, attempt) => inSpan(tracing.begin(spanOf.job(job)), attempt) }),
    transactional: write,
    // Half of the connections are left to requests.
    concurrency: jobConcurrency ?? Math.min(MAX_DEFAULT_CONCURRENCY, Math.floor(poolSize / 2)),
  });
}

const commonJobs = (database: Runtime['database']): JobDefinitions => ({
  forget_idempotency_keys: { schedule: '7 * * * *', run: ({ signal }) => forgetOldKeys(database, signal) },
  purge_inbox: { schedule: '23 * * * *', run: ({ signal }) => purgeInbox(database, signal) },
});

/** A broken rule fails the job, which an alert watches. */
function integrityJobs(integrityChecks: IntegrityChecks, database: Runtime['database']): JobDefinitions {
  if (Object.keys(integrityChecks).length === 0) return {};
  return {
    check_integrity: {
      schedule: '41 3 * * *',
      run: async () => {
        const breaches = await checkIntegrity(database, integrityChecks);
        if (breaches.length > 0) throw new Error(`integrity checks fail: ${breachLines(breaches).join('; ')}`);
      },
    },
  };
}
