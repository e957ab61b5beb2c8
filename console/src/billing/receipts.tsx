import type { ReceiptSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Badge } from '../kit/page.tsx';
import type { Column } from '../kit/list.tsx';
import { kitTexts } from '../kit/texts.ts';
import { OrderLink } from '../orders/link.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { fullName, useFormat } from '../text/format.ts';
import { failureText, useTexts } from '../text/language.tsx';
import { DocumentsPage, useDocumentColumns } from './documents.tsx';
import { receiptsOf } from './query.ts';
import { billingTexts } from './texts.ts';
import { entryOf, textFor } from '../text/values.ts';

const tones = { open: 'calm', paid: 'good', failed: 'wrong' } as const;

/** The columns that only receipts have. */
export function useReceiptColumns(): Record<'order' | 'owner' | 'status', Column<ReceiptSummary>> {
  const orders = useTexts(ordersTexts);
  return {
    order: { title: orders.order, cell: ({ project }) => <OrderLink order={project} /> },
    owner: { title: orders.owner, cell: ({ user }) => fullName(user) },
    status: { title: useTexts(kitTexts).status, cell: (receipt) => <Charge receipt={receipt} /> },
  };
}

/** Receipts of one's own orders; a manager's, of the organization. */
export function Receipts() {
  const texts = useTexts(billingTexts);
  const { organization, isManager } = useSession();
  const { date, net, total } = useDocumentColumns<ReceiptSummary>();
  const { order, owner, status } = useReceiptColumns();
  return (
    <DocumentsPage
      title={texts.receipts}
      name="receipts"
      label={texts.byNumberOrOrder}
      statuses={texts.receiptStatus}
      read={receiptsOf(organization?.gid)}
      columns={[order, ...(isManager ? [owner] : []), date, status, net, total]}
      emptyTexts={[texts.noReceipts, texts.noReceiptsText]}
    />
  );
}

/** Whether a receipt is paid, and what came of it. */
function Charge({ receipt }: { receipt: ReceiptSummary }) {
  const { status, credited, invoice } = receipt;
  const texts = useTexts(billingTexts);
  const { money } = useFormat();
  return (
    <div className="stacked">
      <Badge tone={entryOf(tones, status) ?? 'calm'}>{textFor(texts.receiptStatus, status)}</Badge>
      {status === 'failed' && <FailedCharge receipt={receipt} />}
      {credited.amount > 0 && <span className="hint">{texts.credited(money(credited))}</span>}
      {invoice !== null && <span className="hint">{texts.onInvoice(invoice.number)}</span>}
    </div>
  );
}

/** Why a charge failed, and what happens next. Only the single receipt says when, and where the bank asks for confirmation. */
function FailedCharge({ receipt }: { receipt: ReceiptSummary }) {
  const { gid } = receipt;
  const texts = useTexts(billingTexts);
  const { time } = useFormat();
  const { data } = useQuery({ queryKey: ['receipts', gid], queryFn: ({ signal }) => api.getReceipt(gid, { signal }) });
  const payment = data?.payment;
  return (
    <>
      <span className="hint">{failureText(receipt)}</span>
      {payment && (
        <span className="hint">{payment.next_attempt_at ? texts.nextAttempt(time(payment.next_attempt_at)) : texts.noAttempt}</span>
      )}
      {payment?.action_url && (
        <a href={payment.action_url} target="_blank" rel="noreferrer">
          {texts.confirm}
        </a>
      )}
    </>
  );
}
