// Generated from the public document by `npm run generate`. Do not edit.

/** Texts that help to write the brief, per mode. */
export interface AdditionalMeta {
  solo_mode_meta: ModeMeta | null;
  multi_mode_meta: ModeMeta | null;
}

/** Texts that help to write the brief, per mode. */
export interface AdditionalMetaWrite {
  solo_mode_meta?: ModeMetaWrite | null;
  multi_mode_meta?: ModeMetaWrite | null;
}

/** True, as an order always names it; false is refused. */
export type AlwaysRequired = boolean;

/** In the currency's major unit with at most the currency's decimals (ISO 4217). */
export type Amount = number;

/** An application. */
export interface Application {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  name: string;
  /** Its name at `/oauth2/`. */
  client_id: string;
  grants: Grants;
  scopes: Scopes;
  /** False: it gets no tokens, and those that it had are refused. */
  is_enabled: boolean;
  /** The technical user, whom it acts as with `client_credentials` and whose memberships give it its rights. */
  user: UserReference | null;
  /** The organizations whose members may sign in through it with their password; everybody when there are none. */
  organizations: OrganizationReference[];
}

export interface ApplicationCollection {
  total_count: Count;
  items: ApplicationSummary[];
}

export interface ApplicationCreate {
  name: string;
  grants: Grants;
  /** The scopes that it may ask for; all three when never given. */
  scopes?: Scopes | null;
  /** The organizations whose members may sign in through it with their password; everybody when there are none. */
  organizations?: OrganizationIdentifier[] | null;
  /** The technical user, whom it acts as with `client_credentials`. Give it a user of its own, with the memberships that it needs. */
  user?: UserIdentifier | null;
}

/** What an application asks for tokens with. Keep it like a password. */
export interface ApplicationSecret {
  gid: Gid;
  href: Href;
  client_id: string;
  /** Null when the request came again with its `Idempotency-Key`, since it is shown once. */
  client_secret: string | null;
  /** Until when the secret before is valid; null for the first. */
  previous_expires_at: DateTime | null;
}

/** An application in a list. */
export interface ApplicationSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  name: string;
  /** Its name at `/oauth2/`. */
  client_id: string;
  grants: Grants;
  scopes: Scopes;
  /** False: it gets no tokens, and those that it had are refused. */
  is_enabled: boolean;
  /** The technical user, whom it acts as with `client_credentials` and whose memberships give it its rights. */
  user: UserReference | null;
}

/** Only the given fields change; null clears one. */
export interface ApplicationUpdate {
  name?: string;
  grants?: Grants;
  /** The scopes that it may ask for; all three when never given. */
  scopes?: Scopes;
  /** The organizations whose members may sign in through it with their password; everybody when there are none. */
  organizations?: OrganizationIdentifier[];
  /** The technical user, whom it acts as with `client_credentials`. Give it a user of its own, with the memberships that it needs. */
  user?: UserIdentifier | null;
  /** False: it gets no tokens, and those that it has are refused. */
  is_enabled?: boolean;
}

/** Names a file in a request. */
export interface AttachedFile {
  /** Path of the file, or any address of it that an answer gave. */
  url: string;
  /** As it was read; nothing follows from it, so that what was read can name a file. */
  name?: string | null;
  /** As it was read. */
  size?: number | null;
  /** As it was read. */
  content_type?: string | null;
  /** As they were read. */
  variations?: ImageVariations | null;
}

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** RFC 8414. */
export interface AuthorizationServerMetadata {
  issuer: string;
  token_endpoint: string;
  revocation_endpoint: string;
  introspection_endpoint: string;
  jwks_uri: string;
  scopes_supported: Names;
  response_types_supported: Names;
  grant_types_supported: Names;
  token_endpoint_auth_methods_supported: Names;
  revocation_endpoint_auth_methods_supported: Names;
  introspection_endpoint_auth_methods_supported: Names;
}

/** Describes the options of an order, each like a JSON Schema. */
export interface AvailableOptions {
  due: DueOption;
  mode: ModeOption;
  /** Null when the product does not have this option. */
  skill: SkillOption | null;
  quantity: QuantityOption;
}

/** Describes the options of an order. Without `skill` the product does not have it. `quantity` is made from `is_cumulative` when it is not given. A `default` must be one of the `enum`. */
export interface AvailableOptionsWrite {
  due: DueOptionWrite;
  mode: ModeOptionWrite;
  skill?: SkillOptionWrite | null;
  quantity?: QuantityOptionWrite | null;
}

export type Batch = BatchAction[];

export interface BatchAction {
  /** Path and query, with or without `/v1`; never an absolute URL. One of more than 49,152 characters is answered with 414, as the others in its place. */
  relative_url: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** JSON-encoded text. */
  body?: string | null;
}

/** Headers of the answer with lower-case names. */
export type BatchHeaders = Record<string, string>;

export interface BatchResult {
  status: number;
  headers: BatchHeaders;
  /** The answer's body, JSON-encoded text; null when it is empty, or too long for a writing action to show. */
  body: string | null;
}

export type BatchResults = BatchResult[];

export interface BillingAddress {
  division: string | null;
  address1: string | null;
  address2: string | null;
  zipcode: string | null;
  city: string | null;
  state: string | null;
  /** ISO 3166-1 alpha-2 code. */
  country: string | null;
  additional: string | null;
  /** English name of `country`. */
  country_name: string | null;
}

/** Only the given fields change; null clears one. `country_name` follows from `country`. */
export interface BillingAddressChange {
  division?: string | null;
  address1?: string | null;
  address2?: string | null;
  zipcode?: string | null;
  city?: string | null;
  state?: string | null;
  /** ISO 3166-1 alpha-2 code. */
  country?: string | null;
  additional?: string | null;
}

export interface BillingContact {
  phone: string | null;
  email: string | null;
}

/** Only the given fields change; null clears one. */
export interface BillingContactChange {
  phone?: string | null;
  email?: string | null;
}

/** Value added tax, as it was when the project was finished. */
export interface BillingVat {
  amount: number;
  /** The rate as a fraction, for instance 0.2. */
  ratio: number;
  currency: Currency;
}

/** A project in a budget. */
export interface Booking {
  project: ProjectReference;
  /** Its net price. */
  amount: Money;
  booked_at: DateTime;
  /** When the project was canceled. */
  released_at: DateTime | null;
}

/** What was booked in a month, in one currency. */
export interface BudgetMonth {
  /** As `2026-11`. */
  month: string;
  /** Everything that was booked. */
  booked: Money;
  /** What canceled projects gave back of it. */
  released: Money;
  /** What is left of the bookings. */
  spent: Money;
  projects_count: Figure;
  /** The newest 1,000 of them. */
  projects: Booking[];
}

/** A category. */
export interface Category {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** True while no product is in the category. */
  is_removable: boolean;
  title: string;
  /** Heavier categories sort later. */
  weight: number;
  description: string | null;
}

export interface CategoryCollection {
  total_count: Count;
  items: CategorySummary[];
}

export interface CategoryCreate {
  title: string;
  description?: string | null;
  weight?: number | null;
}

export interface CategoryReference {
  gid: Gid;
  href: Href;
  title: string;
}

/** A category in a list. */
export interface CategorySummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** True while no product is in the category. */
  is_removable: boolean;
  title: string;
  /** Heavier categories sort later. */
  weight: number;
}

/** Only the given fields change. */
export interface CategoryUpdate {
  title?: string;
  description?: string | null;
  weight?: number;
}

export interface CollectionFields {
  searchable: FieldNames;
  orderable: FieldNames;
  /** The collection takes the parameter `search`. */
  search: boolean;
}

/** A remark on a resource. */
export interface Comment {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Plain text, returned as it was sent. */
  message: string;
  /** Path of what is commented on. */
  uri: string;
  /** The author. */
  user: UserReference;
  /** Whose members see the comment, where several organizations see what it is about; null where whoever sees that sees the comment, and for an admin who belongs to none. */
  organization: OrganizationReference | null;
}

export interface CommentCollection {
  total_count: Count;
  items: Comment[];
}

/** A new comment. */
export interface CommentCreate {
  /** Plain text, returned as it was sent. */
  message: string;
  /** Relative path of what is commented on, with or without `/v1`. */
  uri: string;
  /** Whose members see a comment on what several organizations see; by default the caller's sole organization. On anything else, also on a comment, it is refused. */
  organization?: OrganizationIdentifier | null;
}

/** Changes to a comment. */
export interface CommentUpdate {
  /** Plain text, returned as it was sent. */
  message?: string;
}

/** Number of all matches, whatever the page. */
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
  vat: BillingVat;
}

export interface CreditNoteCollection {
  total_count: Count;
  items: CreditNoteSummary[];
}

