import { part, type WebhookPayloads } from '@partner-ordering/writes';
import { managerOf } from '@partner-ordering/kernel';
import type { BillingFacts, BillingPayloads, CreditNoteFact, InvoiceFact, ReceiptFact } from '../generated/events.ts';
import { creditNotes } from './resources/credit-notes.ts';
import { invoices } from './resources/invoices.ts';
import { receipts } from './resources/receipts.ts';

const receiptPart = part(receipts);
// The payload leaves out the receipts of an invoice, which may be thousands: they are found by `invoice.gid`.
const invoicePart = part(invoices, { without: ['receipts'] });
const creditNotePart = part(creditNotes);

const receipt = ({ organization, gid }: Omit<ReceiptFact, 'payload'>) => ({
  as: managerOf(organization),
  parts: { receipt: receiptPart(gid) },
});
const invoice = ({ organization, gid }: Omit<InvoiceFact, 'payload'>) => ({
  as: managerOf(organization),
  parts: { invoice: invoicePart(gid) },
});
const creditNote = ({ organization, gid }: Omit<CreditNoteFact, 'payload'>) => ({
  as: managerOf(organization),
  parts: { credit_note: creditNotePart(gid) },
});

/** The parts of each event's webhook payload, as openapi/events/billing.yaml names them under `x-webhook`. */
export const webhookPayloads = {
  'receipt.created': receipt,
  'receipt.paid': receipt,
  'receipt.charge_failed': receipt,
  'receipt.file_added': receipt,
  'invoice.created': invoice,
  'invoice.paid': invoice,
  'invoice.voided': invoice,
  'invoice.overdue': invoice,
  'invoice.file_added': invoice,
  'credit_note.created': creditNote,
  'credit_note.file_added': creditNote,
} satisfies WebhookPayloads<BillingFacts, BillingPayloads>;
