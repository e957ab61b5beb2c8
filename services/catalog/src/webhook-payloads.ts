import { part, type WebhookPayloads } from '@partner-ordering/writes';
import { managerOf } from '@partner-ordering/kernel';
import type { CatalogFacts, CatalogPayloads, PriceFact, PricesFact, ProductFact } from '../generated/events.ts';
import { priceImports } from './resources/price-imports.ts';
import { prices } from './resources/prices.ts';
import { products } from './resources/products.ts';

/** Reads everything, for organizations that may not read it themselves. */
const anybody = { ...managerOf(), isAdmin: true };

const productPart = part(products, { without: ['organizations'] });
const productReference = part(products, { only: ['gid', 'href', 'title'] });
const pricePart = part(prices);
const inheritedPrice = part(prices, { only: ['product', 'options'] });
const importPart = part(priceImports);
const inheritedImport = part(priceImports, { only: ['status'] });

/** One text for all who may order it, so without the organizations, of which each sees its own. */
const product = ({ gid, organizations }: Omit<ProductFact, 'payload'>) => ({
  as: managerOf(...organizations),
  parts: { product: productPart(gid) },
});
/** An organization that may no longer order a product gets only its reference and title. */
const withdrawn = ({ gid }: Omit<ProductFact, 'payload'>) => ({
  as: anybody,
  parts: { product: productReference(gid) },
  isOfRemoved: true as const,
});
/** The price of a parent and the default price show only what they are for: `/prices/for` says what an organization pays. */
const price = ({ gid, organizations, is_inherited: isInherited }: Omit<PriceFact, 'payload'>) =>
  isInherited
    ? { as: anybody, parts: { price: inheritedPrice(gid) } }
    : { as: managerOf(...organizations), parts: { price: pricePart(gid) } };
/** A parent's import shows only its status. */
const imported = ({ organizations, import: gid, is_inherited: isInherited }: Omit<PricesFact, 'payload'>) =>
  isInherited
    ? { as: anybody, parts: { import: inheritedImport(gid) } }
    : { as: managerOf(...organizations), parts: { import: importPart(gid) } };

/** The webhook payload of each fact: the parts that openapi/events/catalog.yaml names under `x-webhook`. */
export const webhookPayloads = {
  'product.changed': product,
  'product.withdrawn': withdrawn,
  'price.changed': price,
  'price.deleted': (fact) => ({ ...price(fact), isOfRemoved: true }),
  'prices.imported': imported,
} satisfies WebhookPayloads<CatalogFacts, CatalogPayloads>;