export interface CreditNoteCreate {
  receipt: NumberedIdentifier;
  /** The reason in the credit note. */
  reason: string;
  /** Net sum. By default everything that is left. */
  amount?: Money | null;
}

/** A part of a receipt, or the rest of it, was credited; the PDF comes later. */
export interface CreditNoteCreatedEvent {
  id: EventId;
  type: 'credit_note.created';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { credit_note: CreditNote };
}

/** The PDF of a credit note is there. */
export interface CreditNoteFileAddedEvent {
  id: EventId;
  type: 'credit_note.file_added';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { credit_note: CreditNote };
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

/** The delivery of an event to a webhook, with its attempts. */
export interface Delivery {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime;
  href: Href;
  event: EventReference;
  status: DeliveryStatus;
  /** Number of attempts so far. */
  attempts: number;
  /** The time of the next attempt; while one runs, of its repetition. Null when none follows. */
  next_attempt_at: DateTime | null;
  /** When it was delivered, given up or canceled. */
  settled_at: DateTime | null;
  /** Why it is not delivered so far. */
  failure: string | null;
  /** The body of each attempt, as text. Null when the event is deleted. */
  body: string | null;
  /** The attempts, oldest first; the last 100. */
  attempt_log: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  number: number;
  at: DateTime;
  /** Duration, from the connection to the end of the answer. */
  duration_ms: number;
  /** The URL of the attempt. */
  url: string;
  /** Status of the answer. Null without one. */
  status: number | null;
  /** Why it failed. Null when it succeeded. */
  failure: string | null;
  request_headers: HeaderMap;
  /** The receiver's answer. Null without one. */
  response: ReceiverAnswer | null;
}

export interface DeliveryCollection {
  total_count: Count;
  items: DeliverySummary[];
}

export interface DeliveryRecovery {
  /** Start of the time, in ISO 8601, at most 30 days ago. The time of the events counts. */
  since: string;
  /** End of the time, in ISO 8601, exclusive. Null, the default, is now. */
  until?: string | null;
  /** Adds events that the webhook was never sent, such as those from before it existed. */
  include_unsent?: boolean | null;
}

/** `waiting` for its first or next attempt, `delivered`, `failed` after the last one, or `canceled`, because the webhook was or is disabled. */
export type DeliveryStatus = 'waiting' | 'delivered' | 'failed' | 'canceled';

/** The delivery of an event to a webhook. */
export interface DeliverySummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime;
  href: Href;
  event: EventReference;
  status: DeliveryStatus;
  /** Number of attempts so far. */
  attempts: number;
  /** The time of the next attempt; while one runs, of its repetition. Null when none follows. */
  next_attempt_at: DateTime | null;
  /** When it was delivered, given up or canceled. */
  settled_at: DateTime | null;
  /** Why it is not delivered so far. */
  failure: string | null;
}

/** A file that is attached to something. */
export interface DescribedFile {
  /** Stable and unsigned; read through `GET /v1/files/{url}`. */
  url: string;
  /** As the uploader called it. */
  name: string;
  /** Bytes. */
  size: number;
  /** By its content. */
  content_type: string;
  /** Small versions of an image; null for other files. */
  variations: ImageVariations | null;
}

/** The payer disputes a payment at their bank. The amount is held back while the dispute is open, and gone when it is lost. */
export interface Dispute {
  status: 'open' | 'won' | 'lost';
  /** In the words of the provider, such as `fraudulent`. */
  reason: string;
  amount: Total;
}

/** What would follow from an order. */
export interface DryRun {
  /** The state that the project would have. */
  state: ProjectState;
  /** Net price of the whole quantity; null for a specific request. */
  price: Money | null;
  /** Value added tax on the price, an estimate; null without a price. */
  vat: Vat | null;
  /** What would then be left of the caller's monthly budget in the organization; drafts and projects that wait for an approval take nothing of it. Null when it is unlimited. */
  budget_left: Money | null;
  /** Managers of the organization, any of whom could launch the project; empty when no approval is needed. */
  approvers: UserReference[];
}

/** Days. */
export type Due = number;

/** Delivery delay in days. */
export interface DueOption {
  type: 'integer';
  default: Due | null;
  required: boolean;
  enum: Due[];
}

export interface DueOptionWrite {
  type?: 'integer' | null;
  default?: Due | null;
  required?: AlwaysRequired | null;
  enum: Due[];
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

/** An event type, or all types with a prefix, such as `project.*`. */
export type EventFilter =
  | 'project.created'
  | 'project.updated'
  | 'project.published'
  | 'project.approval_required'
  | 'project.withdrawn'
  | 'project.proposal_requested'
  | 'project.proposed'
  | 'project.shared'
  | 'project.unshared'
  | 'project.assigned'
  | 'project.delivered'
  | 'project.rejected'
  | 'project.finished'
  | 'project.paid'
  | 'project.message_posted'
  | 'project.work_posted'
  | 'project.brief_file_added'
  | 'project.brief_file_removed'
  | 'project.source_file_added'
  | 'project.canceled'
  | 'project.deleted'
  | 'receipt.created'
  | 'receipt.paid'
  | 'receipt.charge_failed'
  | 'receipt.file_added'
  | 'invoice.created'
  | 'invoice.paid'
  | 'invoice.voided'
  | 'invoice.overdue'
  | 'invoice.file_added'
  | 'credit_note.created'
  | 'credit_note.file_added'
  | 'member.joined'
  | 'member.left'
  | 'member.budget_changed'
  | 'member.role_changed'
  | 'invitation.accepted'
  | 'product.changed'
  | 'product.withdrawn'
  | 'price.changed'
  | 'price.deleted'
  | 'prices.imported'
  | 'project.*'
  | 'receipt.*'
  | 'invoice.*'
  | 'credit_note.*'
  | 'member.*'
  | 'invitation.*'
  | 'product.*'
  | 'price.*'
  | 'prices.*';

/** At least one of these. */
export type EventFilters = EventFilter[];

/** The same in every attempt, at every webhook and in the feed. Also the header `webhook-id`. */
export type EventId = string;

export interface EventOrganization {
  gid: Gid;
  href: Href;
}

export interface EventPage {
  items: FeedEvent[];
  /** The `after` of the next request, also after an empty page. */
  next: string;
  /** Whether more events are there already. With `types` a page can have fewer events than `limit`, or none, and still be followed by more. */
  has_more: boolean;
}

export interface EventReference {
  id: EventId;
  type: EventType;
  timestamp: DateTime;
  sequence: EventSequence;
}

/** Counts the events of the project from 1, without gaps, except for a jump after a restore from a backup. Null without a project. */
export type EventSequence = number | null;

/** What happened, such as `project.published`. `webhooks` has all types; we add more. */
export type EventType = string;

/** An event. `webhooks` describes the `data` of each type. */
export interface FeedEvent {
  id: EventId;
  type: EventType;
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  /** A snapshot of what a manager of the organization saw when it happened. */
  data: Record<string, unknown>;
}

export type FieldNames = string[];

export type Figure = number;

export interface FileInfo {
  /** What other resources name the file by. */
  path: string;
  /** As the uploader called it, without folders, control characters and what turns the direction of text (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069). */
  name: string;
  /** By its content, whatever the name says. */
  content_type: string;
  /** Bytes. */
  size: number;
  /** Null until it is computed, soon after a request first named the file. */
  sha256: string | null;
  created_at: DateTime;
  /** Null when it is no image. */
  image: ImageSize | null;
}

/** Opaque identifier. */
export type Gid = string;

export type Grant = 'client_credentials' | 'password' | 'refresh_token';

/** What it may ask for tokens with: `client_credentials`, for which it needs a `user`, `password`, or both; `refresh_token` besides `password` renews what a password has begun. */
export type Grants = Grant[];

/** Headers by their names in lower case. */
export type HeaderMap = Record<string, string>;

/** Path of the resource. */
export type Href = string;

/** Identifies a resource in a request. A reference from an answer may be sent as it is; only `gid` counts. */
export interface Identifier {
  gid: Gid;
  href?: Href | null;
}

/** Image with its small variations. */
export interface Image {
  url: string;
  variations: ImageVariations;
}

/** In pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

export interface ImageVariations {
  icon: File;
  thumb: File;
}

/** State of a token, RFC 7662 section 2.2. Only `active` is present when it is false. */
export interface Introspection {
  active: boolean;
  scope?: string;
  client_id?: string;
  /** The user's e-mail address. */
  username?: string;
  /** `bearer`, or `refresh_token` for one. */
  token_type?: string;
  /** Seconds since 1970. */
  exp?: number;
  /** Seconds since 1970. */
  iat?: number;
  /** The user's gid. */
  sub?: string;
  aud?: string;
  iss?: string;
}

/** An invitation, in lists and alone. */
export interface Invitation {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Opens the invitation for whoever has it. */
  token: string;
  /** Whether there is an account with this address. */
  has_user: boolean;
  email: string;
  /** The monthly budget of the membership; null is unlimited. */
  budget: Money | null;
  user_rank: UserRank;
  organization: OrganizationReference;
  expires_at: DateTime;
}

export interface InvitationAcceptance {
  /** The code of the mail. */
  code?: string | null;
}

/** Somebody has used an invitation and is a member from now on. */
export interface InvitationAcceptedEvent {
  id: EventId;
  type: 'invitation.accepted';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { member: Membership };
}

export interface InvitationCollection {
  total_count: Count;
  items: Invitation[];
}

export interface InvitationCreate {
  email: string;
  organization: OrganizationIdentifier;
  /** The monthly budget; null, the default, is unlimited. */
  budget?: Money | null;
  user_rank?: UserRank | null;
}

export interface InvitedUserCreate {
  firstname: string;
  lastname: string;
  /** The new one. */
  password: string;
  locale?: Locale | null;
  /** The code of the mail. */
  code?: string | null;
}

export interface InvitingOrganization {
  name: string;
  logo: Image | null;
}

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
  currency?: Currency | null;
}

