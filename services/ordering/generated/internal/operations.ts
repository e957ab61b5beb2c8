// Generated from openapi/internal/ordering.yaml by `npm run generate`. Do not edit.
import type { InternalContext as Context } from '../../src/context.ts';
import type { ProductUse, ProjectFiles } from './models.ts';

/** The arguments of `getProductUse`. */
export interface GetProductUseRequest {
  path: {};
  query: { product: string };
  body: undefined;
}

/** The arguments of `listProjectFiles`. */
export interface ListProjectFilesRequest {
  path: {};
  query: { project: string; user: string; path?: string };
  body: undefined;
}

/** The internal operations of the service: one function for each in the document, except those that every service has. */
export interface Operations {
  /** Reads whether a product has projects. `GET /internal/product_use` */
  getProductUse(context: Context<GetProductUseRequest>): Promise<ProductUse>;
  /** Lists the files of a project that a user may see. `GET /internal/project_files` */
  listProjectFiles(context: Context<ListProjectFilesRequest>): Promise<ProjectFiles>;
}
