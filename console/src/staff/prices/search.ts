import { pageSearch, textOf, type Search } from '../../text/search.ts';

/** The product whose prices alone are listed, in the address. */
export const pricesSearch = (search: Search): ReturnType<typeof pageSearch> & { product?: string | undefined } => ({
  ...pageSearch(search),
  product: textOf(search['product']),
});
