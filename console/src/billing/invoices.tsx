import type { CreditNoteSummary, InvoiceSummary } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Badge } from '../kit/page.tsx';
import type { Column } from '../kit/list.tsx';
import { kitTexts } from '../kit/texts.ts';
import { OrderLink } from '../orders/link.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { DocumentsPage, useDocumentColumns } from './documents.tsx';
import { documentsBy, invoicesOf } from './query.ts';
import { billingTexts } from './texts.ts';
import { entryOf, textFor } from '../text/values.ts';

const tones = { open: 'waits', paid: 'good', void: 'calm' } as const;

/** The columns of invoices only. */
export function useInvoiceColumns(): Record<'month' | 'due' | 'status' | 'owed', Column<InvoiceSummary>> {
  const texts = useTexts(billingTexts);
  const { date, money, month } = useFormat();
  return {
    month: { title: texts.month, cell: ({ period }) => month(period) },
    due: { title: texts.due, cell: ({ due_at }) => date(due_at) },
    status: {
      title: useTexts(kitTexts).status,
      cell: ({ status }) => <Badge tone={entryOf(tones, status) ?? 'calm'}>{textFor(texts.invoiceStatus, status)}</Badge>,
    },
    owed: { title: texts.owed, cell: ({ owed }) => money(owed), isNumber: true },
  };
}

/** The invoices of the organization, by month. */
export function Invoices() {
  const texts = useTexts(billingTexts);
  const { gid } = useOrganization();
  const { date, net, total } = useDocumentColumns<InvoiceSummary>();
  const { month, due, status, owed } = useInvoiceColumns();
  return (
    <DocumentsPage
      title={texts.invoices}
      name="invoices"
      label={texts.byNumber}
      statuses={texts.invoiceStatus}
      read={invoicesOf(gid)}
      columns={[month, date, due, status, net, total, owed]}
      emptyTexts={[texts.noInvoices, texts.noInvoicesText]}
    />
  );
}

/** The credit notes for receipts. */
export function CreditNotes() {
  const texts = useTexts(billingTexts);
  const orders = useTexts(ordersTexts);
  const { gid } = useOrganization();
  const { date, net, total } = useDocumentColumns<CreditNoteSummary>();
  const columns: Column<CreditNoteSummary>[] = [
    { title: texts.receipt, cell: ({ receipt }) => receipt.number },
    { title: orders.order, cell: ({ project }) => <OrderLink order={project} /> },
    date,
    { title: texts.reason, cell: ({ reason }) => reason },
    net,
    total,
  ];
  return (
    <DocumentsPage
      title={texts.creditNotes}
      name="credit_notes"
      label={texts.byNumberOrOrder}
      read={async (paging, filters, options) =>
        api.listCreditNotes(gid, { ...paging, orderBy: 'created_at', where: await documentsBy(filters, options, gid) }, options)
      }
      columns={columns}
      emptyTexts={[texts.noCreditNotes, texts.noCreditNotesText]}
    />
  );
}
