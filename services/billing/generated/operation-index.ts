// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { createInvoice, updateInvoice } from '../src/operations/invoices.ts';
import { createCreditNote } from '../src/operations/createCreditNote.ts';
import { updatePaymentSource, createPaymentSource, deletePaymentSource, getPaymentProvider } from '../src/operations/payment-sources.ts';
import { setUpPaymentSource } from '../src/operations/setUpPaymentSource.ts';
import { receivePaymentEvent } from '../src/operations/receivePaymentEvent.ts';
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
