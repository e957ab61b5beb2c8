import type { OperationContext, OperationRequest } from '@partner-ordering/http';
import type { Seller } from '@partner-ordering/commerce';

/** What an operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request> & Dependencies;

/** This service's own part of it. */
export interface Dependencies {
  /** Who sells, for the VAT estimate. */
  readonly seller: Seller;
}
