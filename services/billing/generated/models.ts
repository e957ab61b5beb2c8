// Generated from openapi/billing.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** Number of all matches, whatever the page. */
export type Count = number;

export interface CreditNote {
  gid: Gid;
  created_at: DateTime;
  /** Only its PDF comes later. */
  modified_at: DateTime | null;
  href: Href;
  /** Of the series of its year, such as `C2026-000001`; `TC…` for test organizations. */
  number: string;
  organization: OrganizationReference;
  receipt: ReceiptReference;
  project: ProjectReference;
  reason: string;
  /** Net. */
  amount: Money;
  /** With VAT. */
  total: Total;
  /** Of a test organization. */
  test: boolean;
  /** The PDF; null for the moment until it is there. */
  file: File | null;
  vat: Vat;
}

export interface CreditNoteCollection {
  total_count: Count;
  items: CreditNoteSummary[];
}

export interface CreditNoteCreate {
  receipt: NumberedIdentifier;
  /** What the credit note says it is for. */
  reason: string;
  /** Net; by default all that is left. */
  amount?: Money;
}

export interface CreditNoteSummary {
  gid: Gid;
  created_at: DateTime;
  /** Only its PDF comes later. */
  modified_at: DateTime | null;
  href: Href;
  /** Of the series of its year, such as `C2026-000001`; `TC…` for test organizations. */
  number: string;
  organization: OrganizationReference;
  receipt: ReceiptReference;
  project: ProjectReference;
  reason: string;
  /** Net. */
  amount: Money;
  /** With VAT. */
  total: Total;
  /** Of a test organization. */
  test: boolean;
  /** The PDF; null for the moment until it is there. */
  file: File | null;
}

/** ISO 4217 code. */
export type Currency = string;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

/** The payer objects to a payment at their bank. The amount is held back while it is open, and gone when it is lost. */
export interface Dispute {
  status: 'open' | 'won' | 'lost';
  /** In the words of the provider, such as `fraudulent`. */
  reason: string;
  amount: Total;
}

export interface ErrorDescription {
  /** The HTTP status. */
  code: number;
  message: string;
  details?: ErrorDetail[];
  /** To quote when asking for support. */
  request_id?: string;
}

export interface ErrorDetail {
  /** The field, for instance `options.due`. */
  path: string;
  message: string;
}

/** Opaque identifier. */
export type Gid = string;

/** Path of the resource. */
export type Href = string;

export interface Invoice {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Of the series of its year, such as `I2026-000001`. */
  number: string;
  /** The month of its receipts in UTC, such as `2026-11`. */
  period: string;
  due_at: DateTime;
  status: InvoiceStatus;
  paid_at: DateTime | null;
  organization: OrganizationReference;
  /** Net. */
  amount: Total;
  /** With VAT. */
  total: Total;
  /** What is still to be paid: less than the total once some of it was credited or paid. */
  owed: Total;
  /** The PDF; null for the moment until it is there. */
  file: File | null;
  vat: InvoiceVat;
  receipts: ReceiptReference[];
}

export interface InvoiceCollection {
  total_count: Count;
  items: InvoiceSummary[];
}

export interface InvoiceCreate {
  organization: OrganizationIdentifier;
  /** The month of the receipts in UTC. */
  period: string;
  currency?: Currency;
}

export interface InvoiceReference {
  gid: Gid;
  href: Href;
  number: string;
}

/** `paid` once nothing of it is owed any more. */
export type InvoiceStatus = 'open' | 'paid' | 'void';

export interface InvoiceSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Of the series of its year, such as `I2026-000001`. */
  number: string;
  /** The month of its receipts in UTC, such as `2026-11`. */
  period: string;
  due_at: DateTime;
  status: InvoiceStatus;
  paid_at: DateTime | null;
  organization: OrganizationReference;
  /** Net. */
  amount: Total;
  /** With VAT. */
  total: Total;
  /** What is still to be paid: less than the total once some of it was credited or paid. */
  owed: Total;
  /** The PDF; null for the moment until it is there. */
  file: File | null;
}

export interface InvoiceUpdate {
  status?: 'paid' | 'void';
}

/** Value added tax of all receipts. */
export interface InvoiceVat {
  amount: number;
  /** The rate as a fraction, for instance 0.2; null for receipts of several rates. */
  ratio: number | null;
  currency: Currency;
}

/** Body of every error but a failed authentication. */
export interface Error {
  error: ErrorDescription;
}

export interface File {
  url: string;
}

