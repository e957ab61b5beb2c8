import type { CategorySummary } from '@partner-ordering/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client.ts';

// Reads that several screens share. Each has one key, so that the next screen needs no other request.

export const organizationQuery = (gid: string) =>
  queryOptions({ queryKey: ['organizations', gid], queryFn: ({ signal }) => api.getOrganization(gid, { signal }) });

export const productQuery = (gid: string) =>
  queryOptions({ queryKey: ['products', gid], queryFn: ({ signal }) => api.getProduct(gid, { signal }) });

export const userQuery = (gid: string) => queryOptions({ queryKey: ['users', gid], queryFn: ({ signal }) => api.getUser(gid, { signal }) });

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
