import { ratioOf } from '@partner-ordering/commerce';
import { formatTime } from '@partner-ordering/kernel';
import { attachmentsOf, stateOfRow, stateSource, type PublishedState } from '@partner-ordering/writes';
import type { BillingStates } from '../generated/events.ts';
import { CreditNote } from './domain/credit-note.ts';
import { Invoice } from './domain/invoice.ts';
import { PaymentSource } from './domain/payer/payment-source.ts';
import { Receipt } from './domain/receipt.ts';
import { creditNoteHref } from './resources/credit-notes.ts';
import { invoices } from './resources/invoices.ts';
import { receipts } from './resources/receipts.ts';

const account: PublishedState<BillingStates['account']> = {
  type: 'account',
  sources: [stateSource(PaymentSource, ({ organizationGid }) => organizationGid)],
  read: async ({ em }, organization) => {
    const sources = await em.count(PaymentSource, { organizationGid: organization });
    return { organization, has_payment_source: sources > 0 };
  },
};

/** Amounts of a row as states have them. */
function amountsOf({ amountMinor, vatMinor, vatRate, totalMinor, currency }: Receipt | CreditNote) {
  return {
    net: { amount_minor: amountMinor, currency },
    vat: { amount_minor: vatMinor, ratio: ratioOf(vatRate), currency },
    total: { amount_minor: totalMinor, currency },
  };
}

const timeOf = (at: Date | null): string | null => (at ? formatTime(at) : null);

/** Published under its project's gid: there is one per project, and ordering looks it up by the project. */
const receipt = stateOfRow('receipt', Receipt, {
  key: 'projectGid',
  of: (of): BillingStates['receipt'] => ({
    gid: of.gid,
    number: of.number,
    status: of.status,
    project: of.projectGid,
    organization: of.organizationGid,
    ...amountsOf(of),
    credited: { amount_minor: of.creditedMinor, currency: of.currency },
    paid: of.paidMinor === null ? null : { amount_minor: of.paidMinor, currency: of.currency },
    paid_at: timeOf(of.paidAt),
    file: of.fileUrl,
  }),
});

const creditNote = stateOfRow('credit_note', CreditNote, {
  key: 'gid',
  of: (of): BillingStates['credit_note'] => ({
    gid: of.gid,
    number: of.number,
    receipt: of.receiptGid,
    project: of.projectGid,
    organization: of.organizationGid,
    reason: of.reason,
    ...amountsOf(of),
    file: of.fileUrl,
  }),
});

const invoice = stateOfRow('invoice', Invoice, {
  key: 'gid',
  of: (of): BillingStates['invoice'] => ({
    gid: of.gid,
    number: of.number,
    organization: of.organizationGid,
    period: of.period,
    status: of.status,
    net: { amount_minor: of.amountMinor, currency: of.currency },
    vat: { amount_minor: of.vatMinor, currency: of.currency },
    total: { amount_minor: of.totalMinor, currency: of.currency },
    owed: { amount_minor: of.owedMinor, currency: of.currency },
    due_at: formatTime(of.dueAt),
    paid_at: timeOf(of.paidAt),
    file: of.fileUrl,
  }),
});

/** A PDF belongs to its receipt, invoice or credit note as soon as that has its address. */
const pathOf = ({ fileUrl, path }: Pick<Receipt, 'fileUrl' | 'path'>): string | null => (fileUrl === null ? null : path);
const documents: PublishedState<BillingStates['attachment']>[] = [
  attachmentsOf('billing', Receipt, (of) => ({ gid: of.gid, path: pathOf(of), holder: receipts.href(of.gid) })),
  attachmentsOf('billing', Invoice, (of) => ({ gid: of.gid, path: pathOf(of), holder: invoices.href(of.gid) })),
  attachmentsOf('billing', CreditNote, (of) => ({ gid: of.gid, path: pathOf(of), holder: creditNoteHref(of.organizationGid, of.gid) })),
];

/** The public states that this service publishes, see openapi/events/billing.yaml. */
export const states: readonly PublishedState[] = [account, receipt, invoice, creditNote, ...documents];
