import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '../../kit/button.tsx';
import { List, Table, type Column } from '../../kit/list.tsx';
import { useTexts } from '../../text/language.tsx';
import { todayTexts } from './texts.ts';

/** The number of rows shown at first. */
const FIRST = 5;

interface Found<Item> {
  total_count: number;
  items: readonly Item[];
}

interface WaitingOf<Item> {
  /** The API's collection, and what of it waits. */
  of: readonly [collection: string, name: string];
  texts: { title: string; none: string };
  read: (first: { sort: 'asc'; limit: number; offset?: number }, options: { signal: AbortSignal }) => PromiseLike<Found<Item>>;
  columns: readonly Column<Item>[];
  /** Leads to the screen that lists all of it; without, all is listed in its place. */
  all?: ReactNode;
}

/** Tasks of one kind that wait for our staff, the oldest first. */
export interface Waiting extends Pick<WaitingOf<never>, 'texts' | 'all'> {
  query: UseQueryResult<Found<unknown>>;
  rows: ReactNode;
}

export function useWaiting<Item extends { gid: string }>({ of, texts, read, columns, all }: WaitingOf<Item>): Waiting {
  const [isWhole, setWhole] = useState(false);
  const showAll = useTexts(todayTexts).all;
  const query = useQuery({
    queryKey: [of[0], 'today', of[1]],
    queryFn: async ({ signal }) => read({ sort: 'asc', limit: FIRST }, { signal }),
  });
  const table = (items: readonly Item[]) => <Table caption={texts.title} columns={columns} items={items} />;
  return {
    query,
    texts,
    all:
      all ??
      (!isWhole && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {showAll}
        </Button>
      )),
    rows: isWhole ? (
      <List of={of} read={(paging, options) => read({ sort: 'asc', ...paging }, options)} empty={null} children={table} />
    ) : (
      table(query.data?.items ?? [])
    ),
  };
}
