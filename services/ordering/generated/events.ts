// Generated from openapi/events by `npm run generate`. Do not edit.

import type * as models from './models.ts';

/** Public state of each aggregate that this service owns, by its type. */
export interface OrderingStates {
  project: ProjectState;
  budget_account: BudgetAccountState;
  worker: WorkerState;
  attachment: AttachmentState;
}

/** Facts of this service, by event type. */
export interface OrderingFacts {
  'project.created': ProjectFact;
  'project.updated': ProjectFact;
  'project.published': ProjectFact;
  'project.approval_required': ProjectFact;
  'project.withdrawn': ProjectFact;
  'project.proposal_requested': ProjectFact;
  'project.proposed': ProjectFact;
  'project.shared': ProjectFact;
  'project.unshared': ProjectFact;
  'project.assigned': ProjectFact;
  'project.delivered': ProjectFact;
  'project.rejected': ProjectFact;
  'project.finished': ProjectFact;
  'project.paid': ProjectFact;
  'project.message_posted': ProjectFact;
  'project.messages_unseen': MessagesUnseenFact;
  'project.work_posted': ProjectFact;
  'project.brief_file_added': ProjectFact;
  'project.brief_file_removed': ProjectFact;
  'project.source_file_added': ProjectFact;
  'project.canceled': ProjectFact;
  'project.deleted': ProjectFact;
}

/** The webhook payload of each fact, by event type: the text in `payload` of the fact, as an object. */
export interface OrderingPayloads {
  'project.created': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.updated': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.published': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.approval_required': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.withdrawn': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.proposal_requested': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.proposed': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.shared': { project: models.ProjectReference; share: models.ProjectShare };
  'project.unshared': { project: models.ProjectReference; share: models.ProjectShare };
  'project.assigned': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.delivered': { project: models.ProjectReference; message: Omit<models.ProjectMessage, 'mine'> };
  'project.rejected': { project: models.ProjectReference; message: Omit<models.ProjectMessage, 'mine'> };
  'project.finished': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.paid': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.message_posted': { project: models.ProjectReference; message: Omit<models.ProjectMessage, 'mine'> };
  'project.work_posted': { project: models.ProjectReference; work: Omit<models.Work, 'mark'> };
  'project.brief_file_added': { project: models.ProjectReference; file: models.ProjectFile };
  'project.brief_file_removed': { project: models.ProjectReference; file: models.ProjectFile };
  'project.source_file_added': { project: models.ProjectReference; file: models.ProjectFile };
  'project.canceled': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
  'project.deleted': { project: Omit<models.Project, 'actions' | 'has_unseen' | 'last_seen'> };
}

/** The fields of states, by service and type, and the facts that this service follows. For `createService`. */
export const follows = {
  states: {
    identity: {
      principal: ['roles', 'is_enabled', 'is_technical', 'memberships'],
      user: ['firstname', 'lastname', 'email', 'is_erased'],
      organization: ['gid', 'name', 'hostname', 'vat', 'billing_address', 'test', 'credit_limit', 'is_deleted'],
      membership: ['gid', 'user', 'organization', 'monthly_budget', 'is_manager'],
    },
    catalog: { product: ['gid', 'title', 'available_options', 'is_enabled', 'is_cumulative', 'organizations'] },
    billing: { account: ['has_payment_source'], receipt: ['project', 'status', 'vat', 'total', 'credited', 'file'] },
  },
} as const;

/** Public state of the aggregates that this service follows, by their type, with the fields that it reads. */
export interface FollowedStates {
  principal: PrincipalState;
  user: UserState;
  organization: OrganizationState;
  membership: MembershipState;
  product: ProductState;
  account: AccountState;
  receipt: ReceiptState;
}

/** Facts of other services that this service follows, by event type. */
export interface FollowedFacts {}

/** Payload of every followed event, by event type. */
export type Followed = FollowedFacts & { [Type in keyof FollowedStates as `${Type}.state`]: FollowedStates[Type] };

/** Whether an organization can be charged. One that never had a payment source has no such state. Only the fields that this service reads. */
export interface AccountState {
  has_payment_source: boolean;
}

/** A file is attached to a resource of a service, whose row names it. */
export interface AttachmentState {
  /** The service that the resource belongs to. */
  service: string;
  /** Path of the resource. Whoever sees it reads the file. */
  holder: string;
  /** Path of the file. */
  path: string;
}

