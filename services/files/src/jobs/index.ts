import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';
import type { FileJobs } from '../domain/file-jobs.ts';
import { holders } from '../domain/holders.ts';
import { removeOrphans } from '../domain/orphans.ts';
import { removeUnused } from '../domain/unused-uploads.ts';
import type { Storage } from '../storage/storage.ts';
import { keepUploadJob } from './keep-upload.ts';

/** Of one run, for all questions. */
const ASKING_MS = 60_000;

/** What this service does after an upload was recorded, and on a schedule. */
export const jobs =
  (storage: Storage) =>
  ({ database, neighbours, log }: JobParts<Neighbours<'files'>>): JobDefinitions<FileJobs> => {
    return {
      remove_unused_uploads: {
        schedule: '41 * * * *',
        run: ({ now }) => removeUnused({ database, storage, holders: holders(database, neighbours(ASKING_MS)) }, now),
      },
      keep_upload: keepUploadJob({ database, storage, log }),
      remove_orphans: {
        schedule: '17 3 * * *',
        run: async ({ now, signal }) => {
          const removed = await removeOrphans({ database, storage, holders: holders(database, neighbours(ASKING_MS)) }, { now, signal });
          if (removed > 0) log.info({ removed }, 'Stored files without a row were removed');
        },
      },
    };
  };
