import { pageOf, textOf, wordOf, type Search } from '../text/search.ts';

/** What a list of orders is narrowed to. `open` is whatever is neither done nor canceled. */
export const orderFilters = ['open', 'draft', 'waiting', 'in_progress', 'finished', 'canceled'] as const;
export type OrderFilter = (typeof orderFilters)[number];

export const orderSorts = ['created_at', 'deadline_at', 'title'] as const;

export interface OrdersSearch {
  search?: string | undefined;
  show?: OrderFilter | undefined;
  mine?: true | undefined;
  sort?: (typeof orderSorts)[number] | undefined;
  page?: number | undefined;
}

/** The filters of the list of orders in its address. */
export const ordersSearch = ({ search, show, mine, sort, page }: Search): OrdersSearch => ({
  search: textOf(search),
  show: wordOf(show, orderFilters),
  mine: mine === true ? true : undefined,
  sort: wordOf(sort, orderSorts),
  page: pageOf(page),
});
