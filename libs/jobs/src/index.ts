export { jobMigrations } from './migrations.ts';
export { addJobs, type JobData, type NewJob } from './queue/add-jobs.ts';
export { findJob, queueLength, readBacklog, retryGivenUp, type JobBacklog } from './queue/backlog.ts';
export type { AttemptResult } from './worker/attempt.ts';
export { PermanentFailure, type JobDefinition, type JobDefinitions } from './worker/job-definition.ts';
export { spawnLimited } from './worker/limited-process.ts';
export { startJobWorker, type JobWorker, type JobWorkerOptions } from './worker/job-worker.ts';