/** Amount in the currency's major unit with at most the currency's decimals (ISO 4217). */
export interface Money {
  amount: number;
  currency: Currency;
}

/** Identifies a document with a number, as `Identifier` does. */
export interface NumberedIdentifier {
  gid: Gid;
  href?: Href;
  number?: string;
}

/** Identifies an organization, as `Identifier` does. */
export interface OrganizationIdentifier {
  gid: Gid;
  href?: Href;
  name?: string;
  hostname?: string | null;
}

export interface OrganizationReference {
  gid: Gid;
  href: Href;
  name: string;
  hostname: string | null;
}

/** A receipt at the payment provider, as it was last looked up there. */
export interface Payment {
  /** `pending`: the provider has not decided yet. */
  status: 'pending' | 'paid' | 'failed' | 'canceled';
  /** How often it was charged or tried to be. */
  attempts: number;
  /** When it is tried again at the earliest; null when it is not, or not by itself. */
  next_attempt_at: DateTime | null;
  /** Where somebody of the organization has to confirm the payment, as the bank asks for it. */
  action_url: string | null;
  /** What the provider has received for it. */
  received: Total;
  /** What of this went back. */
  refunded: Total;
  /** The newest objection to the payment. */
  dispute: Dispute | null;
}

/** An event in the provider's own form; of what else it says nothing is believed. */
export interface PaymentEvent {
  id: string;
  type: string;
}

export interface PaymentSource {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Identifier at the external payment provider. */
  rid: string;
  /** A name for people, such as a purchase order number. */
  reference: string | null;
  /** By which people recognize a card or an account. */
  last_digits: string | null;
}

export interface PaymentSourceCreate {
  /** Identifier at the external payment provider. */
  rid: string;
  reference?: string | null;
  last_digits?: string | null;
}

/** Fields that are not given stay; null clears. */
export interface PaymentSourceUpdate {
  /** Identifier at the external payment provider. */
  rid?: string;
  reference?: string | null;
  last_digits?: string | null;
}

export interface ProjectReference {
  gid: Gid;
  href: Href;
  title: string;
}

export interface Receipt {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Of the series of its year, such as `R2026-000001`; `T…` for test organizations. */
  number: string;
  status: ReceiptStatus;
  /** Why the last charge failed. */
  failure: string | null;
  organization: OrganizationReference;
  user: UserReference;
  project: ProjectReference;
  /** Net. */
  amount: Money;
  /** With VAT. */
  total: Total;
  /** What credit notes take off the total, with VAT. */
  credited: Total;
  /** Of a test organization; nothing is charged. */
  test: boolean;
  paid_at: DateTime | null;
  /** The invoice that collects it; null while there is none, and for who may not see invoices. */
  invoice: InvoiceReference | null;
  /** The PDF; null for the moment until it is there. */
  file: File | null;
  vat: Vat;
  /** What the payment provider tells of it; null before its first charge. */
  payment: Payment | null;
}

export interface ReceiptCollection {
  total_count: Count;
  items: ReceiptSummary[];
}

export interface ReceiptReference {
  gid: Gid;
  href: Href;
  number: string;
}

/** `paid` once nothing is owed any more, be it paid or credited. */
export type ReceiptStatus = 'open' | 'paid' | 'failed';

export interface ReceiptSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Of the series of its year, such as `R2026-000001`; `T…` for test organizations. */
  number: string;
  status: ReceiptStatus;
  /** Why the last charge failed. */
  failure: string | null;
  organization: OrganizationReference;
  user: UserReference;
  project: ProjectReference;
  /** Net. */
  amount: Money;
  /** With VAT. */
  total: Total;
  /** What credit notes take off the total, with VAT. */
  credited: Total;
  /** Of a test organization; nothing is charged. */
  test: boolean;
  paid_at: DateTime | null;
  /** The invoice that collects it; null while there is none, and for who may not see invoices. */
  invoice: InvoiceReference | null;
  /** The PDF; null for the moment until it is there. */
  file: File | null;
}

export interface ReceiptUpdate {
  status?: 'paid';
}

/** A net amount with its VAT, in the currency's major unit. */
export interface Total {
  amount: number;
  currency: Currency;
}

export interface UserReference {
  gid: Gid;
  href: Href;
  firstname: string;
  lastname: string;
}

/** Value added tax, as it was when the project was finished. */
export interface Vat {
  amount: number;
  /** The rate as a fraction, for instance 0.2. */
  ratio: number;
  currency: Currency;
}
