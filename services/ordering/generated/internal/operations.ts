// Generated from openapi/internal/ordering.yaml by `npm run generate`. Do not edit.
import type { InternalContext as Context } from '../../src/context.ts';
import type { ProductUse } from './models.ts';

/** What `getProductUse` is called with. */
export interface GetProductUseRequest {
  path: {};
  query: { product: string };
  body: undefined;
}

/** What the service answers others: one function per operation of the document, but for what every service answers. */
export interface Operations {
  /** Reads whether a product has projects. `GET /internal/product_use` */
  getProductUse(context: Context<GetProductUseRequest>): Promise<ProductUse>;
}
