import type { CategorySummary, ProjectFile } from '@partner-ordering/client';
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

/** The files of the brief or the result, with who added them when. */
export const filesQuery = (gid: string, kind: 'brief' | 'source') =>
  queryOptions({
    queryKey: ['projects', gid, 'files', kind],
    queryFn: async ({ signal }) => {
      const files: ProjectFile[] = [];
      const all =
        kind === 'brief' ? api.listBriefFiles(gid, { limit: 100 }, { signal }) : api.listSourceFiles(gid, { limit: 100 }, { signal });
      for await (const file of all) files.push(file);
      return files;
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
