import type { OperationContext, OperationRequest } from '@partner-ordering/http';

/** What an operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request>;
