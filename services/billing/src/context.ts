import type { OperationContext, OperationRequest, DomainContext as CommonContext } from '@partner-ordering/http';
import type { Invoicing } from './domain/issue-invoice.ts';
import type { PaymentProvider } from './payments/provider.ts';

/** What this service adds to the context of its operations. */
export interface Dependencies {
  /** Seller, clock and payment term of invoices and credit notes. */
  readonly invoicing: Invoicing;
  /** The public base URL. */
  readonly issuer: string;
  /** The payment provider. */
  readonly provider: PaymentProvider;
}

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request> & Dependencies;

/** What libs/http hands to every operation of this service besides the request. */
export type DomainContext = CommonContext & Dependencies;
