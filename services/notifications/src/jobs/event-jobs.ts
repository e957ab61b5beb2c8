import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import { forgetAnswers, forgetDeliveries } from '../domain/deliveries/forgotten.ts';
import { eraseFromEvents, type ErasureStep } from '../domain/events/erase-user.ts';
import { dayOf, daysAfter, dropPartitions, KEPT_DAYS, makePartition } from '../domain/events/partitions.ts';

/** What each job is added with. */
interface EventJobs {
  keep_partitions: object;
  erase_from_events: ErasureStep & { isAgain?: true };
}

/** What was under way at an erasure may end behind it: a fact that is being kept, or an attempt whose answer repeats what was sent. */
const AGAIN_AFTER_MS = 3_600_000;

/** What is done about kept events. */
export const eventJobs = ({ database, log }: Pick<JobParts, 'database' | 'log'>): JobDefinitions<EventJobs> => ({
  // Partitions are made when they are first needed too; made ahead, nobody waits for that at midnight.
  keep_partitions: {
    schedule: '20 1,13 * * *',
    run: async ({ now, signal }) => {
      const today = dayOf(now);
      for (const days of [0, 1, 2]) await makePartition(database, daysAfter(today, days));
      const before = daysAfter(today, -KEPT_DAYS);
      await forgetDeliveries(database, { before, signal });
      const dropped = await dropPartitions(database, before);
      if (dropped > 0) log.info({ dropped }, 'Partitions of old events were dropped');
      return async () => undefined;
    },
  },
  // Each looks at all that is kept: many at once would keep the database busy.
  erase_from_events: {
    atOnce: 1,
    run: ({ data: { isAgain, ...step } }) =>
      Promise.resolve(async (tx, { addJob, now }) => {
        const { naming, next } = await eraseFromEvents(tx, step);
        await forgetAnswers(tx, naming);
        const again = isAgain && { isAgain };
        if (next) addJob({ name: 'erase_from_events', data: { ...next, ...again } });
        else if (!isAgain)
          addJob({
            ...{ name: 'erase_from_events', key: step.user, data: { user: step.user, isAgain: true } },
            runAt: new Date(now.getTime() + AGAIN_AFTER_MS),
          });
      }),
  },
});