/** The receipts of a month are collected on an invoice; the PDF comes later. */
export interface InvoiceCreatedEvent {
  id: EventId;
  type: 'invoice.created';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { invoice: InvoiceInEvents };
}

/** The PDF of an invoice is there. */
export interface InvoiceFileAddedEvent {
  id: EventId;
  type: 'invoice.file_added';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { invoice: InvoiceInEvents };
}

/** Invoice Without: `receipts`. */
export interface InvoiceInEvents {
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
}

/** An invoice is due and not paid; told once. */
export interface InvoiceOverdueEvent {
  id: EventId;
  type: 'invoice.overdue';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { invoice: InvoiceInEvents };
}

/** Nothing of an invoice is owed any more. */
export interface InvoicePaidEvent {
  id: EventId;
  type: 'invoice.paid';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { invoice: InvoiceInEvents };
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

/** An invoice was voided; what is left of its receipts is credited. */
export interface InvoiceVoidedEvent {
  id: EventId;
  type: 'invoice.voided';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { invoice: InvoiceInEvents };
}

/** A public RSA key, RFC 7518 section 6.3. */
export interface JsonWebKey {
  kty: 'RSA';
  use: 'sig';
  alg: 'RS256';
  kid: string;
  /** Modulus, base64url. */
  n: string;
  /** Exponent, base64url. */
  e: string;
}

/** RFC 7517. */
export interface JsonWebKeySet {
  keys: JsonWebKey[];
}

/** Language of the mails and, optionally, country, for instance `en` or `fr_FR`. */
export type Locale = string;

/** From 1, the worst, to 5, the best. */
export type Mark = number;

/** The token's user. Complete but for the fields withheld by rights or by the token's scope, unless `fields` names a selection. */
export interface Me {
  gid: Gid;
  created_at?: DateTime;
  modified_at?: DateTime | null;
  href: Href;
  firstname?: string;
  lastname?: string;
  email?: string;
  /** New address that waits for its confirmation. */
  pending_email?: string | null;
  locale?: Locale;
  phone?: string | null;
  /** The same as `mobile`. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`. */
  mobile?: string | null;
  roles?: Roles;
  /** The uploaded one, else a picture of the initials. */
  avatar?: Image;
  /** False for a user who can no longer sign in; only admins see it. */
  is_enabled?: boolean;
  /** Time of the last request, to the minute; null before the first one. Only admins see it. `If-Match` does not look at it. */
  last_seen?: DateTime | null;
  /** How many projects the user owns, drafts and canceled ones included; only admins see it. */
  projects_count?: number;
  /** The memberships, as far as the caller may see them. */
  member_of?: Membership[];
  notifications?: Notifications;
  /** Only for a token with the scope `upload_files`. It stays the same until an upload with it has begun or it has less than 15 minutes left; for several files at once, see `GET /v1/upload_form`. */
  upload_form?: UploadForm;
}

/** Only the given fields change; null clears one. */
export interface MeUpdate {
  firstname?: string;
  lastname?: string;
  /** Another one waits in `pending_email` for its confirmation; the present one changes nothing. */
  email?: string;
  locale?: Locale;
  phone?: string | null;
  /** The same as `mobile`; two different values are refused. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`; two different values are refused. */
  mobile?: string | null;
  /** An image that the caller uploaded or may read, by path or address. Null brings back the picture of the initials. */
  avatar?: AttachedFile | null;
  notifications?: NotificationsChange;
}

/** The budget of a member, month by month. */
export interface MemberBudget {
  /** Of the user. */
  gid: Gid;
  href: Href;
  user: UserReference;
  organization: OrganizationReference;
  is_manager: boolean;
  /** Null is unlimited. */
  monthly_budget: Money | null;
  /** In this month of UTC, in the currency of the budget (EUR without one). */
  monthly_spent: Money;
  waiting_approvals: WaitingApprovals;
  /** The last 24 months with bookings, an entry for each currency. */
  months: BudgetMonth[];
}

/** The monthly budget of a member was changed. */
export interface MemberBudgetChangedEvent {
  id: EventId;
  type: 'member.budget_changed';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { member: Membership };
}

export interface MemberBudgetCollection {
  total_count: Count;
  items: MemberBudgetSummary[];
}

/** What a member of an organization may spend, and has spent this month. */
export interface MemberBudgetSummary {
  /** Of the user. */
  gid: Gid;
  href: Href;
  user: UserReference;
  organization: OrganizationReference;
  is_manager: boolean;
  /** Null is unlimited. */
  monthly_budget: Money | null;
  /** In this month of UTC, in the currency of the budget (EUR without one). */
  monthly_spent: Money;
  waiting_approvals: WaitingApprovals;
}

/** Somebody became a member of an organization. */
export interface MemberJoinedEvent {
  id: EventId;
  type: 'member.joined';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { member: Membership };
}

/** Somebody is no longer a member; what is shown is the membership as it last was. */
export interface MemberLeftEvent {
  id: EventId;
  type: 'member.left';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { member: Membership };
}

/** A member became a manager, or is one no longer. */
export interface MemberRoleChangedEvent {
  id: EventId;
  type: 'member.role_changed';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { member: Membership };
}

/** A user's membership of an organization, in lists and alone. */
export interface Membership {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  user: UserReference;
  organization: OrganizationReference;
  /** What the user may order per calendar month (UTC) without approval; null is unlimited. */
  monthly_budget: Money | null;
  monthly_spent: MonthlySpent;
  is_manager: boolean;
}

export interface MembershipCollection {
  total_count: Count;
  items: Membership[];
}

export interface MembershipCreate {
  organization: OrganizationIdentifier;
  /** Null, the default, is unlimited. */
  monthly_budget?: Money | null;
  /** True is for admins only. */
  is_manager?: boolean | null;
}

export interface MembershipUpdate {
  /** Null is unlimited. */
  monthly_budget?: Money | null;
  /** Admins only. */
  is_manager?: boolean;
}

export interface MessageReference {
  gid: Gid;
  href: Href;
}

/** `delivery` is the worker's, `accept` and `reject` answer it. */
export type MessageType = 'simple' | 'delivery' | 'accept' | 'reject';

export type Mode = 'solo' | 'multi';

export interface ModeMeta {
  description: string | null;
  brief_template: string | null;
}

export interface ModeMetaWrite {
  description?: string | null;
  brief_template?: string | null;
}

/** With one worker in conversation (`solo`), or with several who submit works (`multi`). */
export interface ModeOption {
  type: 'string';
  default: Mode | null;
  required: boolean;
  enum: Mode[];
}

export interface ModeOptionWrite {
  type?: 'string' | null;
  default?: Mode | null;
  required?: AlwaysRequired | null;
  enum: Mode[];
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

/** Published and not canceled this month, in the currency of the budget (EUR without one). A sum, which no limit of single amounts holds for. */
export interface MonthlySpent {
  amount: number;
  currency: Currency;
}

/** Registered names of the standard. */
export type Names = string[];

/** Which mails about projects of their organizations the user gets, by kind. Nobody gets one about what they did themselves. */
export interface Notifications {
  /** To the managers: publishing a project would exceed the budget of its owner. */
  project_approval_required: boolean;
  /** To the owner: a project that waited for an approval was published. */
  project_approved: boolean;
  /** To the owner: somebody else took back what waited for an approval or a proposal, or refused the approval. */
  project_withdrawn: boolean;
  /** To the owner: a specific request got a price, or a new one. */
  project_proposed: boolean;
  /** To the owner: a work was sent to a contest. */
  project_work_posted: boolean;
  /** To the owner: the worker delivered. */
  project_delivered: boolean;
  /** To the owner: somebody else chose the winner or accepted the delivery. */
  project_finished: boolean;
}

/** Only the given kinds change. */
export interface NotificationsChange {
  /** To the managers: publishing a project would exceed the budget of its owner. */
  project_approval_required?: boolean | null;
  /** To the owner: a project that waited for an approval was published. */
  project_approved?: boolean | null;
  /** To the owner: somebody else took back what waited for an approval or a proposal, or refused the approval. */
  project_withdrawn?: boolean | null;
  /** To the owner: a specific request got a price, or a new one. */
  project_proposed?: boolean | null;
  /** To the owner: a work was sent to a contest. */
  project_work_posted?: boolean | null;
  /** To the owner: the worker delivered. */
  project_delivered?: boolean | null;
  /** To the owner: somebody else chose the winner or accepted the delivery. */
  project_finished?: boolean | null;
}

/** Identifies a document with a number, as `Identifier` does. */
export interface NumberedIdentifier {
  gid: Gid;
  href?: Href | null;
  number?: string | null;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: string;
}

/** An organization. */
export interface Organization {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  name: string;
  hostname: string | null;
  /** It is shown without a token, as long as the organization is not deleted. */
  logo: Image | null;
  /** True when its projects are not charged. */
  test: boolean;
  parent: OrganizationReference | null;
  /** False for an organization that was deleted: it can order nothing more. */
  is_enabled: boolean;
  /** VAT number. */
  vat: string | null;
  billing_address: BillingAddress;
  billing_contact: BillingContact;
  /** What the organization may owe without a payment source; only admins see it. */
  credit_limit?: Money | null;
  /** Where the organization's prices are imported from. Only managers and admins see it; null for managers of other organizations. */
  price_sheet_url?: string | null;
}

export interface OrganizationCollection {
  total_count: Count;
  items: OrganizationSummary[];
}

export interface OrganizationCreate {
  name: string;
  /** Unique; stored in lower case. One that another organization has is refused with 400. */
  hostname?: string | null;
  /** An image that the caller uploaded or may read, by path or address. Everybody sees it from then on; null takes it away. */
  logo?: AttachedFile | null;
  /** VAT number. */
  vat?: string | null;
  /** Null clears all of it. */
  billing_address?: BillingAddressChange | null;
  /** Null clears all of it. */
  billing_contact?: BillingContactChange | null;
  /** True: its projects are not charged. False when never given. */
  test?: boolean | null;
  /** Its prices apply where the organization has none. The organization itself and its descendants are refused with 400. */
  parent?: OrganizationIdentifier | null;
  /** What the organization may owe without a payment source. */
  credit_limit?: Money | null;
  /** Where the organization's prices are imported from, a CSV or XLSX file. Who knows the address may be able to read the prices. */
  price_sheet_url?: string | null;
}

/** Identifies an organization, as `Identifier` does. */
export interface OrganizationIdentifier {
  gid: Gid;
  href?: Href | null;
  name?: string | null;
  hostname?: string | null;
}

export interface OrganizationReference {
  gid: Gid;
  href: Href;
  name: string;
  hostname: string | null;
}

export interface OrganizationReferenceCollection {
  total_count: Count;
  items: OrganizationReference[];
}

/** An organization in a list. */
export interface OrganizationSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  name: string;
  hostname: string | null;
  /** It is shown without a token, as long as the organization is not deleted. */
  logo: Image | null;
  /** True when its projects are not charged. */
  test: boolean;
  parent: OrganizationReference | null;
}

/** Only the given fields change; null clears one. */
export interface OrganizationUpdate {
  name?: string;
  /** Unique; stored in lower case. One that another organization has is refused with 400. */
  hostname?: string | null;
  /** An image that the caller uploaded or may read, by path or address. Everybody sees it from then on; null takes it away. */
  logo?: AttachedFile | null;
  /** VAT number. */
  vat?: string | null;
  /** Null clears all of it. */
  billing_address?: BillingAddressChange | null;
  /** Null clears all of it. */
  billing_contact?: BillingContactChange | null;
  /** True: its projects are not charged. False when never given. */
  test?: boolean;
  /** Its prices apply where the organization has none. The organization itself and its descendants are refused with 400. */
  parent?: OrganizationIdentifier | null;
  /** What the organization may owe without a payment source. */
  credit_limit?: Money | null;
  /** Where the organization's prices are imported from, a CSV or XLSX file. Who knows the address may be able to read the prices. */
  price_sheet_url?: string | null;
  /** False does the same as deleting the organization. */
  is_enabled?: boolean;
}

/** All the organizations that may order the product. */
export type OrganizationsWrite = OrganizationIdentifier[];

export interface PasswordChange {
  current_password: string;
  /** The new one. */
  password: string;
}

export interface PasswordReset {
  /** The new one. */
  password: string;
}

export interface PasswordResetRequest {
  /** Upper and lower case are the same. */
  email: string;
}

/** A receipt at the payment provider, as last read there. */
export interface Payment {
  /** `pending`: the provider has not decided yet. */
  status: 'pending' | 'paid' | 'failed' | 'canceled';
  /** Number of attempts to charge so far. */
  attempts: number;
  /** The earliest time of the next attempt, or of the next look at a pending payment. Null when none follows by itself. */
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

/** Omitted fields keep their values; null clears a field. */
export interface PaymentSourceUpdate {
  /** Identifier at the external payment provider. */
  rid?: string;
  reference?: string | null;
  last_digits?: string | null;
}

/** What one of a product costs in a configuration, in lists and alone. */
export interface Price {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  /** The same as `modified_at`. */
  updated_at: DateTime | null;
  href: Href;
  /** Null for the default price. */
  organization: OrganizationReference | null;
  product: ProductReference;
  options: PriceOptions;
  amount: Amount;
  currency: Currency;
  /** From when on it is valid; null is no limit. */
  valid_from: DateTime | null;
  /** When it is no longer valid; null is no limit. */
  valid_until: DateTime | null;
}

/** Price that the caller approves, or proposes (with its currency). An approved one must be the current price, or, where nothing that costs changes, the draft's own; a given currency must be its currency. */
export interface PriceApproval {
  amount: number;
  currency?: Currency | null;
}

/** A price was made or changed: that of the organization, or, for a product that it may order, that of a parent or the default price. Of the latter two only `product` and `options` are shown: `/v1/prices/for` has what it pays. */
export interface PriceChangedEvent {
  id: EventId;
  type: 'price.changed';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { price: Price | ShortPrice };
}

export interface PriceCollection {
  total_count: Count;
  items: Price[];
}

export interface PriceCreate {
  product: TitledIdentifier;
  /** Null, or not given, for the default price. */
  organization?: OrganizationIdentifier | null;
  options: PriceOptionsWrite;
  amount: Amount;
  currency: Currency;
  valid_from?: ValidFromWrite;
  valid_until?: ValidUntilWrite;
}

/** A price was deleted: that of the organization, or, for a product that it may order, that of a parent or the default price. Of the latter two only `product` and `options` are shown. Those of a deleted product go without such a fact. */
export interface PriceDeletedEvent {
  id: EventId;
  type: 'price.deleted';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { price: Price | ShortPrice };
}

/** What an organization pays for a product in a configuration. */
export interface PriceFor {
  product: ProductReference;
  options: PriceForOptions;
  /** Unit price times quantity. */
  amount: number;
  currency: Currency;
}

/** The configuration asked for. */
export interface PriceForOptions {
  mode: Mode;
  due: Due;
  skill: Skill | null;
  quantity: Quantity;
}

/** An import of prices. */
export interface PriceImport {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  organization: OrganizationReference;
  status: PriceImportStatus;
  /** How many prices the organization got; null unless it is `imported`. */
  prices_count: number | null;
  /** After 1000 the rest of the sheet is not looked at. */
  errors_count: number;
  /** Why the sheet could not be read or was refused as a whole. */
  failure: string | null;
  errors: PriceImportError[];
}

export interface PriceImportCollection {
  total_count: Count;
  items: PriceImportSummary[];
}

/** What is wrong with a line of the sheet. */
export interface PriceImportError {
  /** From 1 on; the first line holds the names of the columns. */
  line: number;
  /** Name of the column. */
  column: string;
  message: string;
}

/** `pending`: running. `imported`: the prices are those of the sheet. `refused`: lines have errors, or too many prices would go. `failed`: the sheet could not be fetched or read. Only `imported` has changed anything. */
export type PriceImportStatus = 'pending' | 'imported' | 'refused' | 'failed';

/** An import of prices in a list. */
export interface PriceImportSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  organization: OrganizationReference;
  status: PriceImportStatus;
  /** How many prices the organization got; null unless it is `imported`. */
  prices_count: number | null;
  /** After 1000 the rest of the sheet is not looked at. */
  errors_count: number;
  /** Why the sheet could not be read or was refused as a whole. */
  failure: string | null;
}

/** The configuration that a price is for. */
export interface PriceOptions {
  mode: Mode;
  due: Due;
  skill: Skill | null;
}

/** A configuration that the product's `available_options` allow; `skill` exactly when the product has it. */
export interface PriceOptionsWrite {
  mode: Mode;
  due: Due;
  skill?: Skill | null;
}

/** Only the given fields change. */
export interface PriceUpdate {
  amount?: Amount;
  currency?: Currency;
  valid_from?: ValidFromWrite;
  valid_until?: ValidUntilWrite;
}

/** The prices of the organization, or those of a parent for a product that it may order, of which only `status` is shown, were replaced by those of a sheet. */
export interface PricesImportedEvent {
  id: EventId;
  type: 'prices.imported';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { import: PriceImport | ShortPriceImport };
}

/** A product. */
export interface Product {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  title: string;
  category: CategoryReference;
  available_options: AvailableOptions;
  /** Only admins see products that are not. */
  is_enabled: boolean;
  /** True when it may be ordered in quantity. */
  is_cumulative: boolean;
  /** Name of the form that clients show; `default` by default. */
  interface: string;
  /** Heavier products sort later. */
  weight: number;
  additional_meta: AdditionalMeta;
  /** The organizations that may order it, as far as the caller may see them. */
  organizations: OrganizationReference[];
  /** Words that the search also finds it by. */
  synonyms: string[];
}

/** A product was made, changed or allowed to organizations. */
export interface ProductChangedEvent {
  id: EventId;
  type: 'product.changed';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { product: ProductInEvents };
}

export interface ProductCollection {
  total_count: Count;
  items: ProductSummary[];
}

export interface ProductCreate {
  title: string;
  category: TitledIdentifier;
  available_options: AvailableOptionsWrite;
  additional_meta?: AdditionalMetaWrite | null;
  is_enabled?: boolean | null;
  /** True when it may be ordered in quantity. */
  is_cumulative?: boolean | null;
  interface?: string | null;
  weight?: number | null;
  synonyms?: SynonymsWrite | null;
  organizations?: OrganizationsWrite | null;
}

/** A product. Without: `organizations`. */
export interface ProductInEvents {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  title: string;
  category: CategoryReference;
  available_options: AvailableOptions;
  /** Only admins see products that are not. */
  is_enabled: boolean;
  /** True when it may be ordered in quantity. */
  is_cumulative: boolean;
  /** Name of the form that clients show; `default` by default. */
  interface: string;
  /** Heavier products sort later. */
  weight: number;
  additional_meta: AdditionalMeta;
  /** Words that the search also finds it by. */
  synonyms: string[];
}

export interface ProductReference {
  gid: Gid;
  href: Href;
  title: string;
}

/** A product in a list. */
export interface ProductSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  title: string;
  category: CategoryReference;
  available_options: AvailableOptions;
  /** Only admins see products that are not. */
  is_enabled: boolean;
  /** True when it may be ordered in quantity. */
  is_cumulative: boolean;
  /** Name of the form that clients show; `default` by default. */
  interface: string;
  /** Heavier products sort later. */
  weight: number;
}

