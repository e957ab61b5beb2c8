import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Shown } from './states.tsx';
import { PAGE_SIZE, Pager } from './table.tsx';

export interface Paging {
  limit: number;
  offset: number;
}

interface ListProps<Item> {
  /** The API's collection, and whose: of another, nothing of before stays in sight. */
  of: readonly [collection: string, owner: string | undefined];
  /** What else it depends on: filters. */
  by?: unknown;
  read: (paging: Paging, options: { signal: AbortSignal }) => PromiseLike<{ items: readonly Item[]; total_count: number }>;
  /** Where the page stands in the address; else it is kept here. */
  page?: number | undefined;
  onPage?: ((page: number) => void) | undefined;
  /** Instead of a list without items. */
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A list of the API, page by page. The page before stays in sight until the next is there. */
export function List<Item>({ of, by = null, read, empty, children, ...given }: ListProps<Item>) {
  const [own, setOwn] = useState(1);
  const { page = given.onPage ? 1 : own, onPage = setOwn } = given;
  const list = useQuery({
    queryKey: [...of, by, page],
    queryFn: async ({ signal }) => read({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[0] === of[0] && query.queryKey[1] === of[1] ? before : undefined),
  });
  const { items, total_count: total = 0 } = list.data ?? {};
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const isBeyond = items?.length === 0 && page > last && !list.isPlaceholderData;
  // The last item of a page may have been removed.
  useEffect(() => {
    if (isBeyond) onPage(last);
  });
  return (
    <Shown of={list}>
      {(read) => (
        <>
          {read.items.length === 0 ? empty : children(read.items)}
          <Pager page={page} total={read.total_count} onPage={onPage} />
        </>
      )}
    </Shown>
  );
}
