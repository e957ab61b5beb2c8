// Generated from openapi/events by `npm run generate`. Do not edit.

/** Public state of each aggregate that this service owns, by its type. */
export interface NotificationsStates {}

/** What happens in this service, by event type. */
export interface NotificationsFacts {}

/** What this service follows: fields of states, by service and type, and facts. For `createService`. */
export const follows = {
  states: { identity: { principal: ['roles', 'is_enabled', 'memberships'], organization: ['name', 'hostname', 'is_deleted'] } },
} as const;

/** Public state of the aggregates that this service follows, by their type, with the fields that it reads. */
export interface FollowedStates {
  principal: PrincipalState;
  organization: OrganizationState;
}

/** What happens in the services that this service follows, by event type. */
export interface FollowedFacts {}

/** Payload of every followed event, by event type. */
export type Followed = FollowedFacts & { [Type in keyof FollowedStates as `${Type}.state`]: FollowedStates[Type] };

/** An organization, as far as other services need it. Only the fields that this service reads. */
export interface OrganizationState {
  name: string;
  hostname: string | null;
  /** Deleted, but still named by what it ordered. */
  is_deleted: boolean;
}

export interface PrincipalMembership {
  /** The organization's gid. */
  organization: string;
  is_manager: boolean;
}

/** Roles, enabled or not, and memberships of a user, as one aggregate with one version. Only the fields that this service reads. */
export interface PrincipalState {
  roles: string[];
  is_enabled: boolean;
  memberships: PrincipalMembership[];
}
