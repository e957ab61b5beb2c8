import type { Database } from '@partner-ordering/data';
import type { JobDefinitions, JobParts } from '@partner-ordering/service';
import { mailJobs, type MailSending } from '@partner-ordering/mail';
import type { CallableServices } from '@partner-ordering/service-client';
import { filesService, type DocumentStore } from '../documents/document-store.ts';
import { renderCreditNote } from '../documents/credit-note-pdf.ts';
import { renderInvoice } from '../documents/invoice-pdf.ts';
import { renderReceipt } from '../documents/receipt-pdf.ts';
import { CreditNote } from '../domain/credit-note.ts';
import { invoiceLines } from '../domain/collected-receipts.ts';
import { Invoice } from '../domain/invoice.ts';
import type { Invoicing } from '../domain/issue-invoice.ts';
import { recordCreditNote, recordFact, recordInvoice } from '../domain/facts.ts';
import { paymentsWithoutJobs, type BillingJobs, retryPolicy } from '../domain/receipt-jobs.ts';
import { Receipt } from '../domain/receipt.ts';
import { lettersOf, type BillingMails } from '../mails/letters.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { creditNoteHref } from '../resources/credit-notes.ts';
import { invoices } from '../resources/invoices.ts';
import { receipts } from '../resources/receipts.ts';
import { chargeReceiptJob } from './charge-receipt.ts';
import { setupJobs } from './payment-setups.ts';
import { paymentJobs } from './payments.ts';
import { invoiceReceiptsJobs } from './invoice-receipts.ts';
import { settleInvoiceJob } from './settle-invoice.ts';
import { remindInvoicesJob } from './remind-invoices.ts';
import { rendering, type Rendering } from './render-document.ts';

const FOUND_AT_ONCE = 50;
/** Receipts are small and come in large numbers: to render them together halves what each costs all services. */
const RENDERED_TOGETHER = 10;

const receiptPdf: Rendering<Receipt> = {
  entity: Receipt,
  render: renderReceipt,
  holder: ({ gid }) => receipts.href(gid),
  recordFileAdded: (context, receipt) => recordFact(context, receipt, 'receipt.file_added'),
};

const invoicePdf = (database: Database): Rendering<Invoice> => ({
  entity: Invoice,
  render: async (invoice) => renderInvoice(invoice, await invoiceLines(database, invoice.gid)),
  holder: ({ gid }) => invoices.href(gid),
  recordFileAdded: (context, invoice) => recordInvoice(context, invoice, 'invoice.file_added'),
});

const creditNotePdf: Rendering<CreditNote> = {
  entity: CreditNote,
  render: renderCreditNote,
  holder: ({ organizationGid, gid }) => creditNoteHref(organizationGid, gid),
  recordFileAdded: (context, note) => recordCreditNote(context, note, 'credit_note.file_added'),
};

/** The dependencies of the jobs; without `documents` PDFs go to the files service. */
export interface BillingJobParts {
  documents: DocumentStore | undefined;
  provider: PaymentProvider;
  invoicing: Invoicing;
  mails: MailSending;
}

/** The jobs of this service: PDFs, charges and refunds, invoices and their reminders, mails. */
export const jobs =
  ({ documents, provider, invoicing, mails }: BillingJobParts) =>
  ({ database, services }: JobParts<CallableServices<'billing'>>): JobDefinitions<BillingJobs & BillingMails> => {
    const store = documents ?? filesService(services);
    const renderReceipts = rendering(database, store, receiptPdf);
    const renderNote = rendering(database, store, creditNotePdf);
    const renderInvoices = rendering(database, store, invoicePdf(database));
    return {
      render_receipt: {
        run: ({ data }) => renderReceipts(data.gid),
        together: { most: RENDERED_TOGETHER, run: (each) => renderReceipts(...each.map(({ data }) => data.gid)) },
        ...retryPolicy,
      },
      render_credit_note: { run: ({ data }) => renderNote(data.gid), ...retryPolicy },
      // One that has many receipts takes some 100 MB of memory.
      render_invoice: { run: ({ data }) => renderInvoices(data.gid), ...retryPolicy, atOnce: 1 },
      settle_invoice: { run: settleInvoiceJob(database, invoicing.clock), ...retryPolicy },
      ...invoiceReceiptsJobs(invoicing),
      remind_invoices: remindInvoicesJob,
      ...mailJobs(mails, lettersOf(database)),
      charge_receipt: { run: chargeReceiptJob(database, provider), ...retryPolicy },
      ...paymentJobs(database, provider),
      ...setupJobs(database, provider),
      // Needed when a provider that charges is chosen, and for charges that are tried again.
      find_receipts_without_jobs: {
        schedule: '*/5 * * * *',
        run:
          async () =>
          async (tx, { addJob, now }) => {
            const newJobs = provider.charge === null ? [] : await paymentsWithoutJobs(tx, FOUND_AT_ONCE, now);
            newJobs.forEach(addJob);
            if (newJobs.length >= FOUND_AT_ONCE) addJob({ name: 'find_receipts_without_jobs', data: {} });
          },
      },
    };
  };
