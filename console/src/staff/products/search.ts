import { listSearch, textOf, type Search } from '../../text/search.ts';

type ProductsSearch = ReturnType<typeof listSearch> & { category?: string | undefined };

/** The filters of the list of products in its address. */
export const productsSearch = (search: Search): ProductsSearch => ({ ...listSearch(search), category: textOf(search.category) });
