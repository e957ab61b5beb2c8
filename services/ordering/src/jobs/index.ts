import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';
import { fetchList, organizationsToLoad, takeOverList, wantedList } from '../domain/pricing/price-lists.ts';
import { findImageAddresses, type ImageAddressStep } from '../domain/project/image-addresses.ts';
import { restorePlainText, type PlainTextStep } from '../domain/texts/restore-plain-text.ts';
import { commentJobs, type CommentJobs } from './comment-jobs.ts';

/** The jobs of this service, with the data that each takes. */
interface OrderingJobs extends CommentJobs {
  /** A step through a column of texts that were stored as HTML; added by a migration, then by the step before. */
  restore_plain_text: PlainTextStep;
  /**
   * A step through the files that were attached before the addresses of images were stored; added by a migration, then by the step before.
   */
  find_image_addresses: ImageAddressStep;
  /** Takes over the imported prices of an organization. */
  load_price_list: { organization: string };
  find_price_lists_to_load: Record<string, never>;
}

/** How long a page of prices may take. */
const PAGE_MS = 10_000;

/** What this service does in the background. */
export const jobs = (parts: JobParts<Neighbours<'ordering'>>): JobDefinitions<OrderingJobs> => {
  const { database, neighbours } = parts;
  return {
    restore_plain_text: {
      run:
        async ({ data }) =>
        async (tx, { addJob }) => {
          const next = await restorePlainText(tx, data);
          if (next) addJob({ name: 'restore_plain_text', data: next });
        },
    },
    ...commentJobs(parts),
    find_image_addresses: {
      run:
        async ({ data }) =>
        async (tx, { addJob }) => {
          const next = await findImageAddresses(tx, data);
          if (next) addJob({ name: 'find_image_addresses', data: next });
        },
    },
    load_price_list: {
      run: async ({ data: { organization }, signal }) => {
        const wanted = await wantedList(database, organization);
        if (!wanted || !(await fetchList({ database, catalog: () => neighbours(PAGE_MS).catalog }, wanted, signal))) return;
        return (tx) => takeOverList(tx, wanted);
      },
    },
    find_price_lists_to_load: {
      schedule: '*/5 * * * *',
      run: async () => {
        const organizations = await organizationsToLoad(database);
        if (organizations.length === 0) return;
        return async (_tx, { addJob }) => {
          for (const organization of organizations) addJob({ name: 'load_price_list', key: organization, data: { organization } });
        };
      },
    },
  };
};
