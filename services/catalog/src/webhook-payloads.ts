import { part, type WebhookPayloads } from '@partner-ordering/http';
import { managerOf } from '@partner-ordering/kernel';
import type { CatalogFacts, CatalogPayloads, PriceFact, PricesFact, ProductFact } from '../generated/events.ts';
import { priceImports } from './resources/price-imports.ts';
import { prices } from './resources/prices.ts';
import { products } from './resources/products.ts';

/** Sees everything, for those who see nothing of it by themselves. */
const anybody = { ...managerOf(), isAdmin: true };

/** One text for all who may order it, so without the organizations, of which each sees its own. */
const product = ({ gid, organizations }: Omit<ProductFact, 'shown'>) => ({
  as: managerOf(...organizations),
  parts: { product: part(products, gid, { without: ['organizations'] }) },
});
/** Whoever may no longer order it does not see it either, and only reads how it was called. */
const withdrawn = ({ gid }: Omit<ProductFact, 'shown'>) => ({
  as: anybody,
  parts: { product: part(products, gid, { only: ['gid', 'href', 'title'] }) },
  isOfRemoved: true as const,
});
/** Of the price of a parent, or the default price, they are only told what it is for: `/prices/for` says what they pay. */
const price = ({ gid, organizations, is_inherited: isInherited }: Omit<PriceFact, 'shown'>) =>
  isInherited
    ? { as: anybody, parts: { price: part(prices, gid, { only: ['product', 'options'] }) } }
    : { as: managerOf(...organizations), parts: { price: part(prices, gid) } };
/** Of a parent's import only that it has happened. */
const imported = ({ organizations, import: gid, is_inherited: isInherited }: Omit<PricesFact, 'shown'>) =>
  isInherited
    ? { as: anybody, parts: { import: part(priceImports, gid, { only: ['status'] }) } }
    : { as: managerOf(...organizations), parts: { import: part(priceImports, gid) } };

/** What partners are told of each fact: the parts that openapi/events/catalog.yaml names under `x-webhook`. */
export const webhookPayloads = {
  'product.changed': product,
  'product.withdrawn': withdrawn,
  'price.changed': price,
  'price.deleted': (fact) => ({ ...price(fact), isOfRemoved: true }),
  'prices.imported': imported,
} satisfies WebhookPayloads<CatalogFacts, CatalogPayloads>;
