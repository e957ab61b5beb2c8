import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';
import { endForms } from '../domain/forms/ended-forms.ts';
import type { FileJobs } from '../domain/file-jobs.ts';
import { holders, type Holders } from '../domain/holders.ts';
import { removeOrphans } from '../domain/orphans.ts';
import { removeUnused } from '../domain/unused-uploads.ts';
import type { Storage } from '../storage/storage.ts';
import type { ImageLimits } from '../domain/images/image-limits.ts';
import { keepUploadJob } from './keep-upload.ts';
import { makeVariationsJob } from './make-variations.ts';

/** How long a run waits for the answers about one batch of files. */
const ASKING_MS = 10_000;

/** Paths in one line of the log. */
const MAX_LOGGED = 1000;

/** What this service does after an upload was recorded, and on a schedule. */
export const jobs =
  (storage: Storage, imageLimits: ImageLimits) =>
  ({ database, services, log }: JobParts<CallableServices<'files'>>): JobDefinitions<FileJobs> => {
    const asked: Pick<Holders, 'held'> = { held: (paths) => holders(database, services(ASKING_MS)).held(paths) };
    return {
      end_upload_forms: {
        schedule: '* * * * *',
        run: ({ now, signal }) => endForms({ database, storage }, { now, signal }),
      },
      remove_unused_uploads: {
        schedule: '41 * * * *',
        run: ({ now, signal }) => removeUnused({ database, storage, holders: asked }, { now, signal }),
      },
      keep_upload: keepUploadJob({ database, storage, log }),
      make_variations: makeVariationsJob({ database, storage, imageLimits, log }),
      remove_orphans: {
        schedule: '17 3 * * *',
        run: async ({ now, signal }) => {
          const { removed, held } = await removeOrphans({ database, storage, holders: asked }, { now, signal });
          if (removed > 0) log.info({ removed }, 'Stored files without a row were removed');
          if (held.length === 0) return;
          log.warn(
            { count: held.length, paths: held.slice(0, MAX_LOGGED) },
            'Attached files are stored but have no row: they cannot be read',
          );
        },
      },
    };
  };
