import type { Operations } from '../../generated/operations.ts';
import { createCreditNote } from './createCreditNote.ts';
import { createInvoice } from './createInvoice.ts';
import { createPaymentSource } from './createPaymentSource.ts';
import { deletePaymentSource } from './deletePaymentSource.ts';
import { receivePaymentEvent } from './receivePaymentEvent.ts';
import { updateInvoice } from './updateInvoice.ts';
import { updatePaymentSource } from './updatePaymentSource.ts';
import { updateReceipt } from './updateReceipt.ts';

/** All operations of the document but those that only read a resource. If one is missing, this does not compile. */
export const operations: Operations = {
  createInvoice,
  updateInvoice,
  createCreditNote,
  createPaymentSource,
  deletePaymentSource,
  receivePaymentEvent,
  updatePaymentSource,
  updateReceipt,
};
