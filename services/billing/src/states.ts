import { ratioOf } from '@partner-ordering/commerce';
import { formatTime } from '@partner-ordering/kernel';
import { attachmentsOf, stateOfRow, stateSource, type PublishedState } from '@partner-ordering/http';
import type { BillingStates } from '../generated/events.ts';
import { readAccount } from './domain/payer/account.ts';
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
  read: readAccount,
};

/** Published under its project's gid: there is one per project, and ordering looks it up by the project. */
const receipt = stateOfRow('receipt', Receipt, { key: 'projectGid', of: stateOf });

const creditNote: PublishedState<BillingStates['credit_note']> = {
  type: 'credit_note',
  sources: [stateSource(CreditNote, ({ gid }) => gid)],
  read: async ({ em }, gid) => {
    const found = await em.findOne(CreditNote, { gid });
    if (!found) return null;
    const { number, receiptGid: receipt, projectGid: project, organizationGid: organization, reason, fileUrl: file } = found;
    return { gid, number, receipt, project, organization, reason, ...amountsOf(found), file };
  },
};

const invoice: PublishedState<BillingStates['invoice']> = {
  type: 'invoice',
  sources: [stateSource(Invoice, ({ gid }) => gid)],
  read: async ({ em }, gid) => {
    const found = await em.findOne(Invoice, { gid });
    if (!found) return null;
    const { number, organizationGid: organization, period, status, dueAt, paidAt, fileUrl: file } = found;
    const of = (amount: number) => ({ amount_minor: amount, currency: found.currency });
    const amounts = { net: of(found.amountMinor), vat: of(found.vatMinor), total: of(found.totalMinor), owed: of(found.owedMinor) };
    const times = { due_at: formatTime(dueAt), paid_at: paidAt ? formatTime(paidAt) : null };
    return { gid, number, organization, period, status, ...amounts, ...times, file };
  },
};

type Amounts = Pick<Receipt, 'amountMinor' | 'vatMinor' | 'vatRate' | 'totalMinor' | 'currency'>;

const amountsOf = ({ amountMinor, vatMinor, vatRate, totalMinor, currency }: Amounts) => ({
  net: { amount_minor: amountMinor, currency },
  vat: { amount_minor: vatMinor, ratio: ratioOf(vatRate), currency },
  total: { amount_minor: totalMinor, currency },
});

function stateOf(of: Receipt): BillingStates['receipt'] {
  const { gid, number, status, currency, paidAt } = of;
  return {
    ...{ gid, number, status, project: of.projectGid, organization: of.organizationGid },
    ...amountsOf(of),
    credited: { amount_minor: of.creditedMinor, currency },
    paid: of.paidMinor === null ? null : { amount_minor: of.paidMinor, currency },
    paid_at: paidAt ? formatTime(paidAt) : null,
    file: of.fileUrl,
  };
}

/** A PDF belongs to its receipt, invoice or credit note as soon as that has its address. */
const pathOf = ({ fileUrl, path }: Pick<Receipt, 'fileUrl' | 'path'>): string | null => (fileUrl === null ? null : path);
const documents: PublishedState<BillingStates['attachment']>[] = [
  attachmentsOf('billing', Receipt, (of) => ({ gid: of.gid, path: pathOf(of), holder: receipts.href(of.gid) })),
  attachmentsOf('billing', Invoice, (of) => ({ gid: of.gid, path: pathOf(of), holder: invoices.href(of.gid) })),
  attachmentsOf('billing', CreditNote, (of) => ({ gid: of.gid, path: pathOf(of), holder: creditNoteHref(of.organizationGid, of.gid) })),
];

/** The public states that this service publishes, see openapi/events/billing.yaml. */
export const states: readonly PublishedState[] = [account, receipt, invoice, creditNote, ...documents];
