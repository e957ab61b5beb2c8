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

/** What `createCategory` is called with. */
export interface CreateCategoryRequest {
  path: {};
  query: {};
  body: CategoryCreate;
}

/** What `updateCategory` is called with. */
export interface UpdateCategoryRequest {
  path: { gid: string };
  query: {};
  body: CategoryUpdate;
}

/** What `deleteCategory` is called with. */
export interface DeleteCategoryRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** What `importPrices` is called with. */
export interface ImportPricesRequest {
  path: { gid: string };
  query: { remove?: boolean };
  body: undefined;
}

/** What `createPrice` is called with. */
export interface CreatePriceRequest {
  path: {};
  query: {};
  body: PriceCreate;
}

/** What `getPriceFor` is called with. */
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

/** What `updatePrice` is called with. */
export interface UpdatePriceRequest {
  path: { gid: string };
  query: {};
  body: PriceUpdate;
}

/** What `deletePrice` is called with. */
export interface DeletePriceRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** What `createProduct` is called with. */
export interface CreateProductRequest {
  path: {};
  query: {};
  body: ProductCreate;
}

/** What `updateProduct` is called with. */
export interface UpdateProductRequest {
  path: { gid: string };
  query: {};
  body: ProductUpdate;
}

/** What `deleteProduct` is called with. */
export interface DeleteProductRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** What `allowProduct` is called with. */
export interface AllowProductRequest {
  path: { gid: string; orgaGid: string };
  query: {};
  body: undefined;
}

/** What `disallowProduct` is called with. */
export interface DisallowProductRequest {
  path: { gid: string; orgaGid: string };
  query: {};
  body: undefined;
}

/** What the service decides: one function per operation of the document. */
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

/** What the service shows: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {
  categories: Resource<Category>;
  priceImports: Resource<PriceImport>;
  prices: Resource<Price>;
  products: Resource<Product>;
  productOrganizations: Resource<OrganizationReference>;
}
