import type { CategorySummary } from '@partner-ordering/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client.ts';

// Reads that several screens share. Each has one key, so that the next screen needs no other request.

export const organizationQuery = (gid: string) =>
  queryOptions({ queryKey: ['organizations', gid], queryFn: ({ signal }) => api.getOrganization(gid, { signal }) });

export const productQuery = (gid: string) =>
  queryOptions({ queryKey: ['products', gid], queryFn: ({ signal }) => api.getProduct(gid, { signal }) });

export const userQuery = (gid: string) => queryOptions({ queryKey: ['users', gid], queryFn: ({ signal }) => api.getUser(gid, { signal }) });

/** The people an order is shared with. */
export const sharesQuery = (gid: string) =>
  queryOptions({ queryKey: ['shares', gid], queryFn: ({ signal }) => api.listShares(gid, { limit: 100 }, { signal }).then() });

/** A page of the files of the brief or the result, the newest first. */
export const filesQuery = (gid: string, kind: 'brief' | 'source', offset = 0) =>
  queryOptions({
    queryKey: ['projects', gid, 'files', kind, offset],
    queryFn: ({ signal }) => {
      const page = { orderBy: 'created_at', sort: 'desc', limit: 100, offset } as const;
      return (kind === 'brief' ? api.listBriefFiles(gid, page, { signal }) : api.listSourceFiles(gid, page, { signal })).then();
    },
  });

/** All categories, by weight. */
export function useCategories(): readonly CategorySummary[] {
  const { data } = useQuery({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => {
      const categories: CategorySummary[] = [];
      for await (const category of api.listCategories({ orderBy: 'weight', sort: 'asc', limit: 100 }, { signal }))
        categories.push(category);
      return categories;
    },
  });
  return data ?? [];
}
