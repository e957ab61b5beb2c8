import type { JobDefinitions, JobParts } from '@partner-ordering/service';
import type { CallableServices } from '@partner-ordering/service-client';
import { endForms } from '../domain/forms/end-forms.ts';
import type { FileJobs } from '../domain/file-jobs.ts';
import { holderLookup, type HolderLookup } from '../domain/holders.ts';
import { makeVariations } from '../domain/images/make-variations.ts';
import { finishUpload } from '../domain/keep-upload.ts';
import { removeOrphans } from '../domain/orphans.ts';
import { removeUnused } from '../domain/unused-uploads.ts';
import type { Storage } from '../storage/storage.ts';

/** The longest wait of a run for the answers about one batch of files. */
const ASKING_MS = 10_000;

/** Paths in one line of the log. */
const MAX_LOGGED = 1000;

/** The jobs of this service: after the recording of an upload, and on a schedule. */
export const jobs =
  (storage: Storage) =>
  ({ database, services, log }: JobParts<CallableServices<'files'>>): JobDefinitions<FileJobs> => {
    const holdersForJobs: Pick<HolderLookup, 'held'> = { held: (paths) => holderLookup(database, services(ASKING_MS)).held(paths) };
    return {
      end_upload_forms: {
        schedule: '* * * * *',
        run: ({ now, signal }) => endForms({ database, storage }, { now, signal }),
      },
      remove_unused_uploads: {
        schedule: '41 * * * *',
        run: ({ now, signal }) => removeUnused({ database, storage, holders: holdersForJobs }, { now, signal }),
      },
      keep_upload: {
        run: ({ data: { path }, now, signal }) => finishUpload({ database, storage }, path, { now, signal }),
      },
      make_variations: {
        // The pixels take much memory.
        atOnce: 1,
        // A process that ends without an answer does so again.
        maxAttempts: 5,
        // A client that asks for a variation again adds the job again.
        afterLoss: () => Promise.resolve(),
        run: ({ data: { path }, now, signal }) => makeVariations({ database, storage }, path, { now, signal }),
      },
      remove_orphans: {
        schedule: '17 3 * * *',
        run: async ({ now, signal }) => {
          const { held, removed } = await removeOrphans({ database, storage, holders: holdersForJobs }, { now, signal });
          if (removed > 0) log.info({ count: removed }, 'Stored files without a row were removed');
          if (held.length === 0) return;
          log.warn(
            { count: held.length, paths: held.slice(0, MAX_LOGGED) },
            'Attached files are stored but have no row: they cannot be read',
          );
        },
      },
    };
  };
