import { any, type CallOptions, type Expression } from '@partner-ordering/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** The number of items offered at once. */
export const MAX_CHOICES = 10;

/** The first that were found, and how many there are. */
export interface Matches<Item> {
  items: readonly Item[];
  total_count: number;
}

/** The choices of a field: items of an API collection that match a typed text. */
export interface Choices<Item> {
  collection: string;
  /** The first that have this text; without a text the first of all. */
  search: (text: string, options: CallOptions) => PromiseLike<Matches<Item>>;
  /** A search for fewer letters finds next to nothing, which says nothing. */
  minLength?: number;
  nameOf: (item: Item) => string;
}

interface Name {
  ge: (text: string) => Expression;
  contains: (text: string) => Expression;
}

type Condition = (name: Name) => Expression;

interface ChoicesByName<Item> extends Pick<Choices<Item>, 'collection' | 'nameOf'> {
  /** Reads by name as many as are offered. */
  read: (where: Condition, options: CallOptions) => PromiseLike<Matches<Item>>;
}

/** Choices by name: first those that begin with the text, then those that have it elsewhere. */
export function choicesByName<Item extends { gid: string }>({ collection, nameOf, read }: ChoicesByName<Item>): Choices<Item> {
  const search = async (text: string, options: CallOptions): Promise<Matches<Item>> => {
    const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
    // From the text on, those that begin with it come first. Which case is before the other depends on the database.
    const [following, containing] = await Promise.all([
      text === '' ? { items: [] } : read((name) => any(name.ge(lower), name.ge(upper)).and(name.contains(text)), options),
      read((name) => name.contains(text), options),
    ]);
    const beginningWith = following.items.filter((item) => nameOf(item).toLowerCase().startsWith(lower));
    const items = [...new Map([...beginningWith, ...containing.items].map((item) => [item.gid, item])).values()];
    return { items: items.slice(0, MAX_CHOICES), total_count: containing.total_count };
  };
  return { collection, search, nameOf };
}

/** The items that match the text last asked for; the previous items stay until they are read. */
export function useChoices<Item>({ collection, search }: Choices<Item>) {
  const [searchText, setSearchText] = useState<string>();
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [collection, 'choices', searchText],
    queryFn: async ({ signal }) => search(searchText!, { signal }),
    enabled: searchText !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const { items: matches, total_count: total } = data ?? noMatches;
  return { searchText, setSearchText, matches, total, error, isSettled: data !== undefined && !isPlaceholderData };
}

const noMatches: Matches<never> = { items: [], total_count: 0 };
