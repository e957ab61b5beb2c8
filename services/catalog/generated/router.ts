// Generated from openapi/catalog.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.list(
    {
      method: 'get',
      path: '/v1/categories',
      operationId: 'listCategories',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'title', 'description'],
      orderable: ['gid', 'created_at', 'modified_at', 'title', 'weight'],
    },
    resources.categories,
  );
  routes.operation(
    { method: 'post', path: '/v1/categories', operationId: 'createCategory', public: false, scopes: ['base'], transaction: true },
    operations.createCategory,
  );
  routes.read(
    { method: 'get', path: '/v1/categories/{gid}', operationId: 'getCategory', public: false, scopes: ['base'], parameter: 'gid' },
    resources.categories,
  );
  routes.operation(
    { method: 'put', path: '/v1/categories/{gid}', operationId: 'updateCategory', public: false, scopes: ['base'], transaction: true },
    operations.updateCategory,
  );
  routes.operation(
    { method: 'delete', path: '/v1/categories/{gid}', operationId: 'deleteCategory', public: false, scopes: ['base'], transaction: true },
    operations.deleteCategory,
  );
  routes.operation(
    {
      method: 'get',
      path: '/v1/organizations/{gid}/prices/fetch',
      operationId: 'importPrices',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.importPrices,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/organizations/{gid}/prices/imports',
      operationId: 'listPriceImports',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'status'],
      orderable: ['gid', 'created_at', 'modified_at'],
      within: { resource: 'organizations', parameter: 'gid', field: 'organization' },
    },
    resources.priceImports,
  );
  routes.read(
    {
      method: 'get',
      path: '/v1/organizations/{gid}/prices/imports/{importGid}',
      operationId: 'getPriceImport',
      public: false,
      scopes: ['base'],
      parameter: 'importGid',
      within: { resource: 'organizations', parameter: 'gid', field: 'organization' },
    },
    resources.priceImports,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/orgs/{orgGid}/products',
      operationId: 'listOrganizationProducts',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'category.gid', 'category.id', 'organizations.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'title', 'category.title', 'weight'],
      within: { resource: 'organizations', parameter: 'orgGid', field: 'organizations' },
    },
    resources.products,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/prices',
      operationId: 'listPrices',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'updated_at', 'organization.gid', 'product.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'updated_at'],
    },
    resources.prices,
  );
  routes.operation(
    { method: 'post', path: '/v1/prices', operationId: 'createPrice', public: false, scopes: ['base'], transaction: true },
    operations.createPrice,
  );
  routes.operation(
    { method: 'get', path: '/v1/prices/for', operationId: 'getPriceFor', public: false, scopes: ['base'], transaction: false },
    operations.getPriceFor,
  );
  routes.count(
    {
      method: 'get',
      path: '/v1/prices/total_count',
      operationId: 'countPrices',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'updated_at', 'organization.gid', 'product.gid'],
    },
    resources.prices,
  );
  routes.read(
    { method: 'get', path: '/v1/prices/{gid}', operationId: 'getPrice', public: false, scopes: ['base'], parameter: 'gid' },
    resources.prices,
  );
  routes.operation(
    { method: 'put', path: '/v1/prices/{gid}', operationId: 'updatePrice', public: false, scopes: ['base'], transaction: true },
    operations.updatePrice,
  );
  routes.operation(
    { method: 'delete', path: '/v1/prices/{gid}', operationId: 'deletePrice', public: false, scopes: ['base'], transaction: true },
    operations.deletePrice,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/products',
      operationId: 'listProducts',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'category.gid', 'category.id', 'organizations.gid'],
      orderable: ['gid', 'created_at', 'modified_at', 'title', 'category.title', 'weight'],
    },
    resources.products,
  );
  routes.operation(
    { method: 'post', path: '/v1/products', operationId: 'createProduct', public: false, scopes: ['base'], transaction: true },
    operations.createProduct,
  );
  routes.count(
    {
      method: 'get',
      path: '/v1/products/total_count',
      operationId: 'countProducts',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at', 'category.gid', 'category.id', 'organizations.gid'],
    },
    resources.products,
  );
  routes.read(
    { method: 'get', path: '/v1/products/{gid}', operationId: 'getProduct', public: false, scopes: ['base'], parameter: 'gid' },
    resources.products,
  );
  routes.operation(
    { method: 'put', path: '/v1/products/{gid}', operationId: 'updateProduct', public: false, scopes: ['base'], transaction: true },
    operations.updateProduct,
  );
  routes.operation(
    { method: 'delete', path: '/v1/products/{gid}', operationId: 'deleteProduct', public: false, scopes: ['base'], transaction: true },
    operations.deleteProduct,
  );
  routes.list(
    {
      method: 'get',
      path: '/v1/products/{gid}/organizations',
      operationId: 'listProductOrganizations',
      public: false,
      scopes: ['base'],
      searchable: ['gid', 'created_at', 'modified_at'],
      orderable: ['gid', 'created_at', 'modified_at', 'name'],
      within: { resource: 'products', parameter: 'gid', field: 'product' },
    },
    resources.productOrganizations,
  );
  routes.operation(
    {
      method: 'put',
      path: '/v1/products/{gid}/organizations/{orgaGid}',
      operationId: 'allowProduct',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.allowProduct,
  );
  routes.operation(
    {
      method: 'delete',
      path: '/v1/products/{gid}/organizations/{orgaGid}',
      operationId: 'disallowProduct',
      public: false,
      scopes: ['base'],
      transaction: true,
    },
    operations.disallowProduct,
  );
  return routes.router();
}
