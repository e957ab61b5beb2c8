import type { CategorySummary, Project } from '@partner-ordering/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client.ts';

// Reads that several screens share. Each has one key, so that the next screen needs no other request.

export const organizationQuery = (gid: string) =>
  queryOptions({ queryKey: ['organizations', gid], queryFn: ({ signal }) => api.getOrganization(gid, { signal }) });

export const productQuery = (gid: string) =>
  queryOptions({ queryKey: ['products', gid], queryFn: ({ signal }) => api.getProduct(gid, { signal }) });

export const userQuery = (gid: string) => queryOptions({ queryKey: ['users', gid], queryFn: ({ signal }) => api.getUser(gid, { signal }) });

/** The budget of the order's owner. A former member has none. */
export const ownersBudgetQuery = ({ owner, organization }: Pick<Project, 'owner' | 'organization'>) =>
  queryOptions({
    queryKey: ['budgets', owner.gid, organization.gid],
    queryFn: ({ signal }) => api.getMemberBudget(owner.gid, organization.gid, { signal }),
  });

/** The people an order is shared with. */
export const sharesQuery = (gid: string) =>
  queryOptions({ queryKey: ['shares', gid], queryFn: ({ signal }) => api.listShares(gid, { limit: 100 }, { signal }).then() });

/** The files of the brief or the result, with who added them when. The order tells when there are others. */
export const filesQuery = ({ gid, ...project }: Project, kind: 'brief' | 'source') =>
  queryOptions({
    queryKey: ['projects', gid, 'files', kind, project[`${kind}_files`].map(({ url }) => url)],
    staleTime: Infinity,
    refetchInterval: false,
    queryFn: ({ signal }) =>
      allOf(kind === 'brief' ? api.listBriefFiles(gid, { limit: 100 }, { signal }) : api.listSourceFiles(gid, { limit: 100 }, { signal })),
  });

/** All categories, by weight. */
export function useCategories(): readonly CategorySummary[] {
  const { data } = useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => allOf(api.listCategories({ orderBy: 'weight', sort: 'asc', limit: 100 }, { signal })),
  });
  return data ?? [];
}

/** All items of a collection. */
export async function allOf<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}
