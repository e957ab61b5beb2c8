import type { CallOptions } from '@partner-ordering/client';
import type { ComponentProps } from 'react';
import { useTexts } from '../text/language.tsx';
import { Button } from './button.tsx';
import { choiceParameter, type Search } from '../text/search.ts';
import { Choice, ListSearch, useFilters } from './filters.tsx';
import { List, type Paging } from './list.tsx';
import { Empty } from './states.tsx';
import { kitTexts } from './texts.ts';

type ListPropsOf<Item> = ComponentProps<typeof List<Item>>;

interface SearchedProps<Item> extends Pick<ListPropsOf<Item>, 'source' | 'children'> {
  /** The label of the search field. */
  label: string;
  /** Other filters, by their names in the address: a label, and the names of the values. */
  choices?: Readonly<Record<string, readonly [label: string, names: Readonly<Record<string, string>>]>>;
  read: (search: string | undefined, paging: Paging, options: CallOptions, chosen: Search) => ReturnType<ListPropsOf<Item>['read']>;
  /** Said where there is nothing at all. */
  noneTexts?: readonly [title: string, text?: string];
}

/** A list with a search and other filters above it. They and the page stand in the address, so a screen has one. */
export function SearchedList<Item>({ label, choices = {}, read, noneTexts, ...list }: SearchedProps<Item>) {
  const { search: address, set } = useFilters();
  const { search } = address;
  const { nothing, clear, all } = useTexts(kitTexts);
  const fields = Object.entries(choices).map(([name, [title, names]]) => {
    const options = Object.entries(names).map(([value, text]) => ({ value, name: text }));
    return { name, label: title, value: choiceParameter((address as Search)[name], Object.keys(names)), options };
  });
  const chosen = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const isNarrowed = [search, ...Object.values(chosen)].some((value) => value !== undefined);
  return (
    <>
      <div className="filters">
        <ListSearch label={label} />
        {fields.map(({ name, ...field }) => (
          <Choice key={name} {...field} noneLabel={all} onChange={(value) => set({ [name]: value })} />
        ))}
      </div>
      <List
        {...list}
        filter={[search, chosen]}
        read={(paging, options) => read(search, paging, options, chosen)}
        isInAddress
        empty={
          isNarrowed ? (
            <Empty title={nothing}>
              <Button onClick={() => set(Object.fromEntries(['search', ...Object.keys(choices)].map((name) => [name, undefined])))}>
                {clear}
              </Button>
            </Empty>
          ) : (
            <Empty title={noneTexts?.[0] ?? nothing} text={noneTexts?.[1]} />
          )
        }
      />
    </>
  );
}
