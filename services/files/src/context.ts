import type { InternalOperationContext, OperationContext, OperationRequest, Service } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';
import type { Addresses } from './domain/address.ts';
import type { StoreDocument } from './domain/document.ts';
import type { Quotas } from './domain/forms/quotas.ts';
import type { ImageLimits } from './domain/images/image-limits.ts';
import type { Storage } from './storage/storage.ts';

/** What this service adds to the context of its operations. */
export interface Dependencies {
  readonly storage: Storage;
  readonly addresses: Addresses;
  readonly imageLimits: ImageLimits;
  readonly quotas: Quotas;
  readonly storeDocument: StoreDocument;
  /** The public address, which files' addresses begin with. */
  readonly issuer: string;
  /** See `Service.write`: for reads that record an upload. */
  readonly write: Service['write'];
}

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request, CallableServices<'files'>> & Dependencies;

/** The context that every operation of the internal document is called with. */
export type InternalContext<Request extends OperationRequest> = InternalOperationContext<Request, CallableServices<'files'>> & Dependencies;
