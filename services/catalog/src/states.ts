import type { Transaction } from '@partner-ordering/data';
import { invalid } from '@partner-ordering/kernel';
import { stateSource, type PublishedState } from '@partner-ordering/writes';
import { readState } from '@partner-ordering/messaging';
import type { CatalogStates } from '../generated/events.ts';
import { Category } from './domain/category.ts';
import { ProductOrganization } from './domain/product-organization.ts';
import { Product } from './domain/product.ts';
import { faults } from './faults.ts';

/** Of a product, so that no state passes the limit of events; as in openapi/events/catalog.yaml. */
const MAX_ORGANIZATIONS = 10_000;

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
    if (allowed.length > MAX_ORGANIZATIONS) throw invalid(faults.too_many_items('organizations', { max: MAX_ORGANIZATIONS }));
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

/** The state of a deleted product stays, disabled: an order placed at the same moment still shows its title. */
async function lastState(tx: Transaction, gid: string): Promise<CatalogStates['product'] | null> {
  const last = (await readState(tx, 'product', gid))?.state as CatalogStates['product'] | null | undefined;
  return last ? { ...last, is_enabled: false, organizations: [] } : null;
}

/** The public states that this service publishes, see openapi/events/catalog.yaml. */
export const states: readonly PublishedState[] = [category, product];
