import type { EventHandler } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';
import { billProject, type BillingContext } from '../domain/bill-project.ts';

/**
 * Makes the receipt of a finished project. It reads the project's state, so a missed event is made up for by the next one.
 */
export const onProjectState =
  (billing: BillingContext): EventHandler<Followed['project.state'] | null> =>
  async ({ data: project }, tx, tools) => {
    if (project?.status !== 'finished' && project?.status !== 'paid') return;
    await billProject(tx, project, billing, tools);
  };
