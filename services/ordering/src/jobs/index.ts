import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';
import { commentJobs, type CommentJobs } from './comment-jobs.ts';

/** What this service does in the background. */
export const jobs = (parts: JobParts<Neighbours<'ordering'>>): JobDefinitions<CommentJobs> => commentJobs(parts);
