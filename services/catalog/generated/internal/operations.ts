// Generated from openapi/internal/catalog.yaml by `npm run generate`. Do not edit.
import type { InternalContext as Context } from '../../src/context.ts';
import type { UnitPriceAnswer } from './models.ts';

/** What `getUnitPrice` is called with. */
export interface GetUnitPriceRequest {
  path: {};
  query: { product: string; organization: string; mode: string; due: number; skill?: string };
  body: undefined;
}

/** What the service answers others: one function per operation of the document, but for what every service answers. */
export interface Operations {
  /** Reads an organization's current price for one unit of a product with its options. `GET /internal/prices/for` */
  getUnitPrice(context: Context<GetUnitPriceRequest>): Promise<UnitPriceAnswer>;
}
