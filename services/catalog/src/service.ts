import { followedOrganizations } from '@partner-ordering/commerce';
import { createService, type Service, type ServiceConfig } from '@partner-ordering/http';
import internalDocument from '../generated/internal/openapi.json' with { type: 'json' };
import { createRouter as createInternalRouter } from '../generated/internal/router.ts';
import document from '../generated/openapi.json' with { type: 'json' };
import { follows } from '../generated/events.ts';
import { createRouter } from '../generated/router.ts';
import { CategorySchema } from './domain/category.ts';
import { PriceSchema } from './domain/price.ts';
import { ProductOrganizationSchema } from './domain/product-organization.ts';
import { ProductSchema } from './domain/product.ts';
import { migrations } from './migrations/index.ts';
import { operations } from './operations/index.ts';
import { categories } from './resources/categories.ts';
import { productOrganizations } from './resources/organizations.ts';
import { prices } from './resources/prices.ts';
import { products } from './resources/products.ts';
import { states } from './states.ts';

/** Categories, products and prices. */
export const createCatalog = (config: ServiceConfig): Promise<Service> =>
  createService(
    {
      name: 'catalog',
      document,
      createRouter,
      internal: { document: internalDocument, createRouter: (routes) => createInternalRouter({}, routes) },
      operations,
      resources: { categories, prices, products, productOrganizations },
      parents: { organizations: followedOrganizations },
      entities: [CategorySchema, PriceSchema, ProductOrganizationSchema, ProductSchema],
      migrations,
      states,
      follows,
      constraints: {
        price_key: { path: 'options', message: 'already have a price for this product and organization' },
        // Deleted by somebody else at this moment.
        product_category_gid_fkey: { path: 'category', message: 'does not exist' },
        price_product_gid_fkey: { path: 'product', message: 'does not exist' },
      },
    },
    config,
  );