/** The options of an order and the values each may have. */
export interface AvailableOptions {
  due: DueOption;
  mode: ModeOption;
  /** Null when the product does not have this option. */
  skill: SkillOption | null;
  quantity: QuantityOption;
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

/** The published, not canceled projects of one UTC month, in the currency of the budget. */
export interface BudgetAccountState {
  /** The user's gid. */
  user: string;
  /** The organization's gid. */
  organization: string;
  /** `YYYY-MM`. */
  month: string;
  /** In the currency's minor unit. */
  spent_minor: number;
  currency: string;
}

export interface DueOption {
  type: 'integer';
  default: number | null;
  required: boolean;
  /** Days. */
  enum: number[];
}

/** A user in an organization. Only the fields that this service reads. */
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

/** What a mail about these messages says, as it is now. */
export interface MessagesUnseenFact {
  /** The project's gid. */
  project: string;
  /** The organization's gid. */
  organization: string;
  /** Gid of the owner, or of a user with whom it is shared. */
  person: string;
  title: string;
  short_code: string;
  price: MinorMoney | null;
  /** The number of unseen messages. */
  count: number;
  /** The newest of them, oldest first. */
  messages: UnseenMessage[];
}

/** Money in the currency's minor unit (ISO 4217), an integer. */
export interface MinorMoney {
  amount_minor: number;
  currency: string;
}

/** Value added tax in the currency's minor unit. */
export interface MinorVat {
  amount_minor: number;
  /** The rate as a fraction, for instance 0.2. */
  ratio: number;
  currency: string;
}

export interface ModeOption {
  type: 'string';
  default: 'solo' | 'multi' | null;
  required: boolean;
  enum: ('solo' | 'multi')[];
}

/** An organization, with the fields that other services use. Only the fields that this service reads. */
export interface OrganizationState {
  gid: string;
  name: string;
  hostname: string | null;
  /** VAT number. */
  vat: string | null;
  billing_address: BillingAddress;
  /** Its projects are not charged. */
  test: boolean;
  credit_limit: MinorMoney | null;
  /** Deleted, but its orders still name it. */
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
  /** An application acts as this user, whose mails nobody reads. */
  is_technical: boolean;
  memberships: PrincipalMembership[];
}

/** A product with the options it may be ordered in. Only the fields that this service reads. */
export interface ProductState {
  gid: string;
  title: string;
  available_options: AvailableOptions;
  is_enabled: boolean;
  /** It may be ordered in quantity. */
  is_cumulative: boolean;
  /** Gids of the organizations that may order it. */
  organizations: string[];
}

/** The project of the fact, with its owner and the acting user; other data is in the project's state. */
export interface ProjectFact {
  /** The project's gid. */
  gid: string;
  /** The owner's gid. */
  owner: string;
  /** The organization's gid. */
  organization: string;
  /** Gid of the user who did it; null for the system, as in `project.paid`. */
  actor: string | null;
  /** Gid of the message that posts, proposes, delivers, rejects or accepts. */
  message?: string;
  /** Gid of the work that was posted. */
  work?: string;
  /** Path of the file that was added or removed. */
  file?: string;
  /** Gid of the user with whom it is shared, or no longer. */
  person?: string;
  /** Whether an admin posted the message, in their own name or for a creative. */
  by_staff?: boolean;
  /** Of `project.proposed` with a message: what a mail says of it. */
  quote?: Quote;
  /** The `state` before, where it became another one: from `require_approval`, `project.published` is an approval. */
  from?: 'draft' | 'published' | 'waiting_for_proposal' | 'proposal' | 'require_approval';
  /** The event as a manager of the organization sees it, read in the same transaction: the text of a JSON object with the parts that `x-webhook` of the message names. As a text it keeps the order of fields. */
  payload: string;
}

export interface ProjectOptions {
  /** Days. */
  due: number | null;
  mode: 'solo' | 'multi' | null;
  skill: 'conception' | 'execution' | null;
}

/** A project, complete. Times are ISO 8601 in UTC, other resources are named by gid. */
export interface ProjectState {
  gid: string;
  short_code: string;
  created_at: string;
  modified_at: string | null;
  title: string;
  description: string;
  status: 'draft' | 'canceled' | 'in_progress' | 'finished' | 'paid';
  state: 'draft' | 'published' | 'waiting_for_proposal' | 'proposal' | 'require_approval';
  awaits: 'owner' | 'approver' | 'staff' | null;
  published_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  canceled_at: string | null;
  deadline_at: string | null;
  options: ProjectOptions;
  quantity: number;
  specific_request: boolean;
  /** The user's gid. */
  owner: string;
  /** The organization's gid. */
  organization: string;
  /** The product's gid. */
  product: string | null;
  /** Net price of the whole quantity. */
  price: MinorMoney | null;
  vat: MinorVat | null;
  /** The chosen work's gid. */
  winner: string | null;
  /** The assigned worker's gid. */
  worker: string | null;
}

export interface QuantityOption {
  type: 'integer';
  default: number;
  required: boolean;
  /** Null when every quantity is allowed. */
  enum: number[] | null;
}

export interface Quote {
  /** Its beginning; empty without a text. */
  text: string;
  /** Names of its files. */
  files: string[];
}

export interface ReceiptState {
  /** The project's gid. */
  project: string;
  status: 'open' | 'paid' | 'failed';
  vat: MinorVat;
  total: MinorMoney;
  /** Sum of the credit notes, with VAT. */
  credited: MinorMoney;
  /** Stable address of the PDF; null until it is stored. */
  file: string | null;
}

export interface SkillOption {
  type: 'string';
  default: 'conception' | 'execution' | null;
  required: boolean;
  enum: ('conception' | 'execution')[];
}

export interface UnseenMessage {
  /** Gid of the creative, else of the user of our staff. */
  author: string;
  /** Its beginning. */
  text: string;
}

/** A user, with the fields that other services use. Only the fields that this service reads. */
export interface UserState {
  firstname: string;
  lastname: string;
  email: string;
  /** The person was erased; the names are placeholders. */
  is_erased: boolean;
}

/** A creative, who works on projects. */
export interface WorkerState {
  firstname: string;
  lastname: string;
}
