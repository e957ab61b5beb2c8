// Generated from openapi/internal/catalog.yaml by `npm run generate`. Do not edit.
import type { InternalContext as Context } from '../../src/context.ts';
import type { UnitPriceAnswer } from './models.ts';

/** The arguments of `getUnitPrice`. */
export interface GetUnitPriceRequest {
  path: {};
  query: { product: string; organization: string; mode: string; due: number; skill?: string };
  body: undefined;
}

/** The internal operations of the service: one function for each in the document, except those that every service has. */
export interface Operations {
  /** Reads an organization's current price for one unit of a product with its options. `GET /internal/prices/for` */
  getUnitPrice(context: Context<GetUnitPriceRequest>): Promise<UnitPriceAnswer>;
}
