import type { ReceiptSummary, UndeliveredMail, UnrenderedDocument, Webhook } from '@partner-ordering/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useSession } from '../../app/session.tsx';
import { frameTexts } from '../../app/texts.ts';
import { billingTexts } from '../../billing/texts.ts';
import { Button } from '../../kit/button.tsx';
import { ordersTexts } from '../../orders/texts.ts';
import { useFormat } from '../../text/format.ts';
import { disabledText, failureText, useTexts } from '../../text/language.tsx';
import { todayTexts } from './texts.ts';
import { useTasks, type Tasks } from './tasks.tsx';

/** Receipts whose charge failed. */
export function useFailedCharges(): Tasks {
  const texts = useTexts(todayTexts);
  const billing = useTexts(billingTexts);
  const names = useTexts(ordersTexts);
  const { money, date } = useFormat();
  return useTasks<ReceiptSummary>({
    source: ['receipts', 'failed'],
    texts: texts.charges,
    read: (first, options) => api.listReceipts({ where: (r) => r.status.eq('failed'), orderBy: 'created_at', ...first }, options),
    columns: [
      { title: billing.receipt, cell: ({ number }) => <FailedReceipts>{number}</FailedReceipts> },
      { title: names.organization, cell: ({ organization }) => organization.name },
      { title: billing.reason, cell: failureText },
      { title: names.created, cell: ({ created_at }) => date(created_at) },
      { title: billing.total, cell: ({ total }) => money(total), isNumber: true },
    ],
    allLink: <FailedReceipts>{texts.all}</FailedReceipts>,
  });
}

function FailedReceipts({ children }: { children: string }) {
  return (
    <Link to="/staff/receipts" search={{ status: 'failed' }}>
      {children}
    </Link>
  );
}

/** The organization's list of each kind of document. */
const documentLists: Readonly<Record<string, '/billing' | '/billing/invoices' | '/billing/credit_notes'>> = {
  receipt: '/billing',
  invoice: '/billing/invoices',
  credit_note: '/billing/credit_notes',
};

/** Receipts, invoices and credit notes whose PDF failed. */
export function useUnrenderedDocuments(): Tasks {
  const texts = useTexts(todayTexts);
  const { reason } = useTexts(billingTexts);
  const names = useTexts(ordersTexts);
  const { act } = useSession();
  const navigate = useNavigate();
  const { time } = useFormat();
  return useTasks<UnrenderedDocument>({
    source: ['unrendered_documents', ''],
    texts: texts.documents,
    read: (first, options) => api.listUnrenderedDocuments({ orderBy: 'created_at', ...first }, options),
    columns: [
      {
        title: texts.document,
        cell: ({ kind, number, organization }) => (
          <Button
            look="quiet"
            onClick={() => {
              const list = { to: documentLists[kind] ?? '/billing', search: { search: number } };
              void act(organization.gid).then(() => navigate(list));
            }}
          >
            {number}
          </Button>
        ),
      },
      { title: names.organization, cell: ({ organization }) => organization.name },
      { title: reason, cell: ({ reason }) => reason },
      { title: texts.since, cell: ({ created_at }) => time(created_at) },
    ],
  });
}

/** Mails that did not arrive, and whose they are: their address can be mended. */
export function useUndeliveredMails(): Tasks {
  const texts = useTexts(todayTexts);
  const mailKinds: Readonly<Record<string, string>> = texts.mailKinds;
  const { reason } = useTexts(billingTexts);
  const { time } = useFormat();
  return useTasks<UndeliveredMail>({
    source: ['undelivered_mails', ''],
    texts: texts.mails,
    read: (first, options) => api.listUndeliveredMails({ orderBy: 'modified_at', ...first }, options),
    columns: [
      {
        title: texts.recipient,
        cell: ({ to }) => (
          <Link to="/staff/users" search={{ search: to }}>
            {to}
          </Link>
        ),
      },
      { title: texts.mail, cell: ({ kind }) => mailKinds[kind] ?? kind },
      { title: reason, cell: ({ reason }) => reason },
      { title: texts.since, cell: ({ modified_at }) => time(modified_at) },
    ],
  });
}

/** Webhooks that get no events any more, since their receiver failed. */
export function useDisabledWebhooks(): Tasks {
  const texts = useTexts(todayTexts);
  const names = useTexts(ordersTexts);
  const { reason } = useTexts(billingTexts);
  const frame = useTexts(frameTexts);
  const { act } = useSession();
  const navigate = useNavigate();
  const { time } = useFormat();
  return useTasks<Webhook>({
    source: ['webhooks', 'awaits_repair'],
    texts: texts.webhooks,
    read: (first, options) => api.listAllWebhooks({ where: (w) => w.awaits_repair.eq(true), orderBy: 'disabled_at', ...first }, options),
    columns: [
      {
        title: frame.webhooks,
        cell: ({ gid, url, organization }) => (
          <Button look="quiet" onClick={() => void act(organization.gid).then(() => navigate({ to: '/webhooks/$gid', params: { gid } }))}>
            <span className="prose">{url}</span>
          </Button>
        ),
      },
      { title: names.organization, cell: ({ organization }) => organization.name },
      { title: reason, cell: disabledText },
      { title: texts.since, cell: ({ disabled_at }) => time(disabled_at) },
    ],
  });
}
