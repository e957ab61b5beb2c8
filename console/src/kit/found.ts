import { any, type CallOptions, type Expression } from '@partner-ordering/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** The number of items offered at once. */
export const OFFERED = 10;

/** The first that were found, and how many there are. */
export interface Found<Item> {
  items: readonly Item[];
  total_count: number;
}

/** The choices of a field: items of an API collection that match a typed text. */
export interface Choices<Item> {
  collection: string;
  /** The first that have this text; without a text the first of all. */
  search: (text: string, options: CallOptions) => PromiseLike<Found<Item>>;
  /** A search for fewer letters finds next to nothing, which says nothing. */
  least?: number;
  nameOf: (item: Item) => string;
}

interface Name {
  ge: (text: string) => Expression;
  contains: (text: string) => Expression;
}

type Condition = (name: Name) => Expression;

interface ByName<Item> extends Pick<Choices<Item>, 'collection' | 'nameOf'> {
  /** Reads by name as many as are offered. */
  read: (where: Condition, options: CallOptions) => PromiseLike<Found<Item>>;
}

/** Choices by name: first those that begin with the text, then those that have it elsewhere. */
export function choicesByName<Item extends { gid: string }>({ collection, nameOf, read }: ByName<Item>): Choices<Item> {
  const search = async (text: string, options: CallOptions): Promise<Found<Item>> => {
    const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
    // From the text on, those that begin with it come first. Which case is before the other depends on the database.
    const [next, all] = await Promise.all([
      text === '' ? { items: [] } : read((name) => any(name.ge(lower), name.ge(upper)).and(name.contains(text)), options),
      read((name) => name.contains(text), options),
    ]);
    const beginning = next.items.filter((item) => nameOf(item).toLowerCase().startsWith(lower));
    const items = [...new Map([...beginning, ...all.items].map((item) => [item.gid, item])).values()];
    return { items: items.slice(0, OFFERED), total_count: all.total_count };
  };
  return { collection, search, nameOf };
}

/** The items that match the text last asked for; the previous items stay until they are read. */
export function useFound<Item>({ collection, search }: Choices<Item>) {
  const [asked, ask] = useState<string>();
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [collection, 'choices', asked],
    queryFn: async ({ signal }) => search(asked!, { signal }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const { items: found, total_count: total } = data ?? nothing;
  return { asked, ask, found, total, error, isSettled: data !== undefined && !isPlaceholderData };
}

const nothing: Found<never> = { items: [], total_count: 0 };
