export { jobMigrations } from './migrations.ts';
export { addJobs } from './queue/add-jobs.ts';
export type { JobData, NewJob } from './queue/add-jobs.ts';
export { readBacklog, retryGivenUp } from './queue/backlog.ts';
export type { JobBacklog } from './queue/backlog.ts';
export type { AttemptResult } from './worker/attempt.ts';
export type { Job, JobDefinition, JobDefinitions, JobHandler, JobOutcome } from './worker/job-definition.ts';
export { startJobWorker } from './worker/job-worker.ts';
export type { JobWorker, JobWorkerOptions } from './worker/job-worker.ts';
