import type { CallOptions } from '@partner-ordering/client';
import type { ComponentProps } from 'react';
import { useTexts } from '../text/language.tsx';
import { Button } from './button.tsx';
import { ListSearch, useFilters } from './filters.tsx';
import { List, type Paging } from './list.tsx';
import { Empty } from './states.tsx';
import { kitTexts } from './texts.ts';

type ListPropsOf<Item> = ComponentProps<typeof List<Item>>;

interface SearchedProps<Item> extends Pick<ListPropsOf<Item>, 'source' | 'children'> {
  /** The label of the search field. */
  label: string;
  read: (search: string | undefined, paging: Paging, options: CallOptions) => ReturnType<ListPropsOf<Item>['read']>;
  /** Said where there is nothing at all. */
  noneText?: string;
}

/** A list with a search above it. Search and page stand in the address, so a screen has one. */
export function SearchedList<Item>({ label, read, noneText, ...list }: SearchedProps<Item>) {
  const { search: filters, set } = useFilters();
  const { search } = filters;
  const { nothing, clear } = useTexts(kitTexts);
  return (
    <>
      <div className="filters">
        <ListSearch label={label} />
      </div>
      <List
        {...list}
        filter={search}
        read={(paging, options) => read(search, paging, options)}
        isInAddress
        empty={
          search === undefined ? (
            <Empty title={noneText ?? nothing} />
          ) : (
            <Empty title={nothing}>
              <Button onClick={() => set({ search: undefined })}>{clear}</Button>
            </Empty>
          )
        }
      />
    </>
  );
}
