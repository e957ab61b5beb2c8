import type { JobDefinitions, JobParts } from '@partner-ordering/service';
import { eraseFromEvents } from '../domain/events/erase-user.ts';
import { deleteOldEvents } from '../domain/events/retention.ts';
import { forgetHeldMails } from '../domain/people/held-mails.ts';

interface EventJobs {
  delete_old_events: object;
  erase_from_events: { user: string; isRepetition?: true };
  forget_held_mails: object;
}

/** A fact or an attempt in flight at an erasure may be stored after it, so the job repeats. An answer may repeat what was sent. */
const REPEATED_AFTER_MS = 3_600_000;

export const eventJobs = ({ database }: Pick<JobParts, 'database'>): JobDefinitions<EventJobs> => ({
  delete_old_events: { schedule: '20 1 * * *', run: (job) => deleteOldEvents(database, job) },
  forget_held_mails: { schedule: '40 1 * * *', run: (job) => forgetHeldMails(database, job) },
  // Each reads all kept events: many at once would keep the database busy.
  erase_from_events: {
    atOnce: 1,
    run: async ({ data: { user, isRepetition }, signal }) => {
      await eraseFromEvents(database, user, signal);
      return async (_tx, { addJob, now }) => {
        const runAt = new Date(now.getTime() + REPEATED_AFTER_MS);
        const data: EventJobs['erase_from_events'] = { user, isRepetition: true };
        if (!isRepetition) addJob({ name: 'erase_from_events', key: user, data, runAt });
      };
    },
  },
});
