// Generated from openapi/billing.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** Number of matches on all pages. */
export type Count = number;

export interface CreditNote {
  gid: Gid;
  created_at: DateTime;
  /** Changes only when its PDF is ready. */
  modified_at: DateTime | null;
  href: Href;
  /** Number in the series of its year, such as `C2026-000001`; `TC…` for test organizations. */
  number: string;
  organization: OrganizationReference;
  receipt: ReceiptReference;
  project: ProjectReference;
  reason: string;
  /** Net. */
  amount: Money;
  /** With VAT. */
  total: Total;
  /** Whether it is of a test organization. */
  test: boolean;
  /** The PDF. Null until it is ready. */
  file: File | null;
  vat: Vat;
}

export interface CreditNoteCollection {
  total_count: Count;
  items: CreditNoteSummary[];
}

export interface CreditNoteCreate {
  receipt: NumberedIdentifier;
  /** The reason in the credit note. */
  reason: string;
  /** Net sum, by default the whole rest. A third decimal is 0, and MGA has none. */
  amount?: Money;
}

export interface CreditNoteSummary {
  gid: Gid;
  created_at: DateTime;
  /** Changes only when its PDF is ready. */
  modified_at: DateTime | null;
  href: Href;
  /** Number in the series of its year, such as `C2026-000001`; `TC…` for test organizations. */
  number: string;
  organization: OrganizationReference;
  receipt: ReceiptReference;
  project: ProjectReference;
  reason: string;
  /** Net. */
  amount: Money;
  /** With VAT. */
  total: Total;
  /** Whether it is of a test organization. */
  test: boolean;
  /** The PDF. Null until it is ready. */
  file: File | null;
}

/** ISO 4217 code. */
export type Currency = string;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

/** The payer disputes a payment at their bank. The amount is held back while the dispute is open, and gone when it is lost. */
export interface Dispute {
  status: 'open' | 'won' | 'lost';
  /** As the provider names it, such as `fraudulent`. */
  reason: string;
  amount: Total;
}

/** The name of the fault, for programs. A code keeps its meaning. Later releases add codes, so accept unknown ones. */
export type ErrorCode = string;

export interface ErrorDescription {
  /** The HTTP status. */
  code: number;
  reason: ErrorReason;
  message: string;
  params?: RefusalParams;
  details?: ErrorDetail[];
  /** Quote it when you contact support. */
  request_id?: string;
}

export interface ErrorDetail {
  /** The field, such as `options.due`. */
  path: string;
  code: ErrorCode;
  /** The fault, for people. It follows the name of the field. */
  message: string;
  params?: ErrorParams;
}

/** The values in the message, by name. Left out if it has none. */
export type ErrorParams = Record<string, unknown>;

/** Why the request failed, for programs. Later releases add reasons, so accept unknown ones. */
export type ErrorReason = string;

/** Opaque identifier. */
export type Gid = string;

/** Path of the resource. */
export type Href = string;