/** Only the given fields change; each is replaced as a whole. */
export interface ProductUpdate {
  title?: string;
  category?: TitledIdentifier;
  available_options?: AvailableOptionsWrite;
  additional_meta?: AdditionalMetaWrite | null;
  is_enabled?: boolean;
  /** True when it may be ordered in quantity. */
  is_cumulative?: boolean;
  interface?: string;
  weight?: number;
  synonyms?: SynonymsWrite;
  organizations?: OrganizationsWrite;
}

/** Organizations may order a product no longer. */
export interface ProductWithdrawnEvent {
  id: EventId;
  type: 'product.withdrawn';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { product: ProductReference };
}

/** A project. */
export interface Project {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Code to name the project by in speech and mail; no character is easily taken for another. */
  short_code: string;
  title: string;
  status: ProjectStatus;
  state: ProjectState;
  /** When the project was published. */
  published_at: DateTime | null;
  /** When work began; in mode `multi` the publication, in mode `solo` the assignment of a worker. */
  started_at: DateTime | null;
  /** When a winner was chosen or a delivery accepted. */
  finished_at: DateTime | null;
  /** When the project was canceled. */
  canceled_at: DateTime | null;
  /** The start, before it the publication, plus `options.due` days; `query` and `orderBy` also call it `due_date`. */
  deadline_at: DateTime | null;
  options: ProjectOptions;
  quantity: ProjectQuantity;
  owner: UserReference;
  organization: OrganizationReference;
  /** Null for a specific request. */
  product: ProductReference | null;
  /** True for a project without product. */
  specific_request: boolean;
  /** The receipt, once the finished project has one; null for those with whom the project is only shared. */
  receipt_file: File | null;
  /** Net price of the whole quantity; null for a specific request without a proposal. */
  price: Money | null;
  /** The chosen work of a project in mode `multi`. */
  winner: WorkReference | null;
  /** The worker assigned to a project in mode `solo`. */
  worker: WorkerReference | null;
  /** The brief; may contain simple HTML. */
  description: string;
  /** Files that guide the workers. */
  brief_files: DescribedFile[];
  /** Files of the result; empty until the project is finished. */
  source_files: DescribedFile[];
  /** Value added tax on the price, an estimate until the receipt of the finished project fixes it; null without a price. */
  vat: Vat | null;
}

