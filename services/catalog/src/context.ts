import type { OperationContext, OperationRequest } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request, Neighbours<'catalog'>>;
