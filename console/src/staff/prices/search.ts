import { pageOf, textOf, type Search } from '../../text/search.ts';

/** The product whose prices alone are listed, in the address. */
export const pricesSearch = ({ product, page }: Search): { product?: string | undefined; page?: number | undefined } => ({
  product: textOf(product),
  page: pageOf(page),
});
