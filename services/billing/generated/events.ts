// Generated from openapi/events by `npm run generate`. Do not edit.

import type * as models from './models.ts';

/** Public state of each aggregate that this service owns, by its type. */
export interface BillingStates {
  account: AccountState;
  receipt: ReceiptState;
  invoice: InvoiceState;
  credit_note: CreditNoteState;
  attachment: AttachmentState;
}

/** Facts of this service, by event type. */
export interface BillingFacts {
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

/** The webhook payload of each fact, by event type: the text in `payload` of the fact, as an object. */
export interface BillingPayloads {
  'receipt.created': { receipt: models.Receipt };
  'receipt.paid': { receipt: models.Receipt };
  'receipt.charge_failed': { receipt: models.Receipt };
  'receipt.file_added': { receipt: models.Receipt };
  'invoice.created': { invoice: Omit<models.Invoice, 'receipts'> };
  'invoice.paid': { invoice: Omit<models.Invoice, 'receipts'> };
  'invoice.voided': { invoice: Omit<models.Invoice, 'receipts'> };
  'invoice.overdue': { invoice: Omit<models.Invoice, 'receipts'> };
  'invoice.file_added': { invoice: Omit<models.Invoice, 'receipts'> };
  'credit_note.created': { credit_note: models.CreditNote };
  'credit_note.file_added': { credit_note: models.CreditNote };
}

/** The fields of states, by service and type, and the facts that this service follows. For `createService`. */
export const follows = {
  states: {
    identity: {
      principal: ['roles', 'is_enabled', 'is_technical', 'memberships'],
      user: ['firstname', 'lastname', 'email', 'locale', 'is_erased'],
      organization: ['gid', 'name', 'hostname', 'vat', 'billing_address', 'test', 'is_deleted'],
    },
    ordering: { project: ['gid', 'short_code', 'title', 'status', 'owner', 'organization', 'price'] },
  },
} as const;

/** Public state of the aggregates that this service follows, by their type, with the fields that it reads. */
export interface FollowedStates {
  principal: PrincipalState;
  user: UserState;
  organization: OrganizationState;
  project: ProjectState;
}

/** Facts of other services that this service follows, by event type. */
export interface FollowedFacts {}

/** Payload of every followed event, by event type. */
export type Followed = FollowedFacts & { [Type in keyof FollowedStates as `${Type}.state`]: FollowedStates[Type] };

/** Whether an organization can be charged. One that never had a payment source has no such state. */
export interface AccountState {
  /** The organization's gid. */
  organization: string;
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

export interface CreditNoteState {
  /** The credit note's gid. */
  gid: string;
  number: string;
  /** The receipt's gid. */
  receipt: string;
  /** The project's gid. */
  project: string;
  /** The organization's gid. */
  organization: string;
  reason: string;
  net: MinorMoney;
  vat: MinorVat;
  total: MinorMoney;
  /** Stable address of the PDF; null until it is stored. */
  file: string | null;
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

export interface InvoiceState {
  /** The invoice's gid. */
  gid: string;
  number: string;
  /** The organization's gid. */
  organization: string;
  /** The month of its receipts in UTC, such as `2026-11`. */
  period: string;
  status: 'open' | 'paid' | 'void';
  net: MinorMoney;
  vat: MinorMoney;
  total: MinorMoney;
  /** What is still to be paid. */
  owed: MinorMoney;
  due_at: string;
  paid_at: string | null;
  /** Stable address of the PDF; null until it is stored. */
  file: string | null;
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

/** A project, complete. Times are ISO 8601 in UTC, other resources are named by gid. Only the fields that this service reads. */
export interface ProjectState {
  gid: string;
  short_code: string;
  title: string;
  status: 'draft' | 'canceled' | 'in_progress' | 'finished' | 'paid';
  /** The user's gid. */
  owner: string;
  /** The organization's gid. */
  organization: string;
  /** Net price of the whole quantity. */
  price: MinorMoney | null;
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

export interface ReceiptState {
  /** The receipt's gid. */
  gid: string;
  number: string;
  /** The project's gid. */
  project: string;
  /** The organization's gid. */
  organization: string;
  status: 'open' | 'paid' | 'failed';
  net: MinorMoney;
  vat: MinorVat;
  total: MinorMoney;
  /** Sum of the credit notes, with VAT. */
  credited: MinorMoney;
  /** What was paid, with VAT; null while nothing is. An excess over the total less credit notes is to be paid back. */
  paid: MinorMoney | null;
  paid_at: string | null;
  /** Stable address of the PDF; null until it is stored. */
  file: string | null;
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
}
