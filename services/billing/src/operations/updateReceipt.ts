import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordPayment } from '../domain/receipt-facts.ts';
import { receipts } from '../resources/receipts.ts';

export const updateReceipt: Operations['updateReceipt'] = async (context) => {
  const { path, body, principal, now, load } = context;
  const receipt = await load(receipts, path.gid);
  if (receipt.update(principal, body, now)) recordPayment(context, receipt);
  return noContent();
};
