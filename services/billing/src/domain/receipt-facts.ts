import type { WriteTools } from '@partner-ordering/http';
import type { BillingFacts, CreditNoteFact, ReceiptFact } from '../../generated/events.ts';
import type { CreditNote } from './credit-note.ts';
import type { Receipt } from './receipt.ts';

/** Publishes what happened to a receipt, in order with everything that happens to the receipt of this project. */
export function recordFact(
  { publish }: Pick<WriteTools, 'publish'>,
  receipt: Receipt,
  event: Extract<keyof BillingFacts, `receipt.${string}`>,
): void {
  const { gid, projectGid: project, organizationGid: organization } = receipt;
  publish(event, project, { gid, project, organization } satisfies Omit<ReceiptFact, 'shown'>);
}

/** Publishes whether a receipt was paid or could not be; nothing while that is open. */
export function recordPaymentFact(tools: Pick<WriteTools, 'publish'>, receipt: Receipt): void {
  if (receipt.status === 'paid') recordFact(tools, receipt, 'receipt.paid');
  if (receipt.status === 'failed') recordFact(tools, receipt, 'receipt.charge_failed');
}

/** Publishes what happened to a credit note, in order with the others of its project. */
export function recordCreditNote(
  { publish }: Pick<WriteTools, 'publish'>,
  note: CreditNote,
  event: Extract<keyof BillingFacts, `credit_note.${string}`>,
): void {
  const { gid, receiptGid: receipt, projectGid: project, organizationGid: organization } = note;
  publish(event, project, { gid, receipt, project, organization } satisfies Omit<CreditNoteFact, 'shown'>);
}
