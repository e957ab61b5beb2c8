import { followedOrganizations } from '@partner-ordering/commerce';
import { createService, type Service, type ServiceConfig } from '@partner-ordering/service';
import { guardedClient } from '@partner-ordering/outbound';
import internalDocument from '../generated/internal/openapi.json' with { type: 'json' };
import { createRouter as createInternalRouter } from '../generated/internal/router.ts';
import document from '../generated/openapi.json' with { type: 'json' };
import { follows } from '../generated/events.ts';
import { createRouter } from '../generated/router.ts';
import { CategorySchema } from './domain/category.ts';
import { PriceImportSchema } from './domain/imports/price-import.ts';
import { PriceSchema } from './domain/price.ts';
import { ProductOrganizationSchema } from './domain/product-organization.ts';
import { ProductSchema } from './domain/product.ts';
import { faults } from './faults.ts';
import { internalOperations } from '../generated/internal/operation-index.ts';
import { jobs } from './jobs/index.ts';
import { migrations } from './migrations.ts';
import { operations } from '../generated/operation-index.ts';
import { categories } from './resources/categories.ts';
import { productOrganizations } from './resources/organizations.ts';
import { priceImports } from './resources/price-imports.ts';
import { prices } from './resources/prices.ts';
import { products } from './resources/products.ts';
import { webhookPayloads } from './webhook-payloads.ts';
import { states } from './states.ts';

/** Configuration of this service, besides the common one. */
export type CatalogConfig = ServiceConfig & {
  /** In development: sheets may be fetched from private networks and without TLS. */
  allowPrivateTargets?: boolean;
};

/** Categories, products and prices. */
export const createCatalog = (config: CatalogConfig): Promise<Service> => {
  const client = guardedClient({ allowPrivate: config.allowPrivateTargets ?? false });
  return createService(
    {
      name: 'catalog',
      document,
      createRouter,
      internal: { document: internalDocument, createRouter: (routes) => createInternalRouter(internalOperations, routes) },
      operations,
      resources: { categories, priceImports, prices, products, productOrganizations },
      parents: { organizations: followedOrganizations },
      entities: [CategorySchema, PriceImportSchema, PriceSchema, ProductOrganizationSchema, ProductSchema],
      migrations,
      states,
      webhookPayloads,
      follows,
      jobs: jobs(client),
      constraints: {
        price_key: faults.already_priced('options'),
        // Two requests at once: the second one finds the import of the first.
        price_import_pending: 'retry',
        // Deleted by somebody else at this moment.
        product_category_gid_fkey: faults.not_found('category'),
        price_product_gid_fkey: faults.not_found('product'),
      },
      extend: () => ({ stop: () => void client.close() }),
    },
    config,
  );
};
