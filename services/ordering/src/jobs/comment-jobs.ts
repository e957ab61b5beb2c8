import { removeWaiting, type JobDefinitions, type JobParts } from '@partner-ordering/http';
import { DAY_MS, NIL_GID } from '@partner-ordering/kernel';
import type { Neighbours } from '@partner-ordering/neighbours';
import { commentsElsewhere, removeComments, removeLostOwn } from '../domain/conversation/lost-comments.ts';
import { removeNested } from '../domain/conversation/nested-comments.ts';
import { isOwn, seenElsewhere } from '../domain/conversation/seen-elsewhere.ts';

/** The jobs that remove comments on what is gone, with the data that each takes. */
export interface CommentJobs {
  /** A step through the comments on resources of other services: those on what is gone are removed. */
  remove_lost_comments: { done_to?: string };
  /** A step through all comments: those on what this service no longer has are removed. */
  remove_lost_own_comments: { done_to?: string };
  /** A second look at what was gone at each look of a day, so that one wrong answer removes nothing. */
  remove_comments_on: { uri: string };
  /** A step through the comments that were written on something until it was deleted. */
  remove_remaining_comments: { uri: string; written_until: string };
  /** A step through the comments on comments that are gone. */
  remove_nested_comments: { to: string[] };
}

/** How long the services may take to answer. */
const ANSWER_MS = 10_000;
/** Their uris are asked about by one question. */
const COMMENTS_AT_ONCE = 100;

/** Comments go with what they are about, also where another service has removed it. */
export const commentJobs = ({ database, neighbours }: JobParts<Neighbours<'ordering'>>): JobDefinitions<CommentJobs> => ({
  remove_lost_comments: {
    schedule: '29 * * * *',
    run: async ({ data: { done_to: doneTo }, now }) => {
      const some = await commentsElsewhere(database, doneTo ?? NIL_GID, COMMENTS_AT_ONCE);
      const uris = [...new Set(some.map(({ uri }) => uri))].filter((uri) => !isOwn(uri));
      const there = await seenElsewhere(neighbours(ANSWER_MS), null, uris);
      return async (tx, { addJob }) => {
        await removeWaiting(
          tx,
          'remove_comments_on',
          uris.filter((uri) => there.has(uri)),
        );
        const runAt = new Date(now.getTime() + DAY_MS);
        for (const uri of uris) if (!there.has(uri)) addJob({ name: 'remove_comments_on', key: uri, data: { uri }, runAt });
        if (some.length === COMMENTS_AT_ONCE) addJob({ name: 'remove_lost_comments', data: { done_to: some.at(-1)!.gid } });
      };
    },
  },
  remove_lost_own_comments: {
    schedule: '31 3 * * *',
    run:
      async ({ data: { done_to: doneTo } }) =>
      async (tx, { addJob }) => {
        const next = await removeLostOwn(tx, addJob, doneTo);
        if (next) addJob({ name: 'remove_lost_own_comments', data: { done_to: next } });
      },
  },
  remove_comments_on: {
    run: async ({ data: { uri }, now }) => {
      const there = await seenElsewhere(neighbours(ANSWER_MS), null, [uri]);
      return there.has(uri) ? undefined : (tx, { addJob }) => removeComments(tx, addJob, { uri, writtenUntil: now });
    },
  },
  remove_remaining_comments: {
    run:
      async ({ data: { uri, written_until: until } }) =>
      (tx, { addJob }) =>
        removeComments(tx, addJob, { uri, writtenUntil: new Date(until) }),
  },
  remove_nested_comments: {
    run:
      async ({ data: { to } }) =>
      (tx, { addJob }) =>
        removeNested(tx, addJob, to),
  },
});
