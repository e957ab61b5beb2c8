import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';
import { fetchList, organizationsToLoad, takeOverList, wantedList } from '../domain/pricing/price-lists.ts';
import { commentJobs, type CommentJobs } from './comment-jobs.ts';

/** The jobs of this service, with the data that each takes. */
interface OrderingJobs extends CommentJobs {
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
    ...commentJobs(parts),
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