/** Publishing would exceed the owner's budget; a manager has to launch the project. */
export interface ProjectApprovalRequiredEvent {
  id: EventId;
  type: 'project.approval_required';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** A worker was assigned. */
export interface ProjectAssignedEvent {
  id: EventId;
  type: 'project.assigned';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** A file was added to the brief of a project that was there already. */
export interface ProjectBriefFileAddedEvent {
  id: EventId;
  type: 'project.brief_file_added';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: ProjectReference; file: ProjectFile };
}

/** A file was removed from the brief. */
export interface ProjectBriefFileRemovedEvent {
  id: EventId;
  type: 'project.brief_file_removed';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: ProjectReference; file: ProjectFile };
}

/** A running project was canceled and its price given back to the budget. */
export interface ProjectCanceledEvent {
  id: EventId;
  type: 'project.canceled';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

export interface ProjectCollection {
  total_count: Count;
  items: ProjectSummary[];
}

/** An order. With a product, `organization`, `options` and `price` are required; a specific request has no options and no price. */
export interface ProjectCreate {
  title: string;
  /** The brief; HTML is reduced to a small safe set. */
  description: string;
  /** What is ordered; null for a specific request. */
  product: TitledIdentifier | null;
  /** Who orders. A specific request may omit it when the caller has exactly one membership. */
  organization?: OrganizationIdentifier | null;
  /** Values within the product's `available_options`. */
  options?: ProjectOptionsChoice | null;
  price?: PriceApproval | null;
  /** `draft` for a specific request. */
  state: 'draft' | 'published';
  quantity?: ProjectQuantity | null;
  /** Implied by `product`; must agree with it when given. */
  specific_request?: boolean | null;
  /** Files that guide the workers; only those that the caller uploaded or may read. */
  brief_files?: AttachedFile[] | null;
}

/** A project was made, as a draft or to be published at once. */
export interface ProjectCreatedEvent {
  id: EventId;
  type: 'project.created';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** A draft was deleted. */
export interface ProjectDeletedEvent {
  id: EventId;
  type: 'project.deleted';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** The worker delivered. */
export interface ProjectDeliveredEvent {
  id: EventId;
  type: 'project.delivered';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: ProjectReference; message: ProjectMessageInEvents };
}

/** Delivery delay in days. */
export type ProjectDue = number;

/** A file of a project's brief or result. */
export interface ProjectFile {
  gid: Gid;
  created_at: DateTime;
  href: Href;
  url: string;
  path: string;
  /** As the uploader called it. */
  name: string;
  /** By its content. */
  content_type: string;
  /** Bytes. */
  size: number;
  /** Small versions of an image; null for other files. */
  variations: ImageVariations | null;
  added_by: UserReference;
}

export interface ProjectFileCollection {
  total_count: Count;
  items: ProjectFile[];
}

/** A winner was chosen or a delivery accepted. */
export interface ProjectFinishedEvent {
  id: EventId;
  type: 'project.finished';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** A message of a project's conversation. */
export interface ProjectMessage {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Plain text, returned as it was sent. */
  message: string;
  type: MessageType;
  /** When this delivery was accepted. */
  accepted_at: DateTime | null;
  /** When this delivery was rejected. */
  rejected_at: DateTime | null;
  project: ProjectReference;
  /** Whether the caller posted it. */
  mine: boolean;
  /** The author, where it is the worker. */
  worker: WorkerReference | null;
  /** The author, where it is not the worker. */
  user: UserReference | null;
  attached_files: DescribedFile[];
}

export interface ProjectMessageCollection {
  total_count: Count;
  items: ProjectMessage[];
}

/** A message. `accept` and `reject` may have an empty text. */
export interface ProjectMessageCreate {
  /** Plain text, returned as it was sent. */
  message: string;
  type?: MessageType | null;
  /** Only files that the caller uploaded or may read. Those of a delivery become `source_files` when it is accepted. */
  attached_files?: AttachedFile[] | null;
  /** The assigned worker, in whose name an admin writes a `simple` message or a `delivery`. */
  worker?: WorkerIdentifier | null;
  /** The delivery that is accepted or rejected, to be sure that no newer one is answered. */
  delivery?: Identifier | null;
}

/** A message of a project's conversation. Without: `mine`. */
export interface ProjectMessageInEvents {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Plain text, returned as it was sent. */
  message: string;
  type: MessageType;
  /** When this delivery was accepted. */
  accepted_at: DateTime | null;
  /** When this delivery was rejected. */
  rejected_at: DateTime | null;
  project: ProjectReference;
  /** The author, where it is the worker. */
  worker: WorkerReference | null;
  /** The author, where it is not the worker. */
  user: UserReference | null;
  attached_files: DescribedFile[];
}

/** A simple message was posted. */
export interface ProjectMessagePostedEvent {
  id: EventId;
  type: 'project.message_posted';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: ProjectReference; message: ProjectMessageInEvents };
}

/** `solo`: one worker in a conversation. `multi`: several workers submit works, one wins. */
export type ProjectMode = 'solo' | 'multi';

/** Configuration of the order. `due` and `mode` are null in a specific request without a proposal. */
export interface ProjectOptions {
  due: ProjectDue | null;
  mode: ProjectMode | null;
  skill: ProjectSkill | null;
  quantity: ProjectQuantity;
}

/** Chosen configuration. */
export interface ProjectOptionsChoice {
  due: ProjectDue;
  mode: ProjectMode;
  /** Required where the product asks for it, else absent or null. */
  skill?: ProjectSkill | null;
  quantity?: ProjectQuantity | null;
}

/** The receipt of a finished project is paid. */
export interface ProjectPaidEvent {
  id: EventId;
  type: 'project.paid';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** A specific request was sent. */
export interface ProjectProposalRequestedEvent {
  id: EventId;
  type: 'project.proposal_requested';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** A specific request got a price and options, or new ones. */
export interface ProjectProposedEvent {
  id: EventId;
  type: 'project.proposed';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** A project was launched and its price booked. */
export interface ProjectPublishedEvent {
  id: EventId;
  type: 'project.published';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** How many are ordered; other than 1 only of cumulative products. `quantity` and `options.quantity` are the same. */
export type ProjectQuantity = number;

export interface ProjectReference {
  gid: Gid;
  href: Href;
  title: string;
}

/** A delivery was rejected; the conversation goes on. */
export interface ProjectRejectedEvent {
  id: EventId;
  type: 'project.rejected';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: ProjectReference; message: ProjectMessageInEvents };
}

/** A person with whom a project is shared. */
export interface ProjectShare {
  gid: Gid;
  created_at: DateTime;
  href: Href;
  /** Who sees the project. */
  user: UserReference;
  /** Who shared it. */
  shared_by: UserReference;
}

export interface ProjectShareCollection {
  total_count: Count;
  items: ProjectShare[];
}

/** A member of the project's organization, named by `user` or by `email`. */
export interface ProjectShareCreate {
  user?: UserIdentifier | null;
  email?: string | null;
}

/** A project was shared with a person. */
export interface ProjectSharedEvent {
  id: EventId;
  type: 'project.shared';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: ProjectReference; share: ProjectShare };
}

/** Kind of work, where the product asks for it. */
export type ProjectSkill = 'conception' | 'execution';

/** A file was added to the result of a finished project. */
export interface ProjectSourceFileAddedEvent {
  id: EventId;
  type: 'project.source_file_added';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: ProjectReference; file: ProjectFile };
}

/** What has happened in a project, in figures. */
export interface ProjectStat {
  messages: Figure;
  deliveries: Figure;
  rejections: Figure;
  works: Figure;
  workers: Figure;
  brief_files: Figure;
  source_files: Figure;
  /** From the publication to the first message or work of a worker; null until then. */
  seconds_to_first_reply: Figure | null;
  last_activity_at: DateTime;
}

/** Where the order is in the buying process; `proposal` is set by admins, `require_approval` by nobody. */
export type ProjectState = 'draft' | 'published' | 'waiting_for_proposal' | 'proposal' | 'require_approval';

/** Where production is. */
export type ProjectStatus = 'draft' | 'canceled' | 'in_progress' | 'finished' | 'paid';

/** What was done with a project. */
export interface ProjectStep {
  gid: Gid;
  created_at: DateTime;
  /** `create`, or a command of the transition table: `edit`, `publish`, `defer` (over budget), `launch` (approved), `request_proposal`, `propose`, `withdraw`, `assign`, `deliver`, `reject`, `accept`, `choose_winner`, `cancel`, `settle` (the receipt is paid). */
  command: string;
  /** The state before; null for `create`. */
  from: ProjectState | null;
  to: ProjectState;
  status: ProjectStatus;
  /** Who did it; null for what the system does, `settle`. */
  user: UserReference | null;
  /** What was proposed; null for every command but `propose`. */
  proposal: Proposal | null;
}

export interface ProjectStepCollection {
  total_count: Count;
  items: ProjectStep[];
}

/** A project in a list. */
export interface ProjectSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Code to name the project by in speech and mail; no character is easily taken for another. */
  short_code: string;
  title: string;
  status: ProjectStatus;
  state: ProjectState;
  /** When the project was published. */
  published_at: DateTime | null;
  /** When work began; in mode `multi` the publication, in mode `solo` the assignment of a worker. */
  started_at: DateTime | null;
  /** When a winner was chosen or a delivery accepted. */
  finished_at: DateTime | null;
  /** When the project was canceled. */
  canceled_at: DateTime | null;
  /** The start, before it the publication, plus `options.due` days; `query` and `orderBy` also call it `due_date`. */
  deadline_at: DateTime | null;
  options: ProjectOptions;
  quantity: ProjectQuantity;
  owner: UserReference;
  organization: OrganizationReference;
  /** Null for a specific request. */
  product: ProductReference | null;
  /** True for a project without product. */
  specific_request: boolean;
  /** The receipt, once the finished project has one; null for those with whom the project is only shared. */
  receipt_file: File | null;
  /** Net price of the whole quantity; null for a specific request without a proposal. */
  price: Money | null;
  /** The chosen work of a project in mode `multi`. */
  winner: WorkReference | null;
  /** The worker assigned to a project in mode `solo`. */
  worker: WorkerReference | null;
}

/** A project is no longer shared with a person. */
export interface ProjectUnsharedEvent {
  id: EventId;
  type: 'project.unshared';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: ProjectReference; share: ProjectShare };
}

/** Changes to a project. Options or a quantity that differ from the present ones require `price`. */
export interface ProjectUpdate {
  title?: string;
  /** The brief; HTML is reduced to a small safe set. */
  description?: string;
  /** Replaces `due`, `mode` and `skill` together; the quantity stays unless it is given too. */
  options?: ProjectOptionsChoice;
  quantity?: ProjectQuantity;
  price?: PriceApproval;
  /** All the files of the brief. Only files that the caller uploaded or may read. */
  brief_files?: AttachedFile[];
  /** `waiting_for_proposal` sends a specific request, or sends its proposal back; `proposal` is set by admins, with `price` and `options`. `draft` takes a project back from wherever it waits, but a specific request from `require_approval` to `proposal`. */
  state?: 'draft' | 'published' | 'waiting_for_proposal' | 'proposal';
  /** Said with the withdrawal of a proposal; becomes a `simple` message. */
  message?: string;
  /** The worker who is assigned to a project in mode `solo` that is in progress (admin), which starts it; changes nothing else. */
  worker?: WorkerIdentifier;
  /** The work that wins a project in mode `multi`, which finishes it; changes nothing else. */
  winner?: Identifier;
  /** Cancels a project that is in progress and gives its budget back. */
  status?: 'canceled';
}

/** Fields of a draft were changed. */
export interface ProjectUpdatedEvent {
  id: EventId;
  type: 'project.updated';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** A project that waited for approval or a proposal is a draft again. */
export interface ProjectWithdrawnEvent {
  id: EventId;
  type: 'project.withdrawn';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: Project };
}

/** A worker sent a work to a contest; `work` names it. */
export interface ProjectWorkPostedEvent {
  id: EventId;
  type: 'project.work_posted';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { project: ProjectReference; work: Work };
}

/** Price and options that were proposed for a specific request. */
export interface Proposal {
  price: Money;
  options: ProposalOptions;
}

export interface ProposalOptions {
  due: ProjectDue;
  mode: ProjectMode;
}

/** What whoever has the token may know. */
export interface PublicInvitation {
  email: string;
  /** Whether there is an account with this address. */
  has_user: boolean;
  organization: InvitingOrganization;
  expires_at: DateTime;
}

/** What everybody may know of an organization. */
export interface PublicOrganization {
  gid: Gid;
  name: string;
  hostname: string;
  logo: Image | null;
}

export type Quantity = number;

/** How many; a product that is not cumulative allows only 1. */
export interface QuantityOption {
  type: 'integer';
  default: Quantity;
  required: boolean;
  /** Null when every quantity is allowed. */
  enum: Quantity[] | null;
}

/** For cumulative products only. */
export interface QuantityOptionWrite {
  type?: 'integer' | null;
  default?: Quantity | null;
  /** False, as an order without it is one of 1; true is refused. */
  required?: boolean | null;
  /** Null allows every quantity. */
  enum?: Quantity[] | null;
}

export type QuerySchema = Record<string, CollectionFields>;

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
  vat: BillingVat;
  /** The payment at the provider. Null before the first charge. */
  payment: Payment | null;
}

