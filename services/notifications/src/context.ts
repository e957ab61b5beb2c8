import type { OperationContext, OperationRequest, DomainContext as CommonContext } from '@partner-ordering/http';
import type { Slots } from '@partner-ordering/kernel';
import type { RowCipher } from '@partner-ordering/service';
import type { GuardedClient } from '@partner-ordering/outbound';
import type { FeedConnections } from './events/feed-connections.ts';

/** This service's part of the context. */
export interface Dependencies {
  /** Calls the addresses of webhooks. */
  readonly client: GuardedClient;
  /** Encrypts the secrets of webhooks. */
  readonly cipher: RowCipher;
  /** Running checks, by organization. */
  readonly checks: Slots;
  readonly feedConnections: FeedConnections;
}

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request> & Dependencies;

/** The context without the request. */
export type DomainContext = CommonContext & Dependencies;
