import { textOf, type Search } from '../text/search.ts';

type NewOrderSearch = { [Name in 'product' | 'search' | 'category']?: string | undefined };

/** The product that an order begins with; before, what products are looked for. */
export const newOrderSearch = ({ product, search, category }: Search): NewOrderSearch => ({
  product: textOf(product),
  search: textOf(search),
  category: textOf(category),
});
