// Generated from openapi/events by `npm run generate`. Do not edit.

/** Public state of each aggregate that this service owns, by its type. */
export interface FilesStates {}

/** Facts of this service, by event type. */
export interface FilesFacts {}

/** The fields of states, by service and type, and the facts that this service follows. For `createService`. */
export const follows = {
  states: {
    identity: { principal: ['roles', 'is_enabled', 'memberships'], attachment: ['service'] },
    ordering: { attachment: ['service'] },
    billing: { attachment: ['service'] },
  },
} as const;

/** Public state of the aggregates that this service follows, by their type, with the fields that it reads. */
export interface FollowedStates {
  principal: PrincipalState;
  attachment: AttachmentState;
}

/** Facts of other services that this service follows, by event type. */
export interface FollowedFacts {}

/** Payload of every followed event, by event type. */
export type Followed = FollowedFacts & { [Type in keyof FollowedStates as `${Type}.state`]: FollowedStates[Type] };

/** A file is attached to a resource of a service, whose row names it. Only the fields that this service reads. */
export interface AttachmentState {
  /** The service that the resource belongs to. */
  service: string;
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
