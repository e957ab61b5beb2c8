import type { InternalOperationContext, OperationContext, OperationRequest, Resource } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';
import type { Membership as MembershipModel, User as UserModel } from '../generated/models.ts';
import type { Membership } from './domain/membership.ts';
import type { User } from './domain/user.ts';
import type { AuthorizationServer } from './oauth/authorization-server.ts';
import type { OwnUser } from './resources/users.ts';

/** This service's part of the context. */
export interface Dependencies {
  readonly authorizationServer: AuthorizationServer;
  /** Bound to this installation's address, which the URLs of avatars begin with. */
  readonly users: Resource<UserModel, User>;
  /** Bound to the clock, which sets the month of `monthly_spent`. */
  readonly memberships: Resource<MembershipModel, Membership>;
  /** Users as they see themselves. */
  readonly me: Resource<OwnUser, User>;
}

/** The context that every operation of this service is called with. */
export type Context<Request extends OperationRequest> = OperationContext<Request, CallableServices<'identity'>> & Dependencies;

/** The context of operations of the internal document. */
export type InternalContext<Request extends OperationRequest> = InternalOperationContext<Request, CallableServices<'identity'>> &
  Dependencies;
