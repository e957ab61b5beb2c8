import type { ProjectSummary } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import type { Column } from '../../kit/list.tsx';
import { optionTexts } from '../../options/texts.ts';
import { OrderLink } from '../../orders/link.tsx';
import { filters } from '../../orders/query.ts';
import type { StaffFilter } from '../../orders/search.ts';
import { ordersTexts } from '../../orders/texts.ts';
import { fullName, useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { useTasks, type Tasks } from './tasks.tsx';
import { todayTexts } from './texts.ts';
import { textFor } from '../../text/values.ts';

/** Requests that wait for our proposal. */
export function useRequests(): Tasks {
  const { owner, created } = useColumns();
  return useOrders('requests', 'created_at', [owner, created]);
}

/** Orders whose customer has written, and got no answer. */
export function useUnansweredMessages(): Tasks {
  const { owner, deadline } = useColumns();
  return useOrders('unanswered', 'created_at', [owner, deadline]);
}

/** Orders in progress for which no creative has begun. */
export function useOrdersWithoutWorks(): Tasks {
  const { mode, deadline } = useColumns();
  return useOrders('without_works', 'deadline_at', [mode, deadline]);
}

/** Contests that go on although their works are due: the customer has not chosen. */
export function useLateContests(): Tasks {
  const { owner, deadline } = useColumns();
  return useOrders('late_contests', 'deadline_at', [owner, deadline]);
}

/** Conversations without a delivery that the customer could answer. */
export function useLateDeliveries(): Tasks {
  const { worker, deadline } = useColumns();
  return useOrders('late_deliveries', 'deadline_at', [worker, deadline]);
}

function useColumns() {
  const names = useTexts(ordersTexts);
  const { mode, modes } = useTexts(optionTexts);
  const { worker } = useTexts(todayTexts);
  const { date } = useFormat();
  return {
    owner: { title: names.owner, cell: ({ owner }) => fullName(owner) },
    created: { title: names.created, cell: ({ created_at }) => date(created_at) },
    mode: { title: mode, cell: ({ options }) => options.mode && textFor(modes, options.mode) },
    worker: { title: worker, cell: (order) => order.worker?.full_name },
    deadline: { title: names.deadline, cell: ({ deadline_at }) => date(deadline_at) },
  } satisfies Readonly<Record<string, Column<ProjectSummary>>>;
}

function useOrders(show: StaffFilter, orderBy: 'created_at' | 'deadline_at', columns: readonly Column<ProjectSummary>[]): Tasks {
  const texts = useTexts(todayTexts);
  const names = useTexts(ordersTexts);
  return useTasks<ProjectSummary>({
    source: ['projects', show],
    texts: texts[show],
    read: (first, options) => api.listProjects({ where: filters[show], orderBy, ...first }, options),
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
