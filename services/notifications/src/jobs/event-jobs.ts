import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import { forgetAnswers } from '../domain/deliveries/forgotten.ts';
import { eraseFromEvents } from '../domain/events/erase-user.ts';
import { deleteOldEvents } from '../domain/events/retention.ts';

/** What each job is added with. */
interface EventJobs {
  delete_old_events: object;
  erase_from_events: { user: string; isAgain?: true };
}

/** What was under way at an erasure may end behind it: a fact that is being kept, or an attempt whose answer repeats what was sent. */
const AGAIN_AFTER_MS = 3_600_000;

/** What is done about kept events. */
export const eventJobs = ({ database }: Pick<JobParts, 'database'>): JobDefinitions<EventJobs> => ({
  delete_old_events: { schedule: '20 1 * * *', run: ({ now, signal }) => deleteOldEvents(database, { now, signal }) },
  // Each looks at all that is kept: many at once would keep the database busy.
  erase_from_events: {
    atOnce: 1,
    run: async ({ data: { user, isAgain }, signal }) => {
      await eraseFromEvents(database, user, { onNaming: forgetAnswers, signal });
      return async (_tx, { addJob, now }) => {
        const runAt = new Date(now.getTime() + AGAIN_AFTER_MS);
        if (!isAgain) addJob({ name: 'erase_from_events', key: user, data: { user, isAgain: true }, runAt });
      };
    },
  },
});