/** A charge of a receipt failed; `failure` says why. */
export interface ReceiptChargeFailedEvent {
  id: EventId;
  type: 'receipt.charge_failed';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { receipt: Receipt };
}

export interface ReceiptCollection {
  total_count: Count;
  items: ReceiptSummary[];
}

/** A finished project got its receipt; the PDF comes later. */
export interface ReceiptCreatedEvent {
  id: EventId;
  type: 'receipt.created';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { receipt: Receipt };
}

/** The PDF of a receipt is there. */
export interface ReceiptFileAddedEvent {
  id: EventId;
  type: 'receipt.file_added';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { receipt: Receipt };
}

/** A receipt is paid, or nothing of it is owed any more since the rest was credited. */
export interface ReceiptPaidEvent {
  id: EventId;
  type: 'receipt.paid';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: { receipt: Receipt };
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

/** A receiver's answer, shortened. */
export interface ReceiverAnswer {
  headers: HeaderMap;
  /** The first 1 KiB, as text. */
  body: string;
}

/** A customer's marks for the worker of a project. */
export interface Review {
  gid: Gid;
  created_at: DateTime;
  href: Href;
  quality: Mark;
  reactivity: Mark;
  communicativeness: Mark;
  work_with_again: Mark;
  /** Plain text, returned as it was sent. */
  comment: string | null;
  project: ProjectReference;
  worker: WorkerReference;
}

export interface ReviewCollection {
  total_count: Count;
  items: Review[];
}

/** What the customer says of the worker of a project whose `status` is `finished` or `paid`. */
export interface ReviewCreate {
  project: TitledIdentifier;
  /** The winner's worker, or the assigned one. */
  worker: WorkerIdentifier;
  quality: Mark;
  reactivity: Mark;
  communicativeness: Mark;
  work_with_again: Mark;
  /** Plain text, returned as it was sent. */
  comment?: string | null;
}

export type Role = 'user' | 'customer' | 'admin';

/** `admin` gives rights over everything, the others give none of their own: rights follow the memberships. */
export type Roles = Role[];

export interface Root {
  name: string;
  say: string;
  version: string;
}

export type Scope = 'base' | 'files' | 'upload_files';

/** The scopes that it may ask for. */
export type Scopes = Scope[];

export interface SecretRotation {
  /** For how long the present secret stays valid: up to seven days. 0 ends it at once. */
  grace_seconds?: number | null;
}

/** Who the worker is to the service that employs them; unique. */
export type ServiceId = string;

/** What one of a product costs in a configuration, in lists and alone. Only: `product`, `options`. */
export interface ShortPrice {
  product: ProductReference;
  options: PriceOptions;
}

/** An import of prices. Only: `status`. */
export interface ShortPriceImport {
  status: PriceImportStatus;
}

/** `v1` is HMAC-SHA256 with the secret, `v1a` Ed25519, verified with the public key. */
export type SignatureScheme = 'v1' | 'v1a';

export interface SignedUrl {
  url: string;
  expires_at: DateTime;
}

export type Skill = 'conception' | 'execution';

/** What the worker does. */
export interface SkillOption {
  type: 'string';
  default: Skill | null;
  required: boolean;
  enum: Skill[];
}

export interface SkillOptionWrite {
  type?: 'string' | null;
  default?: Skill | null;
  required?: AlwaysRequired | null;
  enum: Skill[];
}

/** A file to star, named by `path` or `url`. */
export interface StarCreate {
  /** Path of the file, or any address of it that an answer gave. */
  path?: string | null;
  /** Path of the file, or any address of it that an answer gave. */
  url?: string | null;
}

/** A file of a project's conversation that somebody marked. */
export interface StarredFile {
  gid: Gid;
  created_at: DateTime;
  href: Href;
  path: string;
  file: DescribedFile;
  project: ProjectReference;
  /** To which it is attached. */
  message: MessageReference;
  starred_by: UserReference;
}

export interface StarredFileCollection {
  total_count: Count;
  items: StarredFile[];
}

/** Words that the search also finds the product by. */
export type SynonymsWrite = string[];

/** Identifies a resource with a title, as `Identifier` does. */
export interface TitledIdentifier {
  gid: Gid;
  href?: Href | null;
  title?: string | null;
}

/** An access token, RFC 6749 section 5.1. */
export interface Token {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  token_type: 'bearer';
  /** Scopes separated by spaces. */
  scope: string;
  /** Only for the grants `password` and `refresh_token`; valid once and for 30 days. */
  refresh_token?: string;
}

/** Form that names a token. */
export interface TokenReference {
  token: string;
  /** `access_token` or `refresh_token`; only a hint. */
  token_type_hint?: string;
}

/** Form of a token request. The grant decides which of the fields are needed. */
export interface TokenRequest {
  /** `client_credentials`, `password` or `refresh_token`; another one is `unsupported_grant_type`. */
  grant_type: string;
  /** Scopes separated by spaces; a refresh may only narrow. Default `base`. */
  scope?: string;
  /** The user's e-mail address (`password`). */
  username?: string;
  /** The user's password (`password`). */
  password?: string;
  /** The newest refresh token (`refresh_token`). */
  refresh_token?: string;
}

/** A net amount with its VAT, in the currency's major unit. */
export interface Total {
  amount: number;
  currency: Currency;
}

export interface TotalCount {
  total_count: Count;
}

/** A mail that is not tried again. It holds no text, as that may hold a token. */
export interface UndeliveredMail {
  gid: Gid;
  created_at: DateTime;
  /** When it was given up. */
  modified_at: DateTime;
  href: Href;
  /** `set_password`, `password_reset`, `email_change`, `email_change_notice` or `invitation`. */
  kind: string;
  /** The address. */
  to: string;
  /** The mail server's answer to the last attempt. */
  reason: string;
  attempts: number;
}

export interface UndeliveredMailCollection {
  total_count: Count;
  items: UndeliveredMail[];
}

/** The form's fields unchanged, the file last. */
export interface Upload {
  key: string;
  policy: string;
  signature: string;
  file: string;
}

/** Fields to send unchanged before the file; where one is `${filename}`, a client may put the name of the file. */
export type UploadFields = Record<string, string>;

/** Form to upload one file straight to the storage. */
export interface UploadForm {
  /** Address to send the form to. */
  action: string;
  method: 'POST';
  enctype: 'multipart/form-data';
  fields: UploadFields;
  /** Name of the field that holds the file; it comes last. */
  file_field: string;
  /** Bytes; less than usual when less is left of a quota, 0 when nothing is. */
  max_size: number;
  expires_at: DateTime;
}

/** A user. */
export interface User {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  firstname: string;
  lastname: string;
  email: string;
  /** New address that waits for its confirmation. */
  pending_email: string | null;
  locale: Locale;
  phone: string | null;
  /** The same as `mobile`. */
  mobile_phone: string | null;
  /** The same as `mobile_phone`. */
  mobile: string | null;
  roles: Roles;
  /** The uploaded one, else a picture of the initials. */
  avatar: Image;
  /** False for a user who can no longer sign in; only admins see it. */
  is_enabled?: boolean;
  /** Time of the last request, to the minute; null before the first one. Only admins see it. `If-Match` does not look at it. */
  last_seen?: DateTime | null;
  /** How many projects the user owns, drafts and canceled ones included; only admins see it. */
  projects_count?: number;
  /** The memberships, as far as the caller may see them. */
  member_of: Membership[];
}

export interface UserCollection {
  total_count: Count;
  items: UserSummary[];
}

export interface UserCreate {
  /** Unique; upper and lower case are the same. */
  email: string;
  firstname: string;
  lastname: string;
  locale?: Locale | null;
  phone?: string | null;
  /** The same as `mobile`; two different values are refused. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`; two different values are refused. */
  mobile?: string | null;
  /** Admins only. Everybody is `user`, given or not. */
  roles?: Roles | null;
  member_of?: MembershipCreate[] | null;
}

/** Identifies a user, as `Identifier` does. */
export interface UserIdentifier {
  gid: Gid;
  href?: Href | null;
  firstname?: string | null;
  lastname?: string | null;
}

/** What the invited person becomes; `manager` is for admins to give. */
export type UserRank = 'user' | 'manager';

export interface UserReference {
  gid: Gid;
  href: Href;
  firstname: string;
  lastname: string;
}

/** A user in a list. */
export interface UserSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  firstname: string;
  lastname: string;
  email: string;
  /** New address that waits for its confirmation. */
  pending_email: string | null;
  locale: Locale;
  phone: string | null;
  /** The same as `mobile`. */
  mobile_phone: string | null;
  /** The same as `mobile_phone`. */
  mobile: string | null;
  roles: Roles;
  /** The uploaded one, else a picture of the initials. */
  avatar: Image;
  /** False for a user who can no longer sign in; only admins see it. */
  is_enabled?: boolean;
  /** Time of the last request, to the minute; null before the first one. Only admins see it. `If-Match` does not look at it. */
  last_seen?: DateTime | null;
  /** How many projects the user owns, drafts and canceled ones included; only admins see it. */
  projects_count?: number;
}

