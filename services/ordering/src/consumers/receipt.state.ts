import type { EventHandler } from '@partner-ordering/service';
import type { Followed } from '../../generated/events.ts';
import { takeOverReceipt } from '../domain/project/record.ts';

/** Copies a receipt's VAT and payment to its project. The event has the whole receipt, so the next one replaces a missed one. */
export const onReceiptState: EventHandler<Followed['receipt.state'] | null> = async ({ data: receipt }, tx, context) => {
  if (receipt) await takeOverReceipt({ ...context, tx, principal: 'system' }, receipt);
};
