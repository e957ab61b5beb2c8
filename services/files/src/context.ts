import type { InternalOperationContext, OperationContext, OperationRequest } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';
import type { Parts } from './domain/parts.ts';

/** The additions of this service to the context of its operations. */
export interface Dependencies extends Readonly<Pick<Parts, 'storage' | 'quotas' | 'write'>> {
  /** The public address, which files' addresses begin with. */
  readonly issuer: string;
}

/** The context of this service's operations. */
export type Context<Request extends OperationRequest> = OperationContext<Request, CallableServices<'files'>> & Dependencies;

/** The context of the internal document's operations. */
export type InternalContext<Request extends OperationRequest> = InternalOperationContext<Request, CallableServices<'files'>> & Dependencies;
