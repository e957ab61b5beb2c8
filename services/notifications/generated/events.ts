// Generated from openapi/events by `npm run generate`. Do not edit.

/** Public state of each aggregate that this service owns, by its type. */
export interface NotificationsStates {}

/** Facts of this service, by event type. */
export interface NotificationsFacts {}

/** The fields of states, by service and type, and the facts that this service follows. For `createService`. */
export const follows = {
  states: {
    identity: {
      principal: ['roles', 'is_enabled', 'is_technical', 'memberships'],
      organization: ['name', 'hostname', 'project_page_url', 'is_deleted'],
      user: ['firstname', 'lastname', 'email', 'locale', 'is_erased', 'notifications'],
    },
    ordering: { worker: ['firstname', 'lastname'] },
  },
  facts: {
    identity: {
      from: 'end',
      types: ['member.joined', 'member.left', 'member.budget_changed', 'member.role_changed', 'invitation.accepted'],
    },
    catalog: { from: 'end', types: ['product.changed', 'product.withdrawn', 'price.changed', 'price.deleted', 'prices.imported'] },
    ordering: {
      from: 'end',
      types: [
        'project.created',
        'project.updated',
        'project.published',
        'project.approval_required',
        'project.withdrawn',
        'project.proposal_requested',
        'project.proposed',
        'project.shared',
        'project.unshared',
        'project.assigned',
        'project.delivered',
        'project.rejected',
        'project.finished',
        'project.paid',
        'project.message_posted',
        'project.messages_unseen',
        'project.work_posted',
        'project.brief_file_added',
        'project.brief_file_removed',
        'project.source_file_added',
        'project.canceled',
        'project.deleted',
      ],
    },
    billing: {
      from: 'end',
      types: [
        'receipt.created',
        'receipt.paid',
        'receipt.charge_failed',
        'receipt.file_added',
        'credit_note.created',
        'credit_note.file_added',
        'invoice.created',
        'invoice.file_added',
        'invoice.overdue',
        'invoice.paid',
        'invoice.voided',
      ],
    },
  },
} as const;

/** Public state of the aggregates that this service follows, by their type, with the fields that it reads. */
export interface FollowedStates {
  principal: PrincipalState;
  organization: OrganizationState;
  user: UserState;
  worker: WorkerState;
}

/** Facts of other services that this service follows, by event type. */
export interface FollowedFacts {
  'member.joined': MemberFact;
  'member.left': MemberFact;
  'member.budget_changed': MemberFact;
  'member.role_changed': MemberFact;
  'invitation.accepted': MemberFact;
  'product.changed': ProductFact;
  'product.withdrawn': ProductFact;
  'price.changed': PriceFact;
  'price.deleted': PriceFact;
  'prices.imported': PricesFact;
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
  'receipt.created': ReceiptFact;
  'receipt.paid': ReceiptFact;
  'receipt.charge_failed': ReceiptFact;
  'receipt.file_added': ReceiptFact;
  'invoice.created': InvoiceFact;
  'invoice.paid': InvoiceFact;
  'invoice.voided': InvoiceFact;
  'invoice.overdue': InvoiceFact;
  'invoice.file_added': InvoiceFact;
  'credit_note.created': CreditNoteFact;
  'credit_note.file_added': CreditNoteFact;
}

/** Payload of every followed event, by event type. */
export type Followed = FollowedFacts & { [Type in keyof FollowedStates as `${Type}.state`]: FollowedStates[Type] };

/** The credit note of the fact; its data is in the credit note's state. Key is the project's gid. */
export interface CreditNoteFact {
  /** The credit note's gid. */
  gid: string;
  /** The receipt's gid. */
  receipt: string;
  /** The project's gid. */
  project: string;
  /** The organization's gid. */
  organization: string;
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
}

/** The invoice of the fact; its data is in the invoice's state. Key is the invoice's gid. */
export interface InvoiceFact {
  /** The invoice's gid. */
  gid: string;
  /** The organization's gid. */
  organization: string;
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
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

/** An organization, with the fields that other services use. Only the fields that this service reads. */
export interface OrganizationState {
  name: string;
  hostname: string | null;
  /** Page of a project for its people, with `{gid}`; null without one of its own. */
  project_page_url: string | null;
  /** Deleted, but its orders still name it. */
  is_deleted: boolean;
}

/** The price of the fact. Key is the price key: `productGid/organizationGid|default/mode/due/skill|-`. */
export interface PriceFact {
  /** The price's gid. */
  gid: string;
  /** The product's gid. */
  product: string;
  /** Gids of the organizations that get the event. */
  organizations: string[];
  /** Whether it is the default price or that of a parent of theirs. Then the event shows only `product` and `options`. False by default. */
  is_inherited?: boolean;
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
}

/** That prices were imported. Key is the gid of the organization whose prices they are. */
export interface PricesFact {
  /** Gids of the organizations that get the event. */
  organizations: string[];
  /** The import's gid. */
  import: string;
  /** Whether the prices are those of a parent of theirs; false by default. */
  is_inherited?: boolean;
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
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

/** The product of the fact, and the organizations that it concerns. Key is the product's gid. */
export interface ProductFact {
  /** The product's gid. */
  gid: string;
  /** Gids of the organizations that get the event. */
  organizations: string[];
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
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

export interface Quote {
  /** Its beginning; empty without a text. */
  text: string;
  /** Names of its files. */
  files: string[];
}

/** The receipt of the fact; its data is in the receipt's state. Key is the project's gid. */
export interface ReceiptFact {
  /** The receipt's gid. */
  gid: string;
  /** The project's gid. */
  project: string;
  /** The organization's gid. */
  organization: string;
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
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
  /** Language of mails, such as `en`. */
  locale: string;
  /** The person was erased; the names are placeholders. */
  is_erased: boolean;
  notifications: Notifications;
}

/** A creative, who works on projects. Only the fields that this service reads. */
export interface WorkerState {
  firstname: string;
  lastname: string;
}
