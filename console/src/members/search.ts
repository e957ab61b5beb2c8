import { pageOf, textOf, type Search } from '../text/search.ts';

/** The list of members in its address. */
export const membersSearch = ({ search, page }: Search): { search?: string | undefined; page?: number | undefined } => ({
  search: textOf(search),
  page: pageOf(page),
});
