import type { OperationContext, OperationRequest } from '@partner-ordering/http';
import type { Seller } from '@partner-ordering/commerce';

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request> & Dependencies;

/** What this service adds to the common context. */
export interface Dependencies {
  /** The seller, for the VAT estimate. */
  readonly seller: Seller;
}
