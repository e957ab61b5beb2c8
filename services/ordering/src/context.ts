import type { InternalOperationContext, OperationContext, OperationRequest, DomainContext as CommonContext } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';
import type { Seller } from '@partner-ordering/commerce';
import type { Prices } from './domain/pricing/prices.ts';

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request, CallableServices<'ordering'>> & Dependencies;

/** The context that every operation of the internal document is called with. */
export type InternalContext<Request extends OperationRequest> = InternalOperationContext<Request, CallableServices<'ordering'>> &
  Dependencies;

/** The context of every operation of this service besides the request. */
export type DomainContext = CommonContext<CallableServices<'ordering'>> & Dependencies;

/** The parts that this service adds to the common context. */
export interface Dependencies {
  /** The seller, for the VAT estimate. */
  readonly seller: Seller;
  readonly prices: Prices;
}
