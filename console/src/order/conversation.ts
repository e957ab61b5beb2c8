import type { ProjectMessage } from '@partner-ordering/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** The newest messages of an order, the newest first. */
export const useMessages = (gid: string, count = 100) =>
  useQuery({
    queryKey: ['messages', gid, count],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const page = (offset: number) =>
        api.listMessages(gid, { orderBy: 'created_at', sort: 'desc', limit: 100, offset }, { signal }).then();
      const [first, ...more] = await Promise.all(Array.from({ length: count / 100 }, (_, number) => page(number * 100)));
      return { total_count: first!.total_count, items: [first!, ...more].flatMap(({ items }) => items) };
    },
  });

/** The delivery that waits for its answer. */
export const openDeliveryOf = (newestFirst: readonly ProjectMessage[] = []): ProjectMessage | undefined =>
  newestFirst.find(({ type, accepted_at, rejected_at }) => type === 'delivery' && accepted_at === null && rejected_at === null);
