import type { OperationContext, OperationRequest, DomainContext as CommonContext } from '@partner-ordering/http';
import type { Invoicing } from './domain/issue-invoice.ts';
import type { PaymentProvider } from './payments/provider.ts';

/** The additions of this service to the context of its operations. */
export interface Dependencies {
  /** Seller, clock and payment term of invoices and credit notes. */
  readonly invoicing: Invoicing;
  /** The public base URL. */
  readonly issuer: string;
  readonly provider: PaymentProvider;
}

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request> & Dependencies;

/** The context of every operation of this service, without the request. */
export type DomainContext = CommonContext & Dependencies;
