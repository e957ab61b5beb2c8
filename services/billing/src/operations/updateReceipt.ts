import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { changeOwed, mustNotBeVoid } from '../domain/invoiced-receipt.ts';
import { recordPayment } from '../domain/receipt-facts.ts';
import { receipts } from '../resources/receipts.ts';

export const updateReceipt: Operations['updateReceipt'] = async (context) => {
  const { path, body, principal, now, tx, load } = context;
  const receipt = await load(receipts, path.gid);
  await changeOwed(tx, receipt, context, (invoice) => {
    if (!receipt.update(principal, body, now)) return;
    mustNotBeVoid(invoice);
    recordPayment(context, receipt);
    // What the provider has begun must not be completed too.
    context.addJob({ name: 'cancel_payment', key: path.gid, data: { gid: path.gid } });
  });
  return noContent();
};
