import { formatTime, isGid } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import { stateSource, type PublishedState } from '@partner-ordering/http';
import { readState } from '@partner-ordering/messaging';
import type { CatalogStates } from '../generated/events.ts';
import { Category } from './domain/category.ts';
import { PriceList } from './domain/imports/price-list.ts';
import { Price } from './domain/price.ts';
import { ProductOrganization } from './domain/product-organization.ts';
import { Product } from './domain/product.ts';

const category: PublishedState<CatalogStates['category']> = {
  type: 'category',
  sources: [stateSource(Category, ({ gid }) => gid)],
  read: async ({ em }, gid) => {
    const found = await em.findOne(Category, { gid });
    return found && { gid, title: found.title };
  },
};

const product: PublishedState<CatalogStates['product']> = {
  type: 'product',
  sources: [stateSource(Product, ({ gid }) => gid), stateSource(ProductOrganization, ({ productGid }) => productGid)],
  read: async (tx, gid) => {
    const { em } = tx;
    const found = await em.findOne(Product, { gid });
    if (!found) return lastState(tx, gid);
    const allowed = await em.find(ProductOrganization, { productGid: gid }, { orderBy: { createdAt: 'asc', organizationGid: 'asc' } });
    return {
      gid,
      title: found.title,
      category: found.categoryGid,
      available_options: found.availableOptions,
      is_enabled: found.isEnabled,
      is_cumulative: found.isCumulative,
      organizations: allowed.map(({ organizationGid }) => organizationGid),
      interface: found.interface,
    };
  },
};

/**
 * A deleted product keeps its state, so that it has a name where somebody ordered it at this very moment. It is not enabled, so that nobody
 * orders it afterwards.
 */
async function lastState(tx: Transaction, gid: string): Promise<CatalogStates['product'] | null> {
  const last = (await readState(tx, 'product', gid))?.state as CatalogStates['product'] | null | undefined;
  return last ? { ...last, is_enabled: false, organizations: [] } : null;
}

/**
 * Published under its natural key, so that other services find a price by its configuration: all prices with the key together. Imported
 * prices are published as a list instead; a price that is made or changed afterwards says after which import.
 */
const price: PublishedState<CatalogStates['price']> = {
  type: 'price',
  sources: [stateSource(Price, ({ key }) => key)],
  isSum: true,
  read: async (tx, key) => {
    const found = (await tx.em.find(Price, { key })).toSorted((one, other) => startOf(one) - startOf(other));
    const [first] = found;
    const list = await listOf(tx, key);
    const revision = list && { list_revision: list.revision };
    if (!first) return list ? withoutPrices(tx, key, list) : null;
    return {
      gid: first.gid,
      product: first.productGid,
      organization: first.organizationGid,
      options: { mode: first.mode, due: first.due, skill: first.skill },
      amount_minor: first.amountMinor,
      currency: first.currency,
      ...(isAlwaysValid(first) ? {} : { windows: found.map(windowOf) }),
      ...revision,
    };
  },
};

/** The list of imported prices that a price belongs to, or would. */
async function listOf({ em }: Transaction, key: string): Promise<PriceList | null> {
  const [, organizationGid = ''] = key.split('/');
  return isGid(organizationGid) ? em.findOne(PriceList, { organizationGid }) : null;
}

/** The list may have a price with this key for those who have read it already, so it is not enough that there is no state. */
async function withoutPrices(tx: Transaction, key: string, { revision }: PriceList): Promise<CatalogStates['price'] | null> {
  const last = (await readState(tx, 'price', key))?.state as CatalogStates['price'] | null | undefined;
  return last ? { ...last, windows: [], list_revision: revision } : null;
}

const startOf = ({ validFrom }: Price): number => validFrom?.getTime() ?? -Infinity;
const isAlwaysValid = ({ validFrom, validUntil }: Price): boolean => !validFrom && !validUntil;

const windowOf = ({ gid, amountMinor, currency, validFrom, validUntil }: Price) => ({
  gid,
  amount_minor: amountMinor,
  currency,
  valid_from: validFrom && formatTime(validFrom),
  valid_until: validUntil && formatTime(validUntil),
});

const priceList: PublishedState<CatalogStates['price_list']> = {
  type: 'price_list',
  sources: [stateSource(PriceList, ({ organizationGid }) => organizationGid)],
  read: async ({ em }, organizationGid) => {
    const found = await em.findOne(PriceList, { organizationGid });
    return found && { organization: organizationGid, import: found.importGid, revision: found.revision };
  },
};

/** The public states that this service publishes, see openapi/events/catalog.yaml. */
export const states: readonly PublishedState[] = [category, product, price, priceList];
