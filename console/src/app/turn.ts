import { all, type Expression, type ListProjectsFields } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useSession } from './session.tsx';

/** The number of orders shown before the reader asks for all. */
export const FIRST = 5;

/**
 * The first orders that await the reader, and how many do: one request for the menu, the browser's tab and the screens with them.
 * Only these screens ask again as time passes.
 */
export function useMyTurn({ isShown }: { isShown: boolean }) {
  const gid = useSession().organization?.gid;
  const where = (p: ListProjectsFields): Expression => all(p.awaits.eq('me'), ...(gid === undefined ? [] : [p.organization.gid.eq(gid)]));
  return useQuery({
    queryKey: ['projects', 'my_turn', gid],
    queryFn: ({ signal }) => api.listProjects({ where, orderBy: 'created_at', sort: 'asc', limit: FIRST }, { signal }).then(),
    ...(!isShown && { refetchInterval: false }),
  });
}
