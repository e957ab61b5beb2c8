import type { JobDefinitions } from '@partner-ordering/http';
import { restorePlainText, type PlainTextStep } from '../domain/texts/restore-plain-text.ts';

/** The jobs of this service, with the data that each takes. */
interface OrderingJobs {
  /** A step through a column of texts that were stored as HTML; added by a migration, then by the step before. */
  restore_plain_text: PlainTextStep;
}

/** What this service does in the background. */
export const jobs = (): JobDefinitions<OrderingJobs> => ({
  restore_plain_text: {
    run:
      async ({ data }) =>
      async (tx, { addJob }) => {
        const next = await restorePlainText(tx, data);
        if (next) addJob({ name: 'restore_plain_text', data: next });
      },
  },
});
