import { part, type Shows } from '@partner-ordering/http';
import { managerOf } from '@partner-ordering/kernel';
import type { BillingFacts, BillingShown, ReceiptFact } from '../generated/events.ts';
import { receipts } from './resources/receipts.ts';

const receipt = ({ organization, gid }: Omit<ReceiptFact, 'shown'>) => ({
  as: managerOf(organization),
  parts: { receipt: part(receipts, gid) },
});

/** What partners are told of each fact: the parts that openapi/events/billing.yaml names under `x-webhook`. */
export const shows = {
  'receipt.created': receipt,
  'receipt.paid': receipt,
  'receipt.charge_failed': receipt,
  'receipt.file_added': receipt,
} satisfies Shows<BillingFacts, BillingShown>;