export interface Invoice {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Number in the series of its year, such as `I2026-000001`. */
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
  /** The sum still to be paid. Less than the total when receipts were credited or paid. */
  owed: Total;
  /** The PDF. Null until it is ready. */
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

/** `paid` when nothing is owed any more. */
export type InvoiceStatus = 'open' | 'paid' | 'void';

export interface InvoiceSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Number in the series of its year, such as `I2026-000001`. */
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
  /** The sum still to be paid. Less than the total when receipts were credited or paid. */
  owed: Total;
  /** The PDF. Null until it is ready. */
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

/** Body of every error except failed authentication. */
export interface Error {
  error: ErrorDescription;
}

export interface File {
  url: string;
}

/** Amount in the currency's major unit, with at most the decimals of ISO 4217. */
export interface Money {
  amount: number;
  currency: Currency;
}

/** An `Identifier` of a document with a number. */
export interface NumberedIdentifier {
  gid: Gid;
  href?: Href;
  number?: string;
}

/** An `Identifier` of an organization. */
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

/** A receipt at the payment provider, as last read there. */
export interface Payment {
  /** `pending`: the provider has not decided yet. */
  status: 'pending' | 'paid' | 'failed' | 'canceled';
  /** Number of attempts to charge so far. */
  attempts: number;
  /** The earliest time of the next attempt, or of the next check of a pending payment. Null if none follows. */
  next_attempt_at: DateTime | null;
  /** The page where the organization confirms the payment, when the bank asks for it. */
  action_url: string | null;
  /** The sum that the provider received. */
  received: Total;
  /** The part of it that was refunded. */
  refunded: Total;
  /** The newest dispute. */
  dispute: Dispute | null;
}

/** An event in the provider's own form. Only these fields are read; everything else is fetched from the provider. */
export interface PaymentEvent {
  id: string;
  type: string;
}

export interface PaymentProvider {
  /** `manual`: an admin marks receipts as paid. `stripe`: receipts are charged. */
  name: string;
  /** Whether it has a page where a payment source is set up. */
  has_setup_page: boolean;
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
  /** The last digits of the card or account. */
  last_digits: string | null;
}

export interface PaymentSourceCreate {
  /** Identifier at the external payment provider. */
  rid: string;
  reference?: string | null;
  last_digits?: string | null;
}

export interface PaymentSourceSetup {
  /** The page at the payment provider. */
  url: string;
  expires_at: DateTime;
}

export interface PaymentSourceSetupCreate {
  /** Where the page leads when it is completed, on the host of this API. */
  return_url: string;
  /** Where it leads otherwise, on the same host; by default `return_url`. */
  cancel_url?: string;
}

/** Omitted fields keep their values; null clears a field. */
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
  /** Number in the series of its year, such as `R2026-000001`; `T…` for test organizations. */
  number: string;
  status: ReceiptStatus;
  /** Why the last charge failed. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
  organization: OrganizationReference;
  user: UserReference;
  project: ProjectReference;
  /** Net. */
  amount: Money;
  /** With VAT. */
  total: Total;
  /** Sum of its credit notes, with VAT. */
  credited: Total;
  /** Whether it is of a test organization. Nothing is charged then. */
  test: boolean;
  paid_at: DateTime | null;
  /** The invoice that collects it. Null without one, and for members who are not managers. */
  invoice: InvoiceReference | null;
  /** The PDF. Null until it is ready. */
  file: File | null;
  vat: Vat;
  /** The payment at the provider. Null before the first charge. */
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

/** `paid` when nothing is owed any more, because of payment or credit. */
export type ReceiptStatus = 'open' | 'paid' | 'failed';

export interface ReceiptSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Number in the series of its year, such as `R2026-000001`; `T…` for test organizations. */
  number: string;
  status: ReceiptStatus;
  /** Why the last charge failed. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
  organization: OrganizationReference;
  user: UserReference;
  project: ProjectReference;
  /** Net. */
  amount: Money;
  /** With VAT. */
  total: Total;
  /** Sum of its credit notes, with VAT. */
  credited: Total;
  /** Whether it is of a test organization. Nothing is charged then. */
  test: boolean;
  paid_at: DateTime | null;
  /** The invoice that collects it. Null without one, and for members who are not managers. */
  invoice: InvoiceReference | null;
  /** The PDF. Null until it is ready. */
  file: File | null;
}

export interface ReceiptUpdate {
  status?: 'paid';
}

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
}

/** A net amount with its VAT, in the currency's major unit. */
export interface Total {
  amount: number;
  currency: Currency;
}

/** A receipt, invoice or credit note still without its PDF. */
export interface UnrenderedDocument {
  gid: Gid;
  created_at: DateTime;
  /** Path of the receipt, invoice or credit note. */
  href: Href;
  kind: 'receipt' | 'invoice' | 'credit_note';
  number: string;
  organization: OrganizationReference;
  /** Error of the last attempt. */
  reason: string;
  attempts: number;
}

export interface UnrenderedDocumentCollection {
  total_count: Count;
  items: UnrenderedDocument[];
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
