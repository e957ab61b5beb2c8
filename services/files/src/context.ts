import type { OperationContext, OperationRequest } from '@partner-ordering/http';
import type { Addresses } from './domain/address.ts';
import type { Storage } from './storage/storage.ts';

/** What this service adds to the context of its operations. */
export interface Dependencies {
  readonly storage: Storage;
  readonly addresses: Addresses;
}

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request> & Dependencies;