/** Only the given fields change; null clears one. */
export interface UserUpdate {
  firstname?: string;
  lastname?: string;
  /** Another one waits in `pending_email` for its confirmation; the present one changes nothing. */
  email?: string;
  locale?: Locale;
  phone?: string | null;
  /** The same as `mobile`; two different values are refused. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`; two different values are refused. */
  mobile?: string | null;
  /** An image that the caller uploaded or may read, by path or address. Null brings back the picture of the initials. */
  avatar?: AttachedFile | null;
  /** Admins only. Everybody is `user`, given or not. */
  roles?: Roles;
  /** Admins only. A disabled user cannot sign in, and their tokens are refused. */
  is_enabled?: boolean;
}

/** From when on it is valid, in ISO 8601; a date alone is its first second in UTC. Null, or never given, is no limit. */
export type ValidFromWrite = string | null;

/** When it is no longer valid, in ISO 8601; a date alone is its first second in UTC. Null, or never given, is no limit. */
export type ValidUntilWrite = string | null;

/** Value added tax. */
export interface Vat {
  amount: number;
  /** The rate as a fraction, for instance 0.2. */
  ratio: number;
  currency: Currency;
}

/** Projects of the member that wait for a manager, in the state `require_approval`. */
export interface WaitingApprovals {
  count: Figure;
  /** Their net prices, a sum for each currency. */
  amounts: Money[];
}

