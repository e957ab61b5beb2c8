import type { ProjectSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** The words with which somebody sent a draft back to the reader, if there are any. */
export function SentBackWords({ order: { gid, modified_at } }: { order: ProjectSummary }) {
  const { data } = useQuery({
    queryKey: ['messages', gid, 'newest', modified_at],
    queryFn: ({ signal }) => api.listMessages(gid, { orderBy: 'created_at', sort: 'desc', limit: 1 }, { signal }).then(),
    staleTime: Infinity,
    refetchInterval: false,
  });
  const newest = data?.items[0];
  return newest?.mine === false && <p className="hint">{newest.message}</p>;
}
