// Generated from openapi/catalog.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Accepted, Created, NoContent, Ok, Resource } from '@partner-ordering/http';
import type {
  Category,
  CategoryCreate,
  CategoryUpdate,
  Due,
  Gid,
  Mode,
  OrganizationReference,
  Price,
  PriceCreate,
  PriceFor,
  PriceImport,
  PriceUpdate,
  Product,
  ProductCreate,
  ProductUpdate,
  Skill,
} from './models.ts';

/** The arguments of `createCategory`. */
export interface CreateCategoryRequest {
  path: {};
  query: {};
  body: CategoryCreate;
}

/** The arguments of `updateCategory`. */
export interface UpdateCategoryRequest {
  path: { gid: string };
  query: {};
  body: CategoryUpdate;
}

/** The arguments of `deleteCategory`. */
export interface DeleteCategoryRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `importPrices`. */
export interface ImportPricesRequest {
  path: { gid: string };
  query: { remove?: boolean };
  body: undefined;
}

/** The arguments of `createPrice`. */
export interface CreatePriceRequest {
  path: {};
  query: {};
  body: PriceCreate;
}

/** The arguments of `getPriceFor`. */
export interface GetPriceForRequest {
  path: {};
  query: {
    'product.gid': Gid;
    'organization.gid': Gid;
    'options.due': Due;
    'options.mode': Mode;
    'options.skill'?: Skill;
    'options.quantity'?: number;
  };
  body: undefined;
}

/** The arguments of `updatePrice`. */
export interface UpdatePriceRequest {
  path: { gid: string };
  query: {};
  body: PriceUpdate;
}

/** The arguments of `deletePrice`. */
export interface DeletePriceRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `createProduct`. */
export interface CreateProductRequest {
  path: {};
  query: {};
  body: ProductCreate;
}

/** The arguments of `updateProduct`. */
export interface UpdateProductRequest {
  path: { gid: string };
  query: {};
  body: ProductUpdate;
}

/** The arguments of `deleteProduct`. */
export interface DeleteProductRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `allowProduct`. */
export interface AllowProductRequest {
  path: { gid: string; orgaGid: string };
  query: {};
  body: undefined;
}

/** The arguments of `disallowProduct`. */
export interface DisallowProductRequest {
  path: { gid: string; orgaGid: string };
  query: {};
  body: undefined;
}

/** The operations of the service: one function for each in the document. */
export interface Operations {
  /** Creates a category (admin). `POST /v1/categories` */
  createCategory(context: Context<CreateCategoryRequest>): Promise<Created>;
  /** Changes a category (admin). `PUT /v1/categories/{gid}` */
  updateCategory(context: Context<UpdateCategoryRequest>): Promise<NoContent>;
  /** Deletes a category without products (admin). `DELETE /v1/categories/{gid}` */
  deleteCategory(context: Context<DeleteCategoryRequest>): Promise<NoContent>;
  /** Imports an organization's prices from its price sheet (manager of the organization, admin). `GET /v1/organizations/{gid}/prices/fetch` */
  importPrices(context: Context<ImportPricesRequest>): Promise<Accepted<PriceImport>>;
  /** Creates a price (admin). `POST /v1/prices` */
  createPrice(context: Context<CreatePriceRequest>): Promise<Created>;
  /** Looks up an organization's price for a product and options (member, admin). `GET /v1/prices/for` */
  getPriceFor(context: Context<GetPriceForRequest>): Promise<Ok<PriceFor>>;
  /** Changes a price's amount, currency or validity (admin). `PUT /v1/prices/{gid}` */
  updatePrice(context: Context<UpdatePriceRequest>): Promise<NoContent>;
  /** Deletes a price (admin). `DELETE /v1/prices/{gid}` */
  deletePrice(context: Context<DeletePriceRequest>): Promise<NoContent>;
  /** Creates a product (admin). `POST /v1/products` */
  createProduct(context: Context<CreateProductRequest>): Promise<Created>;
  /** Changes a product (admin). `PUT /v1/products/{gid}` */
  updateProduct(context: Context<UpdateProductRequest>): Promise<NoContent>;
  /** Deletes a product without projects, and its prices (admin). `DELETE /v1/products/{gid}` */
  deleteProduct(context: Context<DeleteProductRequest>): Promise<NoContent>;
  /** Allows an organization to order a product (admin). `PUT /v1/products/{gid}/organizations/{orgaGid}` */
  allowProduct(context: Context<AllowProductRequest>): Promise<NoContent>;
  /** Stops an organization from ordering a product (admin). `DELETE /v1/products/{gid}/organizations/{orgaGid}` */
  disallowProduct(context: Context<DisallowProductRequest>): Promise<NoContent>;
}

/** The resources of the service: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {
  categories: Resource<Category>;
  priceImports: Resource<PriceImport>;
  prices: Resource<Price>;
  products: Resource<Product>;
  productOrganizations: Resource<OrganizationReference>;
}
