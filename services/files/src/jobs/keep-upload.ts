import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import type { FileJobs } from '../domain/file-jobs.ts';
import { finishUpload, recordHash, type KeepParts } from '../domain/keep-upload.ts';

/** Keeps an upload after it was recorded, and computes its SHA-256. */
export const keepUploadJob = ({ log, ...parts }: KeepParts & Pick<JobParts, 'log'>): JobDefinitions<FileJobs>['keep_upload'] => ({
  run: async ({ data: { path }, now, signal }) => {
    const onLost = (): void => log.warn({ path }, 'An upload was overwritten before it was kept; its file cannot be read');
    const sha256 = await finishUpload({ ...parts, onLost }, path, { now, signal });
    return sha256 === undefined ? undefined : (tx) => recordHash(tx, path, sha256);
  },
});
