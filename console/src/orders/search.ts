import { pageParameter, textParameter, choiceParameter, type Search } from '../text/search.ts';

/** The filters of a list of orders. `open` is every order that is neither done nor canceled. */
export const orderFilters = ['my_turn', 'open', 'draft', 'waiting', 'in_progress', 'late', 'finished', 'canceled'] as const;
/** The filters for our staff: orders that wait for it. */
export const staffFilters = ['requests', 'unanswered', 'without_works', 'late_contests', 'late_deliveries'] as const;
export type StaffFilter = (typeof staffFilters)[number];
export type OrderFilter = (typeof orderFilters)[number] | StaffFilter;

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
  search: textParameter(search),
  show: choiceParameter(show, [...orderFilters, ...staffFilters]),
  mine: mine === true ? true : undefined,
  sort: choiceParameter(sort, orderSorts),
  page: pageParameter(page),
});
