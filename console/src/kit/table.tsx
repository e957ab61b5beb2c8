import type { ReactNode } from 'react';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { Button } from './button.tsx';
import { kitTexts } from './texts.ts';

export interface Column<Item> {
  title: string;
  cell: (item: Item) => ReactNode;
  /** Numbers stand at the end of their column. */
  isNumber?: boolean;
}

interface TableProps<Item> {
  /** What the table lists, for screen readers. */
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Item>[];
  items: readonly Item[];
}

/** A table; on a narrow screen each row is a card. */
export function Table<Item extends { gid: string }>({ caption, columns, items }: TableProps<Item>) {
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

/** How many items a page of a list has. */
export const PAGE_SIZE = 25;

/** Leads from page to page of a list; pages are counted from 1. Nothing where there is one alone. */
export function Pager({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const texts = useTexts(kitTexts);
  const { number } = useFormat();
  if (total <= PAGE_SIZE) return null;
  const first = (page - 1) * PAGE_SIZE;
  const shown = texts.shown(number(first + 1), number(Math.min(first + PAGE_SIZE, total)), number(total));
  return (
    <nav className="pager" aria-label={shown}>
      <span className="hint">{shown}</span>
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        {texts.previous}
      </Button>
      <Button disabled={first + PAGE_SIZE >= total} onClick={() => onPage(page + 1)}>
        {texts.next}
      </Button>
    </nav>
  );
}
