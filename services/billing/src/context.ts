import type { OperationContext, OperationRequest } from '@partner-ordering/http';

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request>;
