import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { changeOwedAmount, requireNotVoid } from '../domain/invoiced-receipt.ts';
import { recordPaymentFact } from '../domain/facts.ts';
import { stopCharging } from '../domain/stop-charging.ts';
import { receipts } from '../resources/receipts.ts';

export const updateReceipt: Operations['updateReceipt'] = async (context) => {
  const { path, body, principal, now, tx, load } = context;
  const receipt = await load(receipts, path.gid);
  await changeOwedAmount(tx, receipt, context, async (invoice) => {
    if (!receipt.update(principal, body, now)) return;
    requireNotVoid(invoice);
    recordPaymentFact(context, receipt);
    await stopCharging(tx, context, receipt);
  });
  return noContent();
};
