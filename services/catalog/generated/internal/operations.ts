// Generated from openapi/internal/catalog.yaml by `npm run generate`. Do not edit.
import type { InternalContext as Context } from '../../src/context.ts';
import type { ListedPrices } from './models.ts';

/** What `getListedPrices` is called with. */
export interface GetListedPricesRequest {
  path: {};
  query: { import: string; after?: string; limit: number };
  body: undefined;
}

/** What the service answers others: one function per operation of the document, but for what every service answers. */
export interface Operations {
  /** Reads the prices of an import, page by page. `GET /internal/listed_prices` */
  getListedPrices(context: Context<GetListedPricesRequest>): Promise<ListedPrices>;
}