/** A URL that receives an organization's events. */
export interface Webhook {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  url: string;
  /** For people. */
  description: string | null;
  /** The types of its events. Null means all, later ones included. */
  events: string[] | null;
  /** The signatures of its events, all of which are sent. */
  signatures: SignatureScheme[];
  is_enabled: boolean;
  /** When it was disabled. */
  disabled_at: DateTime | null;
  /** Why it is disabled. */
  disabled_reason: string | null;
}

/** Exactly one: a webhook of the organization, or a URL. */
export interface WebhookCheck {
  webhook?: Identifier | null;
  /** As that of a webhook. */
  url?: string | null;
}

/** A void event, sent by a check of a webhook. */
export interface WebhookCheckEvent {
  id: EventId;
  type: 'webhook.check';
  timestamp: DateTime;
  organization: { gid: Gid; href: Href };
  sequence: EventSequence;
  data: Record<string, never>;
}

export interface WebhookCheckOutcome {
  /** Whether the receiver answered completely, with 2xx. */
  is_delivered: boolean;
  event: EventReference;
  /** Duration of the attempt, from the connection to the end of the answer. */
  duration_ms: number;
  /** Status of the answer. Null without one. */
  status: number | null;
  /** Why it failed. Null when it succeeded. */
  failure: string | null;
  /** The receiver's answer. Null without one. */
  response: ReceiverAnswer | null;
}

export interface WebhookCollection {
  total_count: Count;
  items: Webhook[];
}

export interface WebhookCreate {
  /** An https:// URL without a user name, at port 443 or from 1024 on. It may have a query. */
  url: string;
  /** For people. */
  description?: string | null;
  /** The types of its events. Null, the default, means all, later ones included. */
  events?: EventFilters | null;
  /** The signatures of its events, `[v1]` by default. */
  signatures?: SignatureScheme[] | null;
  is_enabled?: boolean | null;
}

/** The keys that verify signatures. Keep `secret` like a password. */
export interface WebhookSecret {
  /** `whsec_` and the key of `v1` in base64. Null without that signature, and when a rotation is repeated with its `Idempotency-Key`. */
  secret: string | null;
  /** `whpk_` and the public key of `v1a` in base64. Null without that signature. */
  public_key: string | null;
  /** Until when the previous secret signs too. Null without one. */
  previous_expires_at: DateTime | null;
}

export interface WebhookSecretRotation {
  /** Seconds that the present secret signs too, up to seven days. 0 ends it at once. */
  grace_seconds?: number | null;
}

/** Omitted fields keep their values; null clears a field. */
export interface WebhookUpdate {
  /** An https:// URL without a user name, at port 443 or from 1024 on. It may have a query. */
  url?: string;
  /** For people. */
  description?: string | null;
  /** The types of its events. Null, the default, means all, later ones included. */
  events?: EventFilters | null;
  /** The signatures of its events, `[v1]` by default. */
  signatures?: SignatureScheme[];
  is_enabled?: boolean;
}

/** A creation that a worker sent for a project in mode `multi`. */
export interface Work {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** When the work was chosen as winner. */
  won_at: DateTime | null;
  image: Image | null;
  /** A small version of `image`. */
  thumbnail: Image | null;
  worker: WorkerReference;
  project: ProjectReference;
  /** The creation that this work is a variation of. */
  parent: WorkReference | null;
  /** Plain text, returned as it was sent. */
  description: string | null;
  /** Text of a writing contest: plain text, returned as it was sent. */
  content: string | null;
}

export interface WorkCollection {
  total_count: Count;
  items: WorkSummary[];
}

/** A new work. */
export interface WorkCreate {
  /** In mode `multi` and in progress. */
  project: TitledIdentifier;
  worker: WorkerIdentifier;
  /** Creation of the same project that this is a variation of; not a variation itself. */
  parent?: Identifier | null;
  /** Plain text, returned as it was sent. */
  description?: string | null;
  /** Plain text, returned as it was sent. */
  content?: string | null;
  /** An image that the caller uploaded or may read, by path or address. */
  image?: AttachedFile | null;
}

export interface WorkReference {
  gid: Gid;
  href: Href;
}

/** A work in a list. */
export interface WorkSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** When the work was chosen as winner. */
  won_at: DateTime | null;
  image: Image | null;
  /** A small version of `image`. */
  thumbnail: Image | null;
  worker: WorkerReference;
  project: ProjectReference;
  /** The creation that this work is a variation of. */
  parent: WorkReference | null;
}

/** Changes to a work; null clears a text or takes the image away. */
export interface WorkUpdate {
  /** Plain text, returned as it was sent. */
  description?: string | null;
  /** Plain text, returned as it was sent. */
  content?: string | null;
  /** An image that the caller uploaded or may read, by path or address. */
  image?: AttachedFile | null;
}

/** A creative. */
export interface Worker {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  service_id: ServiceId;
  firstname: string;
  lastname: string;
  full_name: string;
  /** Absolute URL of a picture. Of an uploaded one, `-icon` and `-thumb` can be appended. */
  avatar: string | null;
}

export interface WorkerCollection {
  total_count: Count;
  items: Worker[];
}

/** A new worker. */
export interface WorkerCreate {
  service_id: ServiceId;
  firstname: string;
  lastname: string;
  /** An image that the caller uploaded or may read, by path or address: whoever sees the worker sees it from then on. Or the absolute https URL of a picture elsewhere. */
  avatar?: string | null;
}

/** Identifies a worker, as `Identifier` does. */
export interface WorkerIdentifier {
  gid: Gid;
  href?: Href | null;
  full_name?: string | null;
}

export interface WorkerReference {
  gid: Gid;
  href: Href;
  full_name: string;
}

/** Changes to a worker. */
export interface WorkerUpdate {
  service_id?: ServiceId;
  firstname?: string;
  lastname?: string;
  /** An image that the caller uploaded or may read, by path or address: whoever sees the worker sees it from then on. Or the absolute https URL of a picture elsewhere. */
  avatar?: string | null;
}
