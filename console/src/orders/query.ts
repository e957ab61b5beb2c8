import { all, type Expression, type ListProjectsFields } from '@partner-ordering/client';
import type { api } from '../api/client.ts';
import type { Session } from '../app/session.tsx';
import type { OrderFilter, OrdersSearch } from './search.ts';

export type ListQueryOfOrders = NonNullable<Parameters<typeof api.listProjects>[0]>;

const late = (p: ListProjectsFields): Expression => p.status.eq('in_progress').and(p.deadline_at.lt(new Date().toISOString()));

/** Late orders of a mode on which somebody works: those without are a task of their own. */
const lateIn =
  (mode: 'solo' | 'multi') =>
  (p: ListProjectsFields): Expression =>
    late(p).and(p.options.mode.eq(mode)).and(p.awaits_work.eq(false));

export const filters: Readonly<Record<OrderFilter, (p: ListProjectsFields) => Expression>> = {
  my_turn: (p) => p.awaits.eq('me'),
  open: (p) => p.status.in(['draft', 'in_progress']),
  draft: (p) => p.status.eq('draft').and(p.state.eq('draft')),
  waiting: (p) => p.status.eq('draft').and(p.state.in(['require_approval', 'waiting_for_proposal', 'proposal'])),
  in_progress: (p) => p.status.eq('in_progress'),
  late,
  finished: (p) => p.status.in(['finished', 'paid']),
  canceled: (p) => p.status.eq('canceled'),
  requests: (p) => p.state.eq('waiting_for_proposal'),
  unanswered: (p) => p.awaits_answer.eq(true),
  without_works: (p) => p.awaits_work.eq(true),
  late_contests: lateIn('multi'),
  late_deliveries: (p) => lateIn('solo')(p).and(p.awaits_result.eq(true)),
};

/** The API's query for the filters of the list. A search sorts by how well it fits unless the reader sorts. */
export function listQueryOf({ search, show, mine, sort }: OrdersSearch, { me, organization }: Session): ListQueryOfOrders {
  const where = (p: ListProjectsFields): Expression =>
    all(
      ...(organization === null ? [] : [p.organization.gid.eq(organization.gid)]),
      ...(mine === true ? [p.owner.gid.eq(me.gid)] : []),
      ...(show === undefined ? [] : [filters[show](p)]),
    );
  const isRunning = show === 'in_progress' || show === 'late';
  const orderBy = sort ?? (search === undefined ? 'created_at' : undefined);
  return {
    where,
    ...(search !== undefined && { search }),
    ...(orderBy !== undefined && { orderBy, sort: orderBy === 'title' || (orderBy === 'deadline_at' && isRunning) ? 'asc' : 'desc' }),
  };
}
