import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import { NIL_GID } from '@partner-ordering/kernel';
import type { Neighbours } from '@partner-ordering/neighbours';
import { fetchList, organizationsToLoad, takeOverList, wantedList } from '../domain/pricing/price-lists.ts';
import { commentsElsewhere, removeComments } from '../domain/conversation/comment.ts';
import { isOwn, seenElsewhere } from '../domain/conversation/seen-elsewhere.ts';
import { findImageAddresses, type ImageAddressStep } from '../domain/project/image-addresses.ts';
import { restorePlainText, type PlainTextStep } from '../domain/texts/restore-plain-text.ts';

/** The jobs of this service, with the data that each takes. */
interface OrderingJobs {
  /** A step through a column of texts that were stored as HTML; added by a migration, then by the step before. */
  restore_plain_text: PlainTextStep;
  /** A step through the files that were attached before the addresses of images were stored; added by a migration, then by the step before. */
  find_image_addresses: ImageAddressStep;
  /** A step through the comments on resources of other services: those on what is gone are removed. */
  remove_lost_comments: { done_to?: string };
  /** A second look at what was gone a day before, so that one wrong answer removes nothing. */
  remove_comments_on: { uri: string };
  /** Takes over the imported prices of an organization. */
  load_price_list: { organization: string };
  find_price_lists_to_load: Record<string, never>;
}

/** How long a page of prices may take. */
const PAGE_MS = 10_000;
const DAY_MS = 86_400_000;
/** Their uris are asked about by one question. */
const COMMENTS_AT_ONCE = 100;

/** What this service does in the background. */
export const jobs = ({ database, neighbours }: JobParts<Neighbours<'ordering'>>): JobDefinitions<OrderingJobs> => ({
  restore_plain_text: {
    run:
      async ({ data }) =>
      async (tx, { addJob }) => {
        const next = await restorePlainText(tx, data);
        if (next) addJob({ name: 'restore_plain_text', data: next });
      },
  },
  remove_lost_comments: {
    schedule: '29 * * * *',
    run: async ({ data: { done_to: doneTo }, now }) => {
      const some = await commentsElsewhere(database, doneTo ?? NIL_GID, COMMENTS_AT_ONCE);
      const uris = [...new Set(some.map(({ uri }) => uri))].filter((uri) => !isOwn(uri));
      const there = await seenElsewhere(neighbours(PAGE_MS), null, uris);
      return async (_tx, { addJob }) => {
        const runAt = new Date(now.getTime() + DAY_MS);
        for (const uri of uris) if (!there.has(uri)) addJob({ name: 'remove_comments_on', key: uri, data: { uri }, runAt });
        if (some.length === COMMENTS_AT_ONCE) addJob({ name: 'remove_lost_comments', data: { done_to: some.at(-1)!.gid } });
      };
    },
  },
  remove_comments_on: {
    run: async ({ data: { uri } }) => {
      const there = await seenElsewhere(neighbours(PAGE_MS), null, [uri]);
      return there.has(uri) ? undefined : (tx) => removeComments(tx, uri);
    },
  },
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
});
