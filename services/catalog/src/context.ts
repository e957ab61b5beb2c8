import type { InternalOperationContext, OperationContext, OperationRequest } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request, CallableServices<'catalog'>>;

/** The context that every operation of the internal document is called with. */
export type InternalContext<Request extends OperationRequest> = InternalOperationContext<Request, CallableServices<'catalog'>>;
