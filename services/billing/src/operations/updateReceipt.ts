import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { receipts } from '../resources/receipts.ts';

export const updateReceipt: Operations['updateReceipt'] = async ({ path, body, principal, now, load }) => {
  const receipt = await load(receipts, path.gid);
  receipt.update(principal, body, now);
  return noContent();
};
