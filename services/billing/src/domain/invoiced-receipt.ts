import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import { recordInvoice, recordPaymentFact } from './facts.ts';
import { Invoice } from './invoice.ts';
import type { Receipt } from './receipt.ts';

type InvoiceContext = Pick<WriteContext, 'publish' | 'now'>;

/**
 * Changes what a locked receipt owes and takes the difference off its invoice, locked after it; the last receipt pays the invoice. First
 * pays a receipt that its paid invoice has not reached yet.
 */
export async function changeOwedAmount<Result>(
  tx: Transaction,
  receipt: Receipt,
  context: InvoiceContext,
  change: (invoice: Invoice | null) => Result | Promise<Result>,
): Promise<Result> {
  const { invoiceGid: gid } = receipt;
  const invoice = gid === null ? null : await tx.em.findOneOrFail(Invoice, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (invoice?.status === 'paid') payByInvoice(receipt, invoice, context);
  const owedBefore = receipt.owedMinor;
  const result = await change(invoice);
  if (invoice?.reduce(owedBefore - receipt.owedMinor, context.now)) recordInvoice(context, invoice, 'invoice.paid');
  return result;
}

/** The receipt of a paid invoice is paid too, if it is not yet. */
export function payByInvoice(receipt: Receipt, { paidAt }: Invoice, context: InvoiceContext): void {
  if (receipt.status === 'paid') return;
  receipt.recordCharge({ status: 'paid' }, context.now);
  receipt.paidAt = paidAt;
  recordPaymentFact(context, receipt);
}

/** 400 for a receipt of a void invoice: it is credited. */
export function requireNotVoid(invoice: Invoice | null): void {
  if (invoice?.status === 'void') throw invalid(faults.invoice_void('status'));
}
