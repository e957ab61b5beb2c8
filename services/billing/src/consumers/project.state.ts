import type { EventBatchHandler } from '@partner-ordering/service';
import type { Followed } from '../../generated/events.ts';
import { billProjects, type BillingSettings } from '../domain/bill-projects.ts';

/** Makes the receipts of finished projects, also of paid ones, whose receipts a restored database has lost. */
export const onProjectState = (billing: BillingSettings): EventBatchHandler<Followed['project.state'] | null> => ({
  concerns: ({ data }) => data?.status === 'finished' || data?.status === 'paid',
  all: (events, tx, context) => {
    const projects = events.flatMap(({ data }) => data ?? []);
    return billProjects(tx, projects, billing, context);
  },
});
