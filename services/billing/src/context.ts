import type { OperationContext, OperationRequest } from '@partner-ordering/http';
import type { Invoicing } from './domain/issue-invoice.ts';

/** What this service adds to the context of its operations. */
export interface Dependencies {
  /** Seller, clock and time to pay, with which invoices and credit notes are issued. */
  readonly invoicing: Invoicing;
}

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request> & Dependencies;
