import { textOf, type Search } from '../text/search.ts';

/** The product that an order begins with. */
export const newOrderSearch = ({ product }: Search): { product?: string | undefined } => ({ product: textOf(product) });
