// Generated from openapi/catalog.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.list('listCategories', resources.categories);
  routes.operation('createCategory', operations.createCategory);
  routes.read('getCategory', resources.categories);
  routes.operation('updateCategory', operations.updateCategory);
  routes.operation('deleteCategory', operations.deleteCategory);
  routes.operation('importPrices', operations.importPrices);
  routes.list('listPriceImports', resources.priceImports);
  routes.read('getPriceImport', resources.priceImports);
  routes.list('listOrganizationProducts', resources.products);
  routes.list('listPrices', resources.prices);
  routes.operation('createPrice', operations.createPrice);
  routes.operation('getPriceFor', operations.getPriceFor);
  routes.count('countPrices', resources.prices);
  routes.read('getPrice', resources.prices);
  routes.operation('updatePrice', operations.updatePrice);
  routes.operation('deletePrice', operations.deletePrice);
  routes.list('listProducts', resources.products);
  routes.operation('createProduct', operations.createProduct);
  routes.count('countProducts', resources.products);
  routes.read('getProduct', resources.products);
  routes.operation('updateProduct', operations.updateProduct);
  routes.operation('deleteProduct', operations.deleteProduct);
  routes.list('listProductOrganizations', resources.productOrganizations);
  routes.operation('allowProduct', operations.allowProduct);
  routes.operation('disallowProduct', operations.disallowProduct);
  return routes.router();
}
