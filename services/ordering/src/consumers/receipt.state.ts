import type { EventHandler } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';
import { lockProject } from '../domain/project/lock-project.ts';
import { takeOverReceipt } from '../domain/project/record.ts';

/** Brings a finished project in line with its receipt; reacts to the state, so that no event can be missed. */
export const onReceiptState: EventHandler<Followed['receipt.state'] | null> = async ({ data: receipt }, tx, tools) => {
  if (!receipt) return;
  const project = await lockProject(tx, receipt.project);
  if (project) await takeOverReceipt({ ...tools, tx, principal: 'system' }, project, receipt);
};
