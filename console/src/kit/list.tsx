import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { Button } from './button.tsx';
import { HoldContext, useHeld } from './dialog.tsx';
import { QueryView } from './states.tsx';
import { kitTexts } from './texts.ts';

export interface Column<Item> {
  title: string;
  cell: (item: Item) => ReactNode;
  isNumber?: boolean;
}

interface TableProps<Item> {
  /** The content of the table, for screen readers. */
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Item>[];
  items: readonly Item[];
  actions?: ((item: Item) => ReactNode) | undefined;
}

/** A table; on a narrow screen each row is a card. */
export function Table<Item extends { gid: string }>({ caption, columns: dataColumns, items, actions }: TableProps<Item>) {
  const { action } = useTexts(kitTexts);
  const buttons = actions && { title: action, cell: (item: Item) => <div className="row-actions">{actions(item)}</div>, isNumber: true };
  const columns: readonly Column<Item>[] = [dataColumns, buttons ?? []].flat();
  return (
    <table className="table">
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" className={isNumber === true ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.gid}>
            {columns.map(({ title, cell, isNumber }) => (
              <td key={title} data-title={title} className={isNumber === true ? 'number' : undefined}>
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The number of items on a page of a list. */
export const PAGE_SIZE = 25;

/** Buttons that lead to other pages of a list, which are counted from 1. Nothing for a single page. */
function Pager({ page, total, end, onPage }: { page: number; total: number; end: number; onPage: (page: number) => void }) {
  const texts = useTexts(kitTexts);
  const { number } = useFormat();
  if (total <= PAGE_SIZE) return null;
  const first = (page - 1) * PAGE_SIZE;
  const rangeText = texts.range(number(first + 1), number(Math.min(first + PAGE_SIZE, total)), number(total));
  return (
    <nav className="actions pager" aria-label={rangeText}>
      <span className="hint">{rangeText}</span>
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        {texts.previous}
      </Button>
      <Button disabled={first + PAGE_SIZE >= Math.min(total, end)} onClick={() => onPage(page + 1)}>
        {texts.next}
      </Button>
    </nav>
  );
}

export type Paging = { limit: number; offset: number };

interface ListProps<Item> {
  /** The API's collection and its owner. When either changes, the previous items disappear at once. */
  source: readonly [collection: string, owner: string | undefined];
  /** The filters on which the list depends. */
  filter?: unknown;
  read: (paging: Paging, options: { signal: AbortSignal }) => PromiseLike<{ items: readonly Item[]; total_count: number }>;
  /** Whether the address has the number of the page; otherwise the component keeps it. */
  isInAddress?: boolean;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A list of the API by pages. A page stays visible until the next is loaded. It does not change while one of its dialogs is open. */
export function List<Item>({ source, filter = null, read, isInAddress = false, empty, children }: ListProps<Item>) {
  const [page, onPage, end] = usePage(isInAddress);
  const list = useQuery({
    queryKey: [...source, filter, page],
    queryFn: async ({ signal }) => {
      const { items, total_count } = await read({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }, { signal });
      return { items, total_count, page: JSON.stringify([filter, page]) };
    },
    placeholderData: (before, query) => (query?.queryKey[0] === source[0] && query.queryKey[1] === source[1] ? before : undefined),
  });
  // A read must not remove a row whose dialog is open.
  const [held, hold] = useHeld(list.data);
  const { items, total_count: total = 0 } = list.data ?? {};
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const isBeyond = items?.length === 0 && page > last && !list.isPlaceholderData;
  // The last item of a page may have been removed.
  useEffect(() => {
    if (isBeyond) onPage(last);
  });
  return (
    <QueryView query={list}>
      {(read, visible = held ?? read) => (
        <HoldContext value={hold}>
          {/* The rows of another search or page are new elements, so that common rows do not move. */}
          <Fragment key={visible.page}>{visible.items.length === 0 ? empty : children(visible.items)}</Fragment>
          <Pager page={page} total={visible.total_count} end={end} onPage={onPage} />
        </HoldContext>
      )}
    </QueryView>
  );
}

/** The results of a search that the API has pages of. */
export const MAX_RESULTS_OF_SEARCH = 1_000;

function usePage(isInAddress: boolean): [page: number, onPage: (page: number) => void, end: number] {
  const [ownPage, onOwnPage] = useState(1);
  const { page = 1, search } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (!isInAddress) return [ownPage, onOwnPage, Infinity];
  const end = search === undefined ? Infinity : MAX_RESULTS_OF_SEARCH;
  const onPage = (next: number) => void navigate({ to: '.', search: (before) => ({ ...before, page: next }) });
  return [Math.min(page, end / PAGE_SIZE), onPage, end];
}
