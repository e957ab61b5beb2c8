import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';
import { confirmAttachments } from '../domain/confirm-attachments.ts';
import type { FileJobs } from '../domain/file-jobs.ts';
import { removeOrphans } from '../domain/orphans.ts';
import { removeUnused } from '../domain/unused-uploads.ts';
import type { Storage } from '../storage/storage.ts';
import { keepUploadJob } from './keep-upload.ts';

/** What this service does after an upload was recorded, and on a schedule. */
export const jobs =
  (storage: Storage) =>
  ({ database, neighbours, log }: JobParts<Neighbours<'files'>>): JobDefinitions<FileJobs> => {
    // One service that does not answer must not hold up the others; the next hour asks again.
    const onError = (error: unknown): void => log.warn({ err: error }, 'Attachments were not confirmed');
    return {
      confirm_attachments: { schedule: '11 * * * *', run: ({ now }) => confirmAttachments({ database, neighbours, onError }, now) },
      remove_unused_uploads: { schedule: '41 * * * *', run: ({ now }) => removeUnused({ database, storage }, now) },
      keep_upload: keepUploadJob({ database, storage, log }),
      remove_orphans: {
        schedule: '17 3 * * *',
        run: async ({ now, signal }) => {
          const removed = await removeOrphans({ database, storage }, { now, signal });
          if (removed > 0) log.info({ removed }, 'Stored files without a row were removed');
        },
      },
    };
  };
