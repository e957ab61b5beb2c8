import { part, type Shows } from '@partner-ordering/http';
import { managerOf } from '@partner-ordering/kernel';
import type { CatalogFacts, CatalogShown, PriceFact, PricesFact, ProductFact } from '../generated/events.ts';
import { priceImports } from './resources/price-imports.ts';
import { prices } from './resources/prices.ts';
import { products } from './resources/products.ts';

/** One text for all who may order it, so without the organizations, of which each sees its own. */
const product = ({ gid, organizations }: Omit<ProductFact, 'shown'>) => ({
  as: managerOf(...organizations),
  parts: { product: part(products, gid, { without: ['organizations'] }) },
});
/** Whoever may no longer order it does not see it either, and only reads how it was called. */
const withdrawn = ({ gid }: Omit<ProductFact, 'shown'>) => ({
  as: { ...managerOf(), isAdmin: true },
  parts: { product: part(products, gid, { only: ['gid', 'href', 'title'] }) },
  isOfRemoved: true as const,
});
const price = ({ gid, organization }: Omit<PriceFact, 'shown'>) => ({ as: managerOf(organization), parts: { price: part(prices, gid) } });
const imported = ({ organization, import: gid }: Omit<PricesFact, 'shown'>) => ({
  as: managerOf(organization),
  parts: { import: part(priceImports, gid) },
});

/** What partners are told of each fact: the parts that openapi/events/catalog.yaml names under `x-webhook`. */
export const shows = {
  'product.changed': product,
  'product.withdrawn': withdrawn,
  'price.changed': price,
  'price.deleted': (fact) => ({ ...price(fact), isOfRemoved: true }),
  'prices.imported': imported,
} satisfies Shows<CatalogFacts, CatalogShown>;
