import type { WriteContext } from '@partner-ordering/writes';
import type { BillingFacts, CreditNoteFact, InvoiceFact, ReceiptFact } from '../../generated/events.ts';
import type { CreditNote } from './credit-note.ts';
import type { Invoice } from './invoice.ts';
import type { Receipt } from './receipt.ts';

type PublishContext = Pick<WriteContext, 'publish'>;
type FactOf<Noun extends string> = Extract<keyof BillingFacts, `${Noun}.${string}`>;

/** Publishes a fact of a receipt, in order with all facts of its project's receipt. */
export function recordFact({ publish }: PublishContext, receipt: Receipt, event: FactOf<'receipt'>): void {
  const { gid, projectGid: project, organizationGid: organization } = receipt;
  publish(event, project, { gid, project, organization } satisfies Omit<ReceiptFact, 'payload'>);
}

/** Publishes that a receipt was paid or could not be charged; nothing while it is open. */
export function recordPaymentFact(context: PublishContext, receipt: Receipt): void {
  if (receipt.status === 'paid') recordFact(context, receipt, 'receipt.paid');
  if (receipt.status === 'failed') recordFact(context, receipt, 'receipt.charge_failed');
}

/** Publishes a fact of a credit note, in order with those of its project. */
export function recordCreditNote({ publish }: PublishContext, note: CreditNote, event: FactOf<'credit_note'>): void {
  const { gid, receiptGid: receipt, projectGid: project, organizationGid: organization } = note;
  publish(event, project, { gid, receipt, project, organization } satisfies Omit<CreditNoteFact, 'payload'>);
}

/** Publishes a fact of an invoice. */
export function recordInvoice(
  { publish }: PublishContext,
  { gid, organizationGid: organization }: Invoice,
  event: FactOf<'invoice'>,
): void {
  publish(event, gid, { gid, organization } satisfies Omit<InvoiceFact, 'payload'>);
}
