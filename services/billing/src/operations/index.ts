import type { Operations } from '../../generated/operations.ts';
import { createPaymentSource } from './createPaymentSource.ts';
import { deletePaymentSource } from './deletePaymentSource.ts';
import { updatePaymentSource } from './updatePaymentSource.ts';
import { updateReceipt } from './updateReceipt.ts';

/** All operations of the document. If one is missing, this does not compile. */
export const operations: Operations = { createPaymentSource, deletePaymentSource, updatePaymentSource, updateReceipt };
