import { all, type Expression, type ListProjectsFields } from '@partner-ordering/client';
import type { api } from '../api/client.ts';
import type { Session } from '../app/session.tsx';
import type { OrderFilter, OrdersSearch } from './search.ts';

export type ListQueryOfOrders = NonNullable<Parameters<typeof api.listProjects>[0]>;

export const filters: Readonly<Record<OrderFilter, (p: ListProjectsFields) => Expression>> = {
  open: (p) => p.status.in(['draft', 'in_progress']),
  draft: (p) => p.status.eq('draft').and(p.state.eq('draft')),
  waiting: (p) => p.status.eq('draft').and(p.state.in(['require_approval', 'waiting_for_proposal', 'proposal'])),
  in_progress: (p) => p.status.eq('in_progress'),
  finished: (p) => p.status.in(['finished', 'paid']),
  canceled: (p) => p.status.eq('canceled'),
  requests: (p) => p.state.eq('waiting_for_proposal'),
  without_works: (p) => p.awaits_work.eq(true),
};

/** The API's query for the filters of the list. A search sorts by how well it fits unless the reader sorts. */
export function listQueryOf({ search, show, mine, sort }: OrdersSearch, { me, organization }: Session): ListQueryOfOrders {
  const where = (p: ListProjectsFields): Expression =>
    all(
      ...(organization === null ? [] : [p.organization.gid.eq(organization.gid)]),
      ...(mine === true ? [p.owner.gid.eq(me.gid)] : []),
      ...(show === undefined ? [] : [filters[show](p)]),
    );
  const orderBy = sort ?? (search === undefined ? 'created_at' : undefined);
  return {
    where,
    ...(search !== undefined && { search }),
    ...(orderBy !== undefined && { orderBy, sort: orderBy === 'title' ? 'asc' : 'desc' }),
  };
}
