import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FIRST } from '../../app/turn.ts';
import { Button } from '../../kit/button.tsx';
import { List, Table, type Column } from '../../kit/list.tsx';
import { useTexts } from '../../text/language.tsx';
import { todayTexts } from './texts.ts';

interface Found<Item> {
  total_count: number;
  items: readonly Item[];
}

interface TasksOptions<Item> {
  /** The API's collection, and what of it waits. */
  source: readonly [collection: string, name: string];
  texts: { title: string; none: string };
  read: (first: { sort: 'asc'; limit: number; offset?: number }, options: { signal: AbortSignal }) => PromiseLike<Found<Item>>;
  columns: readonly Column<Item>[];
  /** Leads to the screen that lists all of it; without, all is listed in its place. */
  allLink?: ReactNode;
}

/** Tasks of one kind that wait for our staff, the oldest first. */
export interface Tasks extends Pick<TasksOptions<never>, 'texts' | 'allLink'> {
  query: UseQueryResult<Found<unknown>>;
  rows: ReactNode;
}

export function useTasks<Item extends { gid: string }>({ source, texts, read, columns, allLink }: TasksOptions<Item>): Tasks {
  const [isExpanded, setExpanded] = useState(false);
  const allText = useTexts(todayTexts).all;
  const query = useQuery({
    queryKey: [source[0], 'today', source[1]],
    queryFn: async ({ signal }) => read({ sort: 'asc', limit: FIRST }, { signal }),
  });
  const table = (items: readonly Item[]) => <Table caption={texts.title} columns={columns} items={items} />;
  return {
    query,
    texts,
    allLink:
      allLink ??
      (!isExpanded && (
        <Button look="quiet" onClick={() => setExpanded(true)}>
          {allText}
        </Button>
      )),
    rows: isExpanded ? (
      <List source={source} read={(paging, options) => read({ sort: 'asc', ...paging }, options)} empty={null} children={table} />
    ) : (
      table(query.data?.items ?? [])
    ),
  };
}
