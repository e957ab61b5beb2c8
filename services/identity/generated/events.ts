// Generated from openapi/events by `npm run generate`. Do not edit.

import type * as models from './models.ts';

/** Public state of each aggregate that this service owns, by its type. */
export interface IdentityStates {
  principal: PrincipalState;
  user: UserState;
  organization: OrganizationState;
  membership: MembershipState;
  attachment: AttachmentState;
}

/** Facts of this service, by event type. */
export interface IdentityFacts {
  'member.joined': MemberFact;
  'member.left': MemberFact;
  'member.budget_changed': MemberFact;
  'member.role_changed': MemberFact;
  'invitation.accepted': MemberFact;
}

/** The webhook payload of each fact, by event type: the text in `payload` of the fact, as an object. */
export interface IdentityPayloads {
  'member.joined': { member: Omit<models.Membership, 'actions'> };
  'member.left': { member: Omit<models.Membership, 'actions'> };
  'member.budget_changed': { member: Omit<models.Membership, 'actions'> };
  'member.role_changed': { member: Omit<models.Membership, 'actions'> };
  'invitation.accepted': { member: Omit<models.Membership, 'actions'> };
}

/** The fields of states, by service and type, and the facts that this service follows. For `createService`. */
export const follows = {
  states: {
    catalog: { product: ['organizations', 'is_enabled'] },
    ordering: { budget_account: ['month', 'spent_minor', 'currency'], project: ['owner'] },
  },
} as const;

/** Public state of the aggregates that this service follows, by their type, with the fields that it reads. */
export interface FollowedStates {
  product: ProductState;
  budget_account: BudgetAccountState;
  project: ProjectState;
}

/** Facts of other services that this service follows, by event type. */
export interface FollowedFacts {}

/** Payload of every followed event, by event type. */
export type Followed = FollowedFacts & { [Type in keyof FollowedStates as `${Type}.state`]: FollowedStates[Type] };

/** A file is attached to a resource of a service, whose row names it. */
export interface AttachmentState {
  /** The service that the resource belongs to. */
  service: string;
  /** Path of the resource. Whoever sees it reads the file. */
  holder: string;
  /** Path of the file. */
  path: string;
}

export interface BillingAddress {
  division: string | null;
  address1: string | null;
  address2: string | null;
  zipcode: string | null;
  city: string | null;
  state: string | null;
  /** Two letters, ISO 3166-1. */
  country: string | null;
  additional: string | null;
  country_name: string | null;
}

/** The published, not canceled projects of one UTC month, in the currency of the budget. Only the fields that this service reads. */
export interface BudgetAccountState {
  /** `YYYY-MM`. */
  month: string;
  /** In the currency's minor unit. */
  spent_minor: number;
  currency: string;
}

/** The membership of the fact. Key is `userGid/organizationGid`. */
export interface MemberFact {
  /** The member's gid. */
  user: string;
  /** The organization's gid. */
  organization: string;
  /** Gid of the user who did it; null for somebody who signed up by an invitation. */
  actor: string | null;
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
}

/** A user in an organization. */
export interface MembershipState {
  gid: string;
  /** The user's gid. */
  user: string;
  /** The organization's gid. */
  organization: string;
  /** Null is unlimited. */
  monthly_budget: MinorMoney | null;
  is_manager: boolean;
}

/** Money in the currency's minor unit (ISO 4217), an integer. */
export interface MinorMoney {
  amount_minor: number;
  currency: string;
}

/** Which mails about projects the user gets, by kind. What is absent is on, as a state may be older than a kind. */
export interface Notifications {
  project_approval_required?: boolean;
  project_approved?: boolean;
  project_withdrawn?: boolean;
  project_proposed?: boolean;
  project_message?: boolean;
  project_work_posted?: boolean;
  project_delivered?: boolean;
  project_finished?: boolean;
}

/** An organization, with the fields that other services use. */
export interface OrganizationState {
  gid: string;
  name: string;
  hostname: string | null;
  /** VAT number. */
  vat: string | null;
  billing_address: BillingAddress;
  /** Its projects are not charged. */
  test: boolean;
  /** The parent organization's gid. */
  parent: string | null;
  credit_limit: MinorMoney | null;
  /** Address of its price sheet. */
  price_sheet_url: string | null;
  /** Page of a project for its people, with `{gid}`; null without one of its own. */
  project_page_url: string | null;
  /** Deleted, but its orders still name it. */
  is_deleted: boolean;
}

export interface PrincipalMembership {
  /** The organization's gid. */
  organization: string;
  is_manager: boolean;
}

/** Roles, enabled or not, and memberships of a user, as one aggregate with one version. */
export interface PrincipalState {
  /** The user's gid. */
  gid: string;
  roles: string[];
  is_enabled: boolean;
  /** An application acts as this user, whose mails nobody reads. */
  is_technical: boolean;
  memberships: PrincipalMembership[];
}

/** A product with the options it may be ordered in. Only the fields that this service reads. */
export interface ProductState {
  is_enabled: boolean;
  /** Gids of the organizations that may order it. */
  organizations: string[];
}

/** A project, complete. Times are ISO 8601 in UTC, other resources are named by gid. Only the fields that this service reads. */
export interface ProjectState {
  /** The user's gid. */
  owner: string;
}

/** A user, with the fields that other services use. */
export interface UserState {
  gid: string;
  firstname: string;
  lastname: string;
  email: string;
  /** Language of mails, such as `en`. */
  locale: string;
  /** The person was erased; the names are placeholders. */
  is_erased: boolean;
  notifications: Notifications;
}
