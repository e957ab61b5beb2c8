import type { InternalOperationContext, OperationContext, OperationRequest } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request, Neighbours<'catalog'>>;

/** The context that every operation of the internal document is called with. */
export type InternalContext<Request extends OperationRequest> = InternalOperationContext<Request, Neighbours<'catalog'>>;
