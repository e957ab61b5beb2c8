import type { CreditNoteSummary, InvoiceSummary } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Badge } from '../kit/page.tsx';
import type { Column } from '../kit/table.tsx';
import { OrderLink } from '../orders/link.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { BillingPage, Documents } from './documents.tsx';
import { billingTexts } from './texts.ts';

const tones = { open: 'waits', paid: 'good', void: 'calm' } as const;

/** What the organization is asked to pay by month. */
export function Invoices() {
  const texts = useTexts(billingTexts);
  const { gid } = useOrganization();
  const { date, money, month } = useFormat();
  const columns: Column<InvoiceSummary>[] = [
    { title: texts.month, cell: ({ period }) => month(period) },
    { title: texts.date, cell: ({ created_at }) => date(created_at) },
    { title: texts.due, cell: ({ due_at }) => date(due_at) },
    { title: texts.status, cell: ({ status }) => <Badge tone={tones[status]}>{texts.invoiceStatus[status]}</Badge> },
    { title: texts.net, cell: ({ amount }) => money(amount), isNumber: true },
    { title: texts.total, cell: ({ total }) => money(total), isNumber: true },
    { title: texts.owed, cell: ({ owed }) => money(owed), isNumber: true },
  ];
  return (
    <BillingPage title={texts.invoices}>
      <Documents
        title={texts.invoices}
        name="invoices"
        read={(query, options) => api.listInvoices({ ...query, where: (invoice) => invoice.organization.gid.eq(gid) }, options)}
        columns={columns}
        none={[texts.noInvoices, texts.noInvoicesText]}
      />
    </BillingPage>
  );
}

/** What was taken back off receipts. */
export function CreditNotes() {
  const texts = useTexts(billingTexts);
  const orders = useTexts(ordersTexts);
  const { gid } = useOrganization();
  const { date, money } = useFormat();
  const columns: Column<CreditNoteSummary>[] = [
    { title: texts.receipt, cell: ({ receipt }) => receipt.number },
    { title: orders.order, cell: ({ project }) => <OrderLink of={project} /> },
    { title: texts.date, cell: ({ created_at }) => date(created_at) },
    { title: texts.reason, cell: ({ reason }) => reason },
    { title: texts.net, cell: ({ amount }) => money(amount), isNumber: true },
    { title: texts.total, cell: ({ total }) => money(total), isNumber: true },
  ];
  return (
    <BillingPage title={texts.creditNotes}>
      <Documents
        title={texts.creditNotes}
        name="credit_notes"
        read={(query, options) => api.listCreditNotes(gid, query, options)}
        columns={columns}
        none={[texts.noCreditNotes, texts.noCreditNotesText]}
      />
    </BillingPage>
  );
}
