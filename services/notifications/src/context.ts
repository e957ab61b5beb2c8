import type { OperationContext, OperationRequest, OperationTools, RowCipher, Slots } from '@partner-ordering/http';
import type { GuardedClient } from '@partner-ordering/outbound';
import type { Following } from './events/following.ts';

/** What this service adds to the context of its operations. */
export interface Dependencies {
  /** Calls the addresses of webhooks. */
  readonly client: GuardedClient;
  /** Encrypts the secrets of webhooks. */
  readonly cipher: RowCipher;
  /** Of the checks that run, by organization. */
  readonly checks: Slots;
  /** Those who follow the events of organizations. */
  readonly following: Following;
}

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request> & Dependencies;

/** What libs/http hands to every operation of this service besides the request. */
export type Tools = OperationTools & Dependencies;
