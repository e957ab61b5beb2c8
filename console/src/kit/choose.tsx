import type { CallOptions } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { ALL } from '../api/queries.ts';
import { SelectField } from './fields.tsx';

const CHOICE_MS = 5 * 60_000;

/** All of a collection, for a choice among them: asked when its field appears, unless it was shortly before. */
export function useAll<Item>(collection: string, read: (options: CallOptions) => AsyncIterable<Item>): readonly Item[] {
  const { data = [] } = useQuery({
    queryKey: [collection, ALL],
    queryFn: async ({ signal }) => {
      const items: Item[] = [];
      for await (const item of read({ signal })) items.push(item);
      return items;
    },
    staleTime: CHOICE_MS,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  return data;
}

/** What is chosen comes first, and stands there before the others are read. */
export const chosenFirst = <Item extends { gid: string }>(chosen: readonly Item[], all: readonly Item[]): Item[] => [
  ...chosen,
  ...all.filter(({ gid }) => !chosen.some((one) => one.gid === gid)),
];

interface GidFieldProps<Item> {
  name: string;
  label: string;
  hint?: string;
  of: readonly Item[];
  nameOf: (item: Item) => string;
  /** There from the start, so that the field keeps it while the others come. */
  value?: Item | null | undefined;
  /** What it is called to choose none; without it, one must be chosen. */
  none?: string | undefined;
  onChoice?: (item: Item | undefined) => void;
}

/** A choice of one of these; its value is the gid. */
export function GidField<Item extends { gid: string }>({ of, nameOf, value, none = '', onChoice, ...field }: GidFieldProps<Item>) {
  const all = chosenFirst(value ? [value] : [], of);
  return (
    <SelectField
      {...field}
      none={none}
      options={all.map((item) => ({ value: item.gid, name: nameOf(item) }))}
      defaultValue={value?.gid}
      onChange={({ target }) => onChoice?.(all.find(({ gid }) => gid === target.value))}
    />
  );
}
