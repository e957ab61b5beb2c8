import type { ProjectSummary, ReceiptSummary, UndeliveredMail, Webhook } from '@partner-ordering/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useSession } from '../../app/session.tsx';
import { frameTexts } from '../../app/texts.ts';
import { billingTexts } from '../../billing/texts.ts';
import { Button } from '../../kit/button.tsx';
import type { Column } from '../../kit/list.tsx';
import { optionTexts } from '../../options/texts.ts';
import { OrderLink } from '../../orders/link.tsx';
import { filters } from '../../orders/query.ts';
import type { StaffFilter } from '../../orders/search.ts';
import { ordersTexts } from '../../orders/texts.ts';
import { fullName, useFormat } from '../../text/format.ts';
import { disabledText, failureText, useTexts } from '../../text/language.tsx';
import { todayTexts } from './texts.ts';
import { useTasks, type Tasks } from './tasks.tsx';

/** Requests that wait for our proposal. */
export function useRequests(): Tasks {
  const names = useTexts(ordersTexts);
  const { date } = useFormat();
  return useOrders('requests', [
    { title: names.owner, cell: ({ owner }) => fullName(owner) },
    { title: names.created, cell: ({ created_at }) => date(created_at) },
  ]);
}

/** Orders in progress for which no creative has begun. */
export function useOrdersWithoutWorks(): Tasks {
  const names = useTexts(ordersTexts);
  const { mode, modes } = useTexts(optionTexts);
  const { date } = useFormat();
  return useOrders('without_works', [
    { title: mode, cell: ({ options }) => options.mode && modes[options.mode] },
    { title: names.deadline, cell: ({ deadline_at }) => date(deadline_at) },
  ]);
}

function useOrders(show: StaffFilter, columns: readonly Column<ProjectSummary>[]): Tasks {
  const texts = useTexts(todayTexts);
  const names = useTexts(ordersTexts);
  return useTasks<ProjectSummary>({
    source: ['projects', show],
    texts: texts[show],
    read: (first, options) => api.listProjects({ where: filters[show], orderBy: 'created_at', ...first }, options),
    columns: [
      { title: names.order, cell: (order) => <OrderLink order={order} /> },
      { title: names.organization, cell: ({ organization }) => organization.name },
      ...columns,
    ],
    allLink: (
      <Link to="/orders" search={{ show }}>
        {texts.all}
      </Link>
    ),
  });
}

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
          <Button look="quiet" onClick={() => [act(organization.gid), void navigate({ to: '/webhooks/$gid', params: { gid } })]}>
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
