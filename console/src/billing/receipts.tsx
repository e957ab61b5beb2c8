import type { ListReceiptsFields, ReceiptSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Badge } from '../kit/page.tsx';
import type { Column } from '../kit/table.tsx';
import { OrderLink } from '../orders/link.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { BillingPage, Documents } from './documents.tsx';
import { billingTexts } from './texts.ts';

const tones = { open: 'calm', paid: 'good', failed: 'wrong' } as const;

/** Receipts of one's own orders; a manager's, of the organization. */
export function Receipts() {
  const texts = useTexts(billingTexts);
  const orders = useTexts(ordersTexts);
  const { organization, isManager } = useSession();
  const { date, money } = useFormat();
  const owner: Column<ReceiptSummary> = { title: orders.owner, cell: ({ user }) => fullName(user) };
  const columns: Column<ReceiptSummary>[] = [
    { title: orders.order, cell: ({ project }) => <OrderLink of={project} /> },
    ...(isManager ? [owner] : []),
    { title: texts.date, cell: ({ created_at }) => date(created_at) },
    { title: texts.status, cell: (receipt) => <Charge of={receipt} /> },
    { title: texts.net, cell: ({ amount }) => money(amount), isNumber: true },
    { title: texts.total, cell: ({ total }) => money(total), isNumber: true },
  ];
  const ofOrganization = organization && { where: (receipt: ListReceiptsFields) => receipt.organization.gid.eq(organization.gid) };
  return (
    <BillingPage title={texts.receipts}>
      <Documents
        title={texts.receipts}
        name="receipts"
        read={(query, options) => api.listReceipts({ ...query, ...ofOrganization }, options)}
        columns={columns}
        none={[texts.noReceipts, texts.noReceiptsText]}
      />
    </BillingPage>
  );
}

/** Whether a receipt is paid, and what came of it. */
function Charge({ of: { gid, status, failure, credited, invoice } }: { of: ReceiptSummary }) {
  const texts = useTexts(billingTexts);
  const { money } = useFormat();
  return (
    <div className="charge">
      <Badge tone={tones[status]}>{texts.receiptStatus[status]}</Badge>
      {status === 'failed' && <FailedCharge gid={gid} failure={failure} />}
      {credited.amount > 0 && <span className="hint">{texts.credited(money(credited))}</span>}
      {invoice !== null && <span className="hint">{texts.onInvoice(invoice.number)}</span>}
    </div>
  );
}

/** Why a charge failed, and what happens next. Only the single receipt says when, and where the bank asks for confirmation. */
function FailedCharge({ gid, failure }: { gid: string; failure: string | null }) {
  const texts = useTexts(billingTexts);
  const { time } = useFormat();
  const { data } = useQuery({ queryKey: ['receipts', gid], queryFn: ({ signal }) => api.getReceipt(gid, { signal }) });
  const payment = data?.payment;
  return (
    <>
      <span className="hint">{failure}</span>
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
