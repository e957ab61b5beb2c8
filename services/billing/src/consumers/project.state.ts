import type { Handler } from '@partner-ordering/messaging';
import type { Followed } from '../../generated/events.ts';
import { billProject, type BillingContext } from '../domain/bill-project.ts';

/**
 * Makes the receipt of each project that says it is finished; reacts to the state, so that no event can be missed. One that says it
 * is paid has its receipt: nothing else makes it so.
 */
export const onProjectState =
  (billing: BillingContext): Handler<Followed['project.state'] | null> =>
  async ({ data: project }, tx) => {
    if (project?.status !== 'finished') return;
    await billProject(tx, project, billing);
  };
