import type { EventHandler } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';
import { lockProject } from '../domain/project/lock-project.ts';
import { takeOverReceipt } from '../domain/project/record.ts';

/**
 * Takes a receipt's VAT and payment over to its project. It reads the receipt's state, so a missed event is made up for by the next one.
 */
export const onReceiptState: EventHandler<Followed['receipt.state'] | null> = async ({ data: receipt }, tx, tools) => {
  if (!receipt) return;
  const project = await lockProject(tx, receipt.project);
  if (project) await takeOverReceipt({ ...tools, tx, principal: 'system' }, project, receipt);
};
