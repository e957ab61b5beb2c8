// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { createInvoice } from '../src/operations/createInvoice.ts';
import { updateInvoice } from '../src/operations/updateInvoice.ts';
import { createCreditNote } from '../src/operations/createCreditNote.ts';
import { updatePaymentSource } from '../src/operations/updatePaymentSource.ts';
import { createPaymentSource } from '../src/operations/createPaymentSource.ts';
import { deletePaymentSource } from '../src/operations/deletePaymentSource.ts';
import { setUpPaymentSource } from '../src/operations/setUpPaymentSource.ts';
import { receivePaymentEvent } from '../src/operations/receivePaymentEvent.ts';
import { getPaymentProvider } from '../src/operations/getPaymentProvider.ts';
import { updateReceipt } from '../src/operations/updateReceipt.ts';

export const operations: Operations = {
  createInvoice,
  updateInvoice,
  createCreditNote,
  updatePaymentSource,
  createPaymentSource,
  deletePaymentSource,
  setUpPaymentSource,
  receivePaymentEvent,
  getPaymentProvider,
  updateReceipt,
};
