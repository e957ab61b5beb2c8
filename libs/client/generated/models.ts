// Generated from the public document by `npm run generate`. Do not edit.

/** Help texts for writing the brief, per mode. */
export interface AdditionalMeta {
  solo_mode_meta: ModeMeta | null;
  multi_mode_meta: ModeMeta | null;
}

/** Help texts for writing the brief, per mode. */
export interface AdditionalMetaWrite {
  solo_mode_meta?: ModeMetaWrite | null;
  multi_mode_meta?: ModeMetaWrite | null;
}

/** Must be true: every order names this option. */
export type AlwaysRequired = boolean;

/** Amount in the currency's major unit, with at most the decimals of ISO 4217. A third decimal is 0, and MGA has none. */
export type Amount = number;

/** An application. */
export interface Application {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  name: string;
  /** User name for HTTP Basic at `/oauth2/`. */
  client_id: string;
  grants: Grants;
  scopes: Scopes;
  /** If true, the application has no secret, since anyone who uses it could read it. */
  is_public: boolean;
  /** If false, the application gets no tokens, and its existing ones are refused. */
  is_enabled: boolean;
  /** The technical user. With `client_credentials`, the application acts as this user, with the rights of their memberships. */
  user: UserReference | null;
  /** Organizations whose members may sign in with their password; if empty, everybody may. */
  organizations: OrganizationReference[];
  redirect_uris: RedirectUris;
}

export interface ApplicationCollection {
  total_count: Count;
  items: ApplicationSummary[];
}

export interface ApplicationCreate {
  name: string;
  grants: GrantsWrite;
  /** Scopes that the application may request; by default all three, for a public one those without `base`. */
  scopes?: ScopesWrite | null;
  redirect_uris?: RedirectUris | null;
  /** Organizations whose members may sign in with their password; if empty, everybody may. */
  organizations?: OrganizationIdentifier[] | null;
  /** The technical user, for `client_credentials`. Create one per application, with the memberships that it needs: it gets no mails about orders. */
  user?: UserIdentifier | null;
  /** Whether the application has no secret, such as a program on the users' machines or in a browser. */
  is_public?: boolean | null;
}

/** The application that you signed in through, or have allowed. Only admins may read it. */
export interface ApplicationReference {
  gid: Gid;
  href: Href;
  name: string;
}

/** The client id and secret of an application. Keep the secret like a password. */
export interface ApplicationSecret {
  gid: Gid;
  href: Href;
  client_id: string;
  /** Shown once; null in the response to a repeated `Idempotency-Key`, and for a public application. */
  client_secret: string | null;
  /** When the previous secret expires; null for the first secret. */
  previous_expires_at: DateTime | null;
}

/** An application in a list. */
export interface ApplicationSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  name: string;
  /** User name for HTTP Basic at `/oauth2/`. */
  client_id: string;
  grants: Grants;
  scopes: Scopes;
  /** If true, the application has no secret, since anyone who uses it could read it. */
  is_public: boolean;
  /** If false, the application gets no tokens, and its existing ones are refused. */
  is_enabled: boolean;
  /** The technical user. With `client_credentials`, the application acts as this user, with the rights of their memberships. */
  user: UserReference | null;
}

/** Omitted fields keep their values; null clears a field. */
export interface ApplicationUpdate {
  name?: string;
  grants?: GrantsWrite;
  /** Scopes that the application may request; by default all three, for a public one those without `base`. */
  scopes?: ScopesWrite;
  redirect_uris?: RedirectUris;
  /** Organizations whose members may sign in with their password; if empty, everybody may. */
  organizations?: OrganizationIdentifier[];
  /** The technical user, for `client_credentials`. Create one per application, with the memberships that it needs: it gets no mails about orders. */
  user?: UserIdentifier | null;
  /** If false, the application gets no tokens, and its existing ones are refused. */
  is_enabled?: boolean;
}

/** Identifies a file in a request. You can send a file from a response unchanged. Only `url` counts. */
export interface AttachedFile {
  /** Path of the file, or any of its URLs from a response. */
  url: string;
  /** Ignored. */
  name?: string | null;
  /** Ignored. */
  size?: number | null;
  /** Ignored. */
  content_type?: string | null;
  /** Ignored. */
  variations?: ImageVariations | null;
}

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** What you have allowed an application. */
export interface Authorization {
  gid: Gid;
  /** When you first allowed it. */
  created_at: DateTime;
  /** When you last allowed more. */
  modified_at: DateTime;
  href: Href;
  application: ApplicationReference;
  /** Everything that you have allowed. An admin may since have removed some of it from the application. */
  scopes: Scopes;
  /** When the last access token of an active session from a code was issued; null without one. */
  last_used_at: DateTime | null;
}

export interface AuthorizationCollection {
  total_count: Count;
  items: Authorization[];
}

/** The authorization request again, with the person's input. */
export interface AuthorizationDecision {
  /** Hidden field of the page, unchanged. Left out, the request is refused. */
  response_type?: string;
  /** Hidden field of the page, unchanged. Left out, the request is refused. */
  client_id?: string;
  /** Hidden field of the page, unchanged. Left out, the request is refused. */
  redirect_uri?: string;
  /** Hidden field of the page, unchanged. Left out, the request is refused. */
  code_challenge?: string;
  /** Hidden field of the page, unchanged. Left out, the request is refused. */
  code_challenge_method?: string;
  /** Hidden field of the page if the request had it. */
  scope?: string;
  /** Hidden field of the page if the request had it. */
  state?: string;
  /** Hidden field of the page if the request had it. */
  ui_locales?: string;
  /** Hidden field of the page if the request had it. */
  prompt?: string;
  /** `allow`, or `switch` to sign in as somebody else; anything else refuses. */
  decision: string;
  /** The gid of the person who allows it without a password. They must be signed in in the browser. */
  account?: string;
  /** The person's email address. */
  username?: string;
  /** The person's password. */
  password?: string;
}

/** Metadata of the authorization server (RFC 8414). */
export interface AuthorizationServerMetadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint: string;
  introspection_endpoint: string;
  jwks_uri: string;
  scopes_supported: Names;
  response_types_supported: Names;
  response_modes_supported: Names;
  grant_types_supported: Names;
  code_challenge_methods_supported: Names;
  authorization_response_iss_parameter_supported: boolean;
  token_endpoint_auth_methods_supported: Names;
  revocation_endpoint_auth_methods_supported: Names;
  introspection_endpoint_auth_methods_supported: Names;
}

/** The options of an order, each described like a JSON Schema. */
export interface AvailableOptions {
  due: DueOption;
  mode: ModeOption;
  /** Null if the product does not have this option. */
  skill: SkillOption | null;
  quantity: QuantityOption;
}

/** The options of an order. Omit `skill` for a product without this option. If you omit `quantity`, it follows `is_cumulative`. A `default` must be one of the `enum` values. */
export interface AvailableOptionsWrite {
  due: DueOptionWrite;
  mode: ModeOptionWrite;
  skill?: SkillOptionWrite | null;
  quantity?: QuantityOptionWrite | null;
}

export type Batch = BatchAction[];

export interface BatchAction {
  /** Path and query, with or without `/v1`; never an absolute URL. The result of one over 49,152 characters is 414, that of one with more than 50 parameters 400. */
  relative_url: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** JSON-encoded text. */
  body?: string | null;
}

/** Headers of the response, with lower-case names. */
export type BatchHeaders = Record<string, string>;

export interface BatchResult {
  status: number;
  headers: BatchHeaders;
  /** The response body as JSON-encoded text; null if it is empty, or if that of a write does not fit. */
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

/** Omitted fields keep their values; null clears a field. `country_name` is set from `country`. */
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

/** Omitted fields keep their values; null clears a field. */
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

/** A published project in a budget. */
export interface Booking {
  project: ProjectReference;
  /** Net price of the project. */
  amount: Money;
  booked_at: DateTime;
  /** Time when the project was canceled. */
  released_at: DateTime | null;
}

/** A browser where you are signed in. */
export interface BrowserSession {
  gid: Gid;
  /** When you signed in. */
  created_at: DateTime;
  href: Href;
  /** Where you signed in: an IPv4 address, or the /64 network of an IPv6 address (`2001:db8:1:2::/64`); null if unknown. */
  network: string | null;
  /** The first 256 characters of the header `User-Agent` that the browser sent when you signed in; null without one. */
  user_agent: string | null;
  /** When you last used it, up to a minute late. */
  last_used_at: DateTime;
  /** When it ends unless you use it. Each use moves it to two hours later, up to twelve hours after you signed in. */
  ends_at: DateTime;
  /** Whether this request comes from the console in that browser. */
  is_current: boolean;
}

export interface BrowserSessionCollection {
  total_count: Count;
  items: BrowserSession[];
}

/** Bookings of one month in one currency. */
export interface BudgetMonth {
  /** The month, such as `2026-11`. */
  month: string;
  /** Sum of all bookings. */
  booked: Money;
  /** Sum released by canceled projects. */
  released: Money;
  /** `booked` minus `released`. */
  spent: Money;
  projects_count: Figure;
  /** The newest bookings, at most 1,000. */
  projects: Booking[];
}

/** A category. */
export interface Category {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** True while the category has no products. */
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
  /** True while the category has no products. */
  is_removable: boolean;
  title: string;
  /** Heavier categories sort later. */
  weight: number;
}

/** Omitted fields keep their values. */
export interface CategoryUpdate {
  title?: string;
  description?: string | null;
  weight?: number;
}

export interface CollectionFields {
  searchable: FieldNames;
  orderable: FieldNames;
  /** Whether the collection takes the parameter `search`. */
  search: boolean;
}

/** A remark on a resource. */
export interface Comment {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Plain text, returned unchanged. */
  message: string;
  /** Path of the resource. */
  uri: string;
  /** The author. */
  user: UserReference;
  /** The organization whose members see the comment, if several organizations see the resource. Null otherwise, and for admins without one. */
  organization: OrganizationReference | null;
}

export interface CommentCollection {
  total_count: Count;
  items: Comment[];
}

/** A new comment. */
export interface CommentCreate {
  /** Plain text, returned unchanged. */
  message: string;
  /** Path of the resource, with or without `/v1`. */
  uri: string;
  /** The organization whose members see the comment, by default your only one. Allowed only for resources that several organizations see, not for comments. */
  organization?: OrganizationIdentifier | null;
}

/** Changes to a comment. */
export interface CommentUpdate {
  /** Plain text, returned unchanged. */
  message?: string;
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
  /** Net sum, by default the whole rest. A third decimal is 0, and MGA has none. */
  amount?: Money | null;
}

/** A part of a receipt, or the rest of it, was credited; the PDF comes later. */
export interface CreditNoteCreatedEvent {
  id: EventId;
  type: 'credit_note.created';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: CreditNoteCreatedEventData;
}

export interface CreditNoteCreatedEventData {
  credit_note: CreditNote;
}

/** The PDF of a credit note is there. */
export interface CreditNoteFileAddedEvent {
  id: EventId;
  type: 'credit_note.file_added';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: CreditNoteFileAddedEventData;
}

export interface CreditNoteFileAddedEventData {
  credit_note: CreditNote;
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
  /** Why it has not been delivered. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
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
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
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
export type DeliveryStatus = 'waiting' | 'delivered' | 'failed' | 'canceled' | (string & {});

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
  /** Why it has not been delivered. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
}

/** An attached file. */
export interface DescribedFile {
  /** Stable, unsigned URL. Pass it to `GET /v1/files/{url}` to read the file. */
  url: string;
  /** The uploader's name for the file. */
  name: string;
  /** Bytes. */
  size: number;
  /** Detected from the content. */
  content_type: string;
  /** Small versions of an image; null for other files. */
  variations: ImageVariations | null;
}

/** The payer disputes a payment at their bank. The amount is held back while the dispute is open, and gone when it is lost. */
export interface Dispute {
  /** Known values: `open`, `won`, `lost`. */
  status: 'open' | 'won' | 'lost' | (string & {});
  /** As the provider names it, such as `fraudulent`. */
  reason: string;
  amount: Total;
}

/** The outcome of an order. */
export interface DryRun {
  /** State that the project would have. */
  state: ProjectState;
  /** Net price of the whole quantity. Null for a specific request. */
  price: Money | null;
  /** Estimated value added tax on the price. Null without a price. */
  vat: Vat | null;
  /** Your remaining monthly budget in the organization after the order. Drafts and projects that wait for approval do not reduce it. Null if unlimited. */
  budget_left: Money | null;
  /** Managers of the organization, any of whom can approve the project. Empty if no approval is needed. */
  approvers: UserReference[];
  /** Whether admins decide about the approval, because `approvers` is empty. */
  approved_by_admins: boolean;
}

/** Days. */
export type Due = number;

/** Delivery time in days. */
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

/** The name of the fault, for programs. A code keeps its meaning. Later releases add codes, so accept unknown ones. */
export type ErrorCode =
  | 'address_not_public'
  | 'already_attached'
  | 'already_closed'
  | 'already_invited'
  | 'already_member'
  | 'already_owner'
  | 'already_priced'
  | 'already_reviewed'
  | 'already_shared'
  | 'amount_too_large'
  | 'approval_needed'
  | 'balance_too_low'
  | 'belongs_to_another_organization'
  | 'beyond_search'
  | 'blank'
  | 'body_not_allowed'
  | 'body_required'
  | 'brief_closed'
  | 'canceled_at_provider'
  | 'cannot_be_optional'
  | 'cannot_be_required'
  | 'card_declined'
  | 'card_expired'
  | 'certificate_authority_unknown'
  | 'certificate_chain_incomplete'
  | 'certificate_expired'
  | 'certificate_name_mismatch'
  | 'certificate_not_yet_valid'
  | 'charge_refused'
  | 'common_password'
  | 'confirmation_needed'
  | 'connection_timed_out'
  | 'contains_card_number'
  | 'contains_control_characters'
  | 'contains_credentials'
  | 'contains_email'
  | 'contains_link'
  | 'contains_nul_character'
  | 'currency_mismatch'
  | 'cursor_of_another_organization'
  | 'customer_deleted'
  | 'customer_not_found'
  | 'disabled_as_failing'
  | 'disabled_as_gone'
  | 'disabled_by_hand'
  | 'duplicate_column'
  | 'duplicate_file'
  | 'duplicate_item'
  | 'duplicate_organization'
  | 'duplicate_parameter'
  | 'email_not_confirmed'
  | 'email_taken'
  | 'empty'
  | 'empty_cell'
  | 'empty_sheet'
  | 'end_not_after_start'
  | 'ends_within_other_price'
  | 'error_in_cell'
  | 'event_too_large'
  | 'exceeds_remaining_amount'
  | 'field_name_too_long'
  | 'fields_differ'
  | 'file_in_wrong_field'
  | 'file_missing'
  | 'file_not_last'
  | 'file_too_late'
  | 'fixed_value'
  | 'forbidden_field_name'
  | 'foreign_file_address'
  | 'form_already_used'
  | 'form_incomplete'
  | 'formula_without_value'
  | 'grant_missing'
  | 'grant_not_allowed'
  | 'hostname_taken'
  | 'image_not_readable'
  | 'import_failed'
  | 'import_interrupted'
  | 'import_pending'
  | 'in_use'
  | 'insufficient_funds'
  | 'invalid_header'
  | 'invitee_already_member'
  | 'invoice_void'
  | 'is_html_page'
  | 'key_already_used'
  | 'key_too_long_for_batch'
  | 'last_admin'
  | 'line_too_long'
  | 'metadata_address'
  | 'mislabeled_image'
  | 'missing_column'
  | 'must_be_changed_alone'
  | 'mutually_exclusive'
  | 'name_lookup_timed_out'
  | 'name_not_resolved'
  | 'nested_batch'
  | 'nested_variation'
  | 'no_default_payment_method'
  | 'no_expressions'
  | 'no_open_delivery'
  | 'no_price'
  | 'no_price_sheet'
  | 'no_secret'
  | 'no_setup_page'
  | 'not_a_cursor'
  | 'not_a_customer_id'
  | 'not_a_draft'
  | 'not_a_file_path'
  | 'not_a_file_reference'
  | 'not_a_form'
  | 'not_a_json_array'
  | 'not_a_list_of_actions'
  | 'not_a_list_of_expressions'
  | 'not_a_member'
  | 'not_a_multiple'
  | 'not_a_number'
  | 'not_a_redirect_uri'
  | 'not_a_relation'
  | 'not_a_running_contest'
  | 'not_a_sheet'
  | 'not_a_time'
  | 'not_a_triple'
  | 'not_a_web_address'
  | 'not_allowed'
  | 'not_an_attachment'
  | 'not_an_expression'
  | 'not_an_image'
  | 'not_an_option'
  | 'not_csv'
  | 'not_finished'
  | 'not_found'
  | 'not_https'
  | 'not_https_or_file'
  | 'not_in_capitals'
  | 'not_in_the_past'
  | 'not_json'
  | 'not_json_text'
  | 'not_latest_delivery'
  | 'not_one_of'
  | 'not_percent_encoded'
  | 'not_positive'
  | 'not_recorded'
  | 'not_relative'
  | 'not_searchable'
  | 'not_sent'
  | 'not_signed'
  | 'not_sortable'
  | 'not_the_assigned_worker'
  | 'not_the_project_worker'
  | 'not_utf8'
  | 'not_valid'
  | 'not_xlsx'
  | 'not_your_organization'
  | 'nothing_to_credit'
  | 'nothing_to_invoice'
  | 'number_too_large'
  | 'of_another_list'
  | 'one_piece_only'
  | 'only_null'
  | 'operator_not_applicable'
  | 'operator_takes_fewer_values'
  | 'operator_takes_list'
  | 'operator_takes_no_null'
  | 'operator_takes_scalar'
  | 'ordering_not_allowed'
  | 'organization_deleted'
  | 'out_of_range'
  | 'overlaps_line'
  | 'own_ancestor'
  | 'payment_failed'
  | 'payment_not_completed'
  | 'plus_not_encoded'
  | 'port_not_allowed'
  | 'price_changed'
  | 'product_not_cumulative'
  | 'product_not_offered'
  | 'proposal_changed'
  | 'quantities_differ'
  | 'query_too_deep'
  | 'quota_full'
  | 'read_only'
  | 'received_other_currency'
  | 'received_too_little'
  | 'redirect_not_followed'
  | 'redirects_nowhere'
  | 'removes_too_many_prices'
  | 'required'
  | 'required_for_grant'
  | 'resource_not_visible'
  | 'response_not_decoded'
  | 'response_timed_out'
  | 'response_too_large'
  | 'service_id_taken'
  | 'session_unchecked'
  | 'several_currencies'
  | 'several_files'
  | 'sheet_too_long'
  | 'sheet_without_prices'
  | 'starts_within_other_price'
  | 'takes_no_messages'
  | 'technical_user_in_use'
  | 'thread_too_deep'
  | 'too_deep'
  | 'too_expensive'
  | 'too_few_items'
  | 'too_large_unpacked'
  | 'too_late_to_cancel'
  | 'too_long'
  | 'too_long_ago'
  | 'too_long_as_html'
  | 'too_many_decimals'
  | 'too_many_entities'
  | 'too_many_expressions'
  | 'too_many_fields'
  | 'too_many_files'
  | 'too_many_items'
  | 'too_many_parameters'
  | 'too_many_pixels'
  | 'too_many_prices'
  | 'too_many_prices_in_sheet'
  | 'too_many_redirects'
  | 'too_many_setup_pages'
  | 'too_many_tags'
  | 'too_many_uris'
  | 'too_many_values'
  | 'too_many_webhooks'
  | 'too_much_memory'
  | 'too_short'
  | 'too_slow_to_read'
  | 'unencoded_or_with_fragment'
  | 'unexpected_http_status'
  | 'unknown_column'
  | 'unknown_country'
  | 'unknown_currency'
  | 'unknown_field'
  | 'unknown_field_names'
  | 'unknown_operator'
  | 'unknown_parameter'
  | 'unknown_path'
  | 'unpaired_surrogate'
  | 'unreachable'
  | 'unreadable'
  | 'value_not_one_of'
  | 'value_of_wrong_type'
  | 'wait_not_allowed'
  | 'webhook_disabled'
  | 'wrong_format'
  | 'wrong_length'
  | 'wrong_or_expired'
  | 'wrong_origin'
  | 'wrong_password'
  | 'wrong_signature'
  | 'wrong_state'
  | 'wrong_status'
  | 'wrong_type'
  | (string & {});

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
export interface ErrorParams {
  /** The action that the project's state does not allow. */
  action?: string;
  /** The values that are allowed, as text. */
  allowed?: string[];
  /** An amount of money, in major units. */
  amount?: number;
  /** Bytes that are left. */
  bytes_left?: number;
  /** Column of the request body, from 1. */
  column?: number;
  /** The number in the sentence. */
  count?: number;
  /** Currency codes. */
  currencies?: string[];
  /** Currency code of the amount. */
  currency?: string;
  /** A number of days. */
  days?: number;
  /** Another field, or a field of a query. */
  field?: string;
  /** The format that the text must have: email, date-time, date_or_time, country_code, currency_code, host_name, language_code, last_digits, month, time, project_page, unix_time, sheet_address. */
  format?: string;
  /** An excerpt of the value found. */
  found?: string;
  /** Identifier of the resource in the sentence. */
  gid?: string;
  /** A grant of an application, such as `authorization_code`. */
  grant?: string;
  /** The HTTP status of an answer. */
  http_status?: number;
  /** Kind of the files: `brief` or `source`. */
  kind?: string;
  /** Line of the request body or of the sheet, from 1. */
  line?: number;
  /** The largest number, length or count that is allowed. */
  max?: number;
  /** The value that is probably meant. */
  meant?: string;
  /** The smallest number, length or count that is allowed. */
  min?: number;
  /** Mode of the project. */
  mode?: string;
  /** Name of the file. */
  name?: string;
  /** The names in the sentence. */
  names?: string[];
  /** Whether null is allowed too. */
  nullable?: boolean;
  /** An operator of the query language. */
  operator?: string;
  /** The number of pieces in `options.quantity`. */
  other_quantity?: number;
  /** Currency code of what is owed. */
  owed_currency?: string;
  /** A port of an address. */
  port?: number;
  /** The payment provider's own words. */
  provider_message?: string;
  /** A number of pieces. */
  quantity?: number;
  /** Whose quota it is: `user` or `organization`. */
  quota_of?: string;
  /** The resource that is missing or still used, such as `worker`. */
  resource?: string;
  /** A number of seconds. */
  seconds?: number;
  /** Whether the project is a specific request. */
  specific_request?: boolean;
  /** State of the project. */
  state?: string;
  /** Status of the resource. */
  status?: string;
  /** The number of all of them. */
  total?: number;
  /** The JSON types that are allowed. */
  types?: string[];
  /** The resources that still use it, such as `works`. */
  used_by?: string;
  /** An address. */
  url?: string;
  /** The only value that is allowed. */
  value?: string;
  /** The case in which the field must be given, left out, or have this value, such as `delivery`. */
  why?: string;
}

/** Why the request failed, for programs. Later releases add reasons, so accept unknown ones. */
export type ErrorReason =
  | 'invalid'
  | 'forbidden'
  | 'expired'
  | 'not_found'
  | 'file_lost'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'too_slow'
  | 'in_progress'
  | 'gone'
  | 'changed'
  | 'too_large'
  | 'url_too_long'
  | 'unsupported_type'
  | 'range_not_satisfiable'
  | 'too_many_requests'
  | 'quota_full'
  | 'headers_too_large'
  | 'internal'
  | 'unavailable'
  | 'restoring'
  | 'timed_out'
  | (string & {});

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

/** The organization of an event. */
export interface EventOrganization {
  gid: Gid;
  href: Href;
}

export interface EventPage {
  items: FeedEvent[];
  /** The `after` of the next request, also after an empty page. */
  next: string;
  /** Whether more events exist already. With `types` a page can have fewer events than `limit`, or none, and still be followed by more. */
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

/** What happened, such as `project.published`. The callbacks of `createWebhook` have all types; we add more. */
export type EventType = string;

/** An event. The callbacks of `createWebhook` describe the `data` of each type. */
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
  /** Identifies the file in other resources. */
  path: string;
  /** The uploader's name for the file, without folders, control characters and direction marks (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069). */
  name: string;
  /** Detected from the content, not the name. */
  content_type: string;
  /** Bytes. */
  size: number;
  /** Null until it is computed, soon after a request first names the file. */
  sha256: string | null;
  created_at: DateTime;
  /** Null for a file that is not an image. */
  image: ImageSize | null;
}

/** Opaque identifier. */
export type Gid = string;

/** Known values: `authorization_code`, `client_credentials`, `password`, `refresh_token`. */
export type Grant = 'authorization_code' | 'client_credentials' | 'password' | 'refresh_token' | (string & {});

export type GrantWrite = 'authorization_code' | 'client_credentials' | 'password' | 'refresh_token';

/** Grants that the application may use, one of the first three at least. `authorization_code` needs `redirect_uris`, `client_credentials` a `user`. Add `refresh_token` to renew the tokens of persons. A public application may have `authorization_code` and `refresh_token`. */
export type Grants = Grant[];

/** Grants that the application may use, one of the first three at least. `authorization_code` needs `redirect_uris`, `client_credentials` a `user`. Add `refresh_token` to renew the tokens of persons. A public application may have `authorization_code` and `refresh_token`. */
export type GrantsWrite = GrantWrite[];

/** Headers by their names in lower case. */
export type HeaderMap = Record<string, string>;

/** Path of the resource. */
export type Href = string;

/** Identifies a resource in a request. You can send a reference from a response unchanged. Only `gid` counts. */
export interface Identifier {
  gid: Gid;
  href?: Href | null;
}

/** Image with its small variations. */
export interface Image {
  url: string;
  variations: ImageVariations;
}

/** Size in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

export interface ImageVariations {
  icon: File;
  thumb: File;
}

/** State of a token (RFC 7662, section 2.2). If `active` is false, it is the only field. */
export interface Introspection {
  active: boolean;
  scope?: string;
  client_id?: string;
  /** `bearer`, or `refresh_token` for a refresh token. */
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

/** An invitation. */
export interface Invitation {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Opens the invitation for anybody who has it. */
  token: string;
  /** Whether the address has an account. */
  has_user: boolean;
  email: string;
  /** Monthly budget of the membership; null is unlimited. */
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
  organization: EventOrganization;
  sequence: EventSequence;
  data: InvitationAcceptedEventData;
}

export interface InvitationAcceptedEventData {
  member: MembershipInEvents;
}

export interface InvitationCollection {
  total_count: Count;
  items: Invitation[];
}

export interface InvitationCreate {
  email: string;
  organization: OrganizationIdentifier;
  /** Monthly budget; null, the default, is unlimited. */
  budget?: Money | null;
  user_rank?: UserRankWrite | null;
}

export interface InvitedUserCreate {
  firstname: string;
  lastname: string;
  /** The new password. */
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
  organization: EventOrganization;
  sequence: EventSequence;
  data: InvoiceCreatedEventData;
}

export interface InvoiceCreatedEventData {
  invoice: InvoiceInEvents;
}

/** The PDF of an invoice is there. */
export interface InvoiceFileAddedEvent {
  id: EventId;
  type: 'invoice.file_added';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: InvoiceFileAddedEventData;
}

export interface InvoiceFileAddedEventData {
  invoice: InvoiceInEvents;
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

/** An invoice is due and not paid; published once. */
export interface InvoiceOverdueEvent {
  id: EventId;
  type: 'invoice.overdue';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: InvoiceOverdueEventData;
}

export interface InvoiceOverdueEventData {
  invoice: InvoiceInEvents;
}

/** Nothing of an invoice is owed any more. */
export interface InvoicePaidEvent {
  id: EventId;
  type: 'invoice.paid';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: InvoicePaidEventData;
}

export interface InvoicePaidEventData {
  invoice: InvoiceInEvents;
}

export interface InvoiceReference {
  gid: Gid;
  href: Href;
  number: string;
}

/** `paid` when nothing is owed any more. */
export type InvoiceStatus = 'open' | 'paid' | 'void' | (string & {});

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
  organization: EventOrganization;
  sequence: EventSequence;
  data: InvoiceVoidedEventData;
}

export interface InvoiceVoidedEventData {
  invoice: InvoiceInEvents;
}

/** A public RSA key (RFC 7518, section 6.3). */
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

/** A JSON Web Key Set (RFC 7517). */
export interface JsonWebKeySet {
  keys: JsonWebKey[];
}

/** Language of the mails with an optional country, such as `en` or `fr_FR`. */
export type Locale = string;

/** From 1 (worst) to 5 (best). */
export type Mark = number;

/** The token's user, with the fields that rights, scopes and `fields` allow. */
export interface Me {
  gid: Gid;
  created_at?: DateTime;
  modified_at?: DateTime | null;
  href: Href;
  firstname?: string;
  lastname?: string;
  email?: string;
  /** The new address until it is confirmed. */
  pending_email?: string | null;
  locale?: Locale;
  phone?: string | null;
  /** The same as `mobile`. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`. */
  mobile?: string | null;
  roles?: Roles;
  /** The uploaded image, or a picture of the initials. */
  avatar?: Image;
  /** False if the user can no longer sign in. Only admins see it. */
  is_enabled?: boolean;
  /** Time of the last request, to the minute; null before the first. Only admins see it. `If-Match` ignores it. */
  last_seen?: DateTime | null;
  /** Number of projects that the user owns, including drafts and canceled ones. Only admins see it. */
  projects_count?: number;
  /** The memberships that you may see. */
  member_of?: Membership[];
  notifications?: Notifications;
  /** Only with the scope `upload_files`. The form stays the same until an upload begins or less than 15 minutes remain. For parallel uploads, use `GET /v1/upload_form`. */
  upload_form?: UploadForm;
}

/** Omitted fields keep their values; null clears a field. */
export interface MeUpdate {
  firstname?: string;
  lastname?: string;
  /** A new address waits in `pending_email` until it is confirmed. */
  email?: string;
  locale?: Locale;
  phone?: string | null;
  /** The same as `mobile`; different values get 400. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`; different values get 400. */
  mobile?: string | null;
  /** An image that you uploaded or may read, by path or URL. Null restores the picture of the initials. */
  avatar?: AttachedFile | null;
  /** Required with another `email` than the present one. */
  current_password?: string;
  notifications?: NotificationsChange;
}

/** A member's budget by month. */
export interface MemberBudget {
  /** Gid of the user. */
  gid: Gid;
  href: Href;
  user: UserReference;
  organization: OrganizationReference;
  is_manager: boolean;
  /** Null means unlimited. */
  monthly_budget: Money | null;
  /** Spending this month (UTC), in the currency of the budget. EUR without a budget. */
  monthly_spent: Money;
  waiting_approvals: WaitingApprovals;
  /** The last 24 months with bookings, one entry for each currency. */
  months: BudgetMonth[];
}

/** The monthly budget of a member was changed. */
export interface MemberBudgetChangedEvent {
  id: EventId;
  type: 'member.budget_changed';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: MemberBudgetChangedEventData;
}

export interface MemberBudgetChangedEventData {
  member: MembershipInEvents;
}

export interface MemberBudgetCollection {
  total_count: Count;
  items: MemberBudgetSummary[];
}

/** A member's budget and spending this month in an organization. */
export interface MemberBudgetSummary {
  /** Gid of the user. */
  gid: Gid;
  href: Href;
  user: UserReference;
  organization: OrganizationReference;
  is_manager: boolean;
  /** Null means unlimited. */
  monthly_budget: Money | null;
  /** Spending this month (UTC), in the currency of the budget. EUR without a budget. */
  monthly_spent: Money;
  waiting_approvals: WaitingApprovals;
}

/** Somebody became a member of an organization. */
export interface MemberJoinedEvent {
  id: EventId;
  type: 'member.joined';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: MemberJoinedEventData;
}

export interface MemberJoinedEventData {
  member: MembershipInEvents;
}

/** Somebody is no longer a member. The event shows the membership before its end. */
export interface MemberLeftEvent {
  id: EventId;
  type: 'member.left';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: MemberLeftEventData;
}

export interface MemberLeftEventData {
  member: MembershipInEvents;
}

/** A member became a manager, or is one no longer. */
export interface MemberRoleChangedEvent {
  id: EventId;
  type: 'member.role_changed';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: MemberRoleChangedEventData;
}

export interface MemberRoleChangedEventData {
  member: MembershipInEvents;
}

/** A user's membership of an organization. */
export interface Membership {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  user: UserReference;
  organization: OrganizationReference;
  /** Amount that the user may order per calendar month (UTC) without approval; null is unlimited. */
  monthly_budget: Money | null;
  monthly_spent: MonthlySpent;
  is_manager: boolean;
  /** What you may do with the membership, by your rights and its role. */
  actions: MembershipAction[];
}

/** What can be done with a membership. Later releases add actions, so ignore unknown ones. `PUT` and `DELETE` are those of `/v1/users/{gid}/member_of/{orgaGid}`. */
export type MembershipAction = 'change_budget' | 'change_role' | 'delete' | (string & {});

export interface MembershipCollection {
  total_count: Count;
  items: Membership[];
}

export interface MembershipCreate {
  organization: OrganizationIdentifier;
  /** Monthly budget; null, the default, is unlimited. */
  monthly_budget?: Money | null;
  /** Only admins may set it to true. */
  is_manager?: boolean | null;
}

/** A user's membership of an organization. Without: `actions`. */
export interface MembershipInEvents {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  user: UserReference;
  organization: OrganizationReference;
  /** Amount that the user may order per calendar month (UTC) without approval; null is unlimited. */
  monthly_budget: Money | null;
  monthly_spent: MonthlySpent;
  is_manager: boolean;
}

export interface MembershipUpdate {
  /** Monthly budget; null is unlimited. */
  monthly_budget?: Money | null;
  /** Admins only. */
  is_manager?: boolean;
}

export interface MessageReference {
  gid: Gid;
  href: Href;
}

/** `delivery` brings the result, `accept` and `reject` answer it. */
export type MessageType = 'simple' | 'delivery' | 'accept' | 'reject' | (string & {});

/** `delivery` brings the result, `accept` and `reject` answer it. */
export type MessageTypeWrite = 'simple' | 'delivery' | 'accept' | 'reject';

/** Known values: `solo`, `multi`. */
export type Mode = 'solo' | 'multi' | (string & {});

export interface ModeMeta {
  description: string | null;
  brief_template: string | null;
}

export interface ModeMetaWrite {
  description?: string | null;
  brief_template?: string | null;
}

/** One worker in a conversation (`solo`), or several in a contest (`multi`). */
export interface ModeOption {
  type: 'string';
  default: Mode | null;
  required: boolean;
  enum: Mode[];
}

export interface ModeOptionWrite {
  type?: 'string' | null;
  default?: ModeWrite | null;
  required?: AlwaysRequired | null;
  enum: ModeWrite[];
}

export type ModeWrite = 'solo' | 'multi';

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

/** Sum of projects published this month and not canceled, in the budget's currency (EUR without one). It may exceed the limit of a single amount. */
export interface MonthlySpent {
  amount: number;
  currency: Currency;
}

/** Registered names. */
export type Names = string[];

/** Mails that the user gets about projects of their organizations, by kind. Users get none about their own actions. */
export interface Notifications {
  /** To managers: a project exceeds the budget of its owner and needs approval. */
  project_approval_required: boolean;
  /** To the owner: a project was approved and published. */
  project_approved: boolean;
  /** To the owner: somebody else withdrew a project that waited for approval or a proposal, or refused approval. */
  project_withdrawn: boolean;
  /** To the owner: a specific request got a proposal, or a new one. */
  project_proposed: boolean;
  /** To the owner and those it is shared with: a message by the creative or our staff was not seen for five minutes. */
  project_message: boolean;
  /** To the owner: a work was sent to a contest. */
  project_work_posted: boolean;
  /** To the owner: the worker delivered. */
  project_delivered: boolean;
  /** To the owner: somebody else chose the winner or accepted the delivery. */
  project_finished: boolean;
}

/** Omitted kinds keep their values. */
export interface NotificationsChange {
  /** To managers: a project exceeds the budget of its owner and needs approval. */
  project_approval_required?: boolean | null;
  /** To the owner: a project was approved and published. */
  project_approved?: boolean | null;
  /** To the owner: somebody else withdrew a project that waited for approval or a proposal, or refused approval. */
  project_withdrawn?: boolean | null;
  /** To the owner: a specific request got a proposal, or a new one. */
  project_proposed?: boolean | null;
  /** To the owner and those it is shared with: a message by the creative or our staff was not seen for five minutes. */
  project_message?: boolean | null;
  /** To the owner: a work was sent to a contest. */
  project_work_posted?: boolean | null;
  /** To the owner: the worker delivered. */
  project_delivered?: boolean | null;
  /** To the owner: somebody else chose the winner or accepted the delivery. */
  project_finished?: boolean | null;
}

/** An `Identifier` of a document with a number. */
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
  /** Public until the organization is deleted. */
  logo: Image | null;
  /** Whether it is a test organization. Its projects are not charged. */
  test: boolean;
  parent: OrganizationReference | null;
  /** False once the organization is deleted: it cannot order. */
  is_enabled: boolean;
  /** VAT number. */
  vat: string | null;
  /** Page of a project that mails to its people link to, with `{gid}` for the project. If null, they link to our console. */
  project_page_url: string | null;
  billing_address: BillingAddress;
  billing_contact: BillingContact;
  /** Amount that the organization may owe without a payment source. Only admins see it. */
  credit_limit?: Money | null;
  /** Address of the organization's price sheet. Only managers and admins see it; null for managers of other organizations. */
  price_sheet_url?: string | null;
}

export interface OrganizationCollection {
  total_count: Count;
  items: OrganizationSummary[];
}

export interface OrganizationCreate {
  name: string;
  /** Unique and stored in lower case. The host name of another organization gets 400. */
  hostname?: string | null;
  /** An image that you uploaded or may read, by path or URL. It becomes public. Null removes it. */
  logo?: AttachedFile | null;
  /** VAT number. */
  vat?: string | null;
  /** Null clears all its fields. */
  billing_address?: BillingAddressChange | null;
  /** Null clears all its fields. */
  billing_contact?: BillingContactChange | null;
  /** If true, its projects are not charged. Default false. */
  test?: boolean | null;
  /** Its prices apply where the organization has none. The organization itself and its descendants get 400. */
  parent?: OrganizationIdentifier | null;
  /** Amount that the organization may owe without a payment source. */
  credit_limit?: Money | null;
  /** Address of the organization's price sheet, a CSV or XLSX file. Anybody with the address may be able to read the prices. */
  price_sheet_url?: string | null;
  /** Page of a project that mails to its people link to, with `{gid}` for the project. Null is our console. */
  project_page_url?: string | null;
}

/** An `Identifier` of an organization. */
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
  /** Public until the organization is deleted. */
  logo: Image | null;
  /** Whether it is a test organization. Its projects are not charged. */
  test: boolean;
  parent: OrganizationReference | null;
  /** False once the organization is deleted: it cannot order. */
  is_enabled: boolean;
}

/** Omitted fields keep their values; null clears a field. */
export interface OrganizationUpdate {
  name?: string;
  /** Unique and stored in lower case. The host name of another organization gets 400. */
  hostname?: string | null;
  /** An image that you uploaded or may read, by path or URL. It becomes public. Null removes it. */
  logo?: AttachedFile | null;
  /** VAT number. */
  vat?: string | null;
  /** Null clears all its fields. */
  billing_address?: BillingAddressChange | null;
  /** Null clears all its fields. */
  billing_contact?: BillingContactChange | null;
  /** If true, its projects are not charged. Default false. */
  test?: boolean;
  /** Its prices apply where the organization has none. The organization itself and its descendants get 400. */
  parent?: OrganizationIdentifier | null;
  /** Amount that the organization may owe without a payment source. */
  credit_limit?: Money | null;
  /** Address of the organization's price sheet, a CSV or XLSX file. Anybody with the address may be able to read the prices. */
  price_sheet_url?: string | null;
  /** Page of a project that mails to its people link to, with `{gid}` for the project. Null is our console. */
  project_page_url?: string | null;
  /** False closes the organization, like DELETE. */
  is_enabled?: boolean;
}

/** The complete list of organizations that may order the product. */
export type OrganizationsWrite = OrganizationIdentifier[];

export interface PasswordChange {
  current_password: string;
  /** The new password. */
  password: string;
}

export interface PasswordReset {
  /** The new password. */
  password: string;
}

export interface PasswordResetRequest {
  /** Case-insensitive. */
  email: string;
}

/** A receipt at the payment provider, as last read there. */
export interface Payment {
  /** `pending`: the provider has not decided yet. */
  status: 'pending' | 'paid' | 'failed' | 'canceled' | (string & {});
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
  cancel_url?: string | null;
}

/** Omitted fields keep their values; null clears a field. */
export interface PaymentSourceUpdate {
  /** Identifier at the external payment provider. */
  rid?: string;
  reference?: string | null;
  last_digits?: string | null;
}

/** The price of one unit of a product with certain options. */
export interface Price {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  /** Same as `modified_at`. */
  updated_at: DateTime | null;
  href: Href;
  /** Null for a default price. */
  organization: OrganizationReference | null;
  product: ProductReference;
  options: PriceOptions;
  amount: Amount;
  currency: Currency;
  /** Start of validity. Null means no limit. */
  valid_from: DateTime | null;
  /** End of validity, exclusive. Null means no limit. */
  valid_until: DateTime | null;
}

/** The price that you approve, or propose with its currency. To approve, send the current price, or the draft's own if options and quantity stay the same. `currency`, if sent, must match. */
export interface PriceApproval {
  amount: number;
  currency?: Currency | null;
}

/** A price was made or changed: that of the organization, or, for a product that it may order, that of a parent or the default price. Of the latter two only `product` and `options` are shown: `/v1/prices/for` has what it pays. */
export interface PriceChangedEvent {
  id: EventId;
  type: 'price.changed';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: PriceChangedEventData;
}

export interface PriceChangedEventData {
  price: PriceInEvents;
}

export interface PriceCollection {
  total_count: Count;
  items: Price[];
}

export interface PriceCreate {
  product: TitledIdentifier;
  /** Null or omitted for a default price. */
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
  organization: EventOrganization;
  sequence: EventSequence;
  data: PriceDeletedEventData;
}

export interface PriceDeletedEventData {
  price: PriceInEvents;
}

/** An organization's price for a product, options and quantity. */
export interface PriceFor {
  product: ProductReference;
  options: PriceForOptions;
  /** Unit price times quantity. */
  amount: number;
  currency: Currency;
}

/** The requested options. */
export interface PriceForOptions {
  mode: Mode;
  due: Due;
  skill: Skill | null;
  quantity: Quantity;
}

/** A price import. */
export interface PriceImport {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  organization: OrganizationReference;
  status: PriceImportStatus;
  /** Address that was read, without its query, which may hold a secret. Null until then. */
  price_sheet_url: string | null;
  /** Number of imported prices. Null unless the status is `imported`. */
  prices_count: number | null;
  /** How many of the rows that were read are hidden in the XLSX file, for instance by a filter. They count like all others. */
  hidden_rows_count: number;
  /** Reading stops after 1000 errors. */
  errors_count: number;
  /** Why the import failed or the whole sheet was refused. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
  errors: PriceImportError[];
}

export interface PriceImportCollection {
  total_count: Count;
  items: PriceImportSummary[];
}

/** An error in a line of the sheet. */
export interface PriceImportError {
  /** Line number. Line 1 names the columns. */
  line: number;
  /** Name of the column. */
  column: string;
  code: ErrorCode;
  message: string;
  params?: ErrorParams;
}

export type PriceImportInEvents = PriceImport | ShortPriceImport;

/** `pending`: the import is running. `imported`: the prices are those of the sheet. `refused`: lines have errors, or the sheet removes too many prices. `failed`: the sheet could not be fetched or read, or the import was interrupted. Only `imported` changes prices. */
export type PriceImportStatus = 'pending' | 'imported' | 'refused' | 'failed' | (string & {});

/** A price import in a list. */
export interface PriceImportSummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  organization: OrganizationReference;
  status: PriceImportStatus;
  /** Address that was read, without its query, which may hold a secret. Null until then. */
  price_sheet_url: string | null;
  /** Number of imported prices. Null unless the status is `imported`. */
  prices_count: number | null;
  /** How many of the rows that were read are hidden in the XLSX file, for instance by a filter. They count like all others. */
  hidden_rows_count: number;
  /** Reading stops after 1000 errors. */
  errors_count: number;
  /** Why the import failed or the whole sheet was refused. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
}

export type PriceInEvents = Price | ShortPrice;

/** The options that the price applies to. */
export interface PriceOptions {
  mode: Mode;
  due: Due;
  skill: Skill | null;
}

/** Options that the product's `available_options` allow. `skill` is required for products with this option, rejected for others. */
export interface PriceOptionsWrite {
  mode: ModeWrite;
  due: Due;
  skill?: SkillWrite | null;
}

/** Omitted fields keep their values. */
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
  organization: EventOrganization;
  sequence: EventSequence;
  data: PricesImportedEventData;
}

export interface PricesImportedEventData {
  import: PriceImportInEvents;
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
  /** Only admins see disabled products. */
  is_enabled: boolean;
  /** Whether orders may have a quantity above 1. */
  is_cumulative: boolean;
  /** Name of the order form in clients; `default` if not set. */
  interface: string;
  /** Heavier products sort later. */
  weight: number;
  additional_meta: AdditionalMeta;
  /** Your organizations that may order the product; admins see all. */
  organizations: OrganizationReference[];
  /** Additional search terms. */
  synonyms: string[];
}

/** A product was made, changed or allowed to organizations. */
export interface ProductChangedEvent {
  id: EventId;
  type: 'product.changed';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProductChangedEventData;
}

export interface ProductChangedEventData {
  product: ProductInEvents;
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
  /** Whether orders may have a quantity above 1. */
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
  /** Only admins see disabled products. */
  is_enabled: boolean;
  /** Whether orders may have a quantity above 1. */
  is_cumulative: boolean;
  /** Name of the order form in clients; `default` if not set. */
  interface: string;
  /** Heavier products sort later. */
  weight: number;
  additional_meta: AdditionalMeta;
  /** Additional search terms. */
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
  /** Only admins see disabled products. */
  is_enabled: boolean;
  /** Whether orders may have a quantity above 1. */
  is_cumulative: boolean;
  /** Name of the order form in clients; `default` if not set. */
  interface: string;
  /** Heavier products sort later. */
  weight: number;
}

/** Omitted fields keep their values. Each given field is replaced as a whole. */
export interface ProductUpdate {
  title?: string;
  category?: TitledIdentifier;
  available_options?: AvailableOptionsWrite;
  additional_meta?: AdditionalMetaWrite | null;
  is_enabled?: boolean;
  /** Whether orders may have a quantity above 1. */
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
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProductWithdrawnEventData;
}

export interface ProductWithdrawnEventData {
  product: ProductReference;
}

/** A project. */
export interface Project {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Code for speech and mail, without characters that look alike. */
  short_code: string;
  title: string;
  status: ProjectStatus;
  state: ProjectState;
  /** Whose turn it is. Null if nobody has to act, for instance while workers work and after the end. */
  awaits: ProjectAwaits | null;
  /** Time of publication. */
  published_at: DateTime | null;
  /** Start of the work: publication in mode `multi`, first assignment of a worker in mode `solo`. */
  started_at: DateTime | null;
  /** Time when a winner was chosen or a delivery accepted. */
  finished_at: DateTime | null;
  /** Time of cancellation. */
  canceled_at: DateTime | null;
  /** `started_at`, or `published_at` before the start, plus `options.due` days. Also `due_date` in `query` and `orderBy`. */
  deadline_at: DateTime | null;
  options: ProjectOptions;
  quantity: ProjectQuantity;
  owner: UserReference;
  organization: OrganizationReference;
  /** Null for a specific request. */
  product: ProductReference | null;
  /** True without a product. */
  specific_request: boolean;
  /** The receipt's PDF. Null until it exists, and for people the project is only shared with. */
  receipt_file: File | null;
  /** Net price of the whole quantity. Null for a specific request without a proposal. */
  price: Money | null;
  /** The winning work of a project in mode `multi`. */
  winner: WorkReference | null;
  /** The worker assigned to a project in mode `solo`. */
  worker: WorkerReference | null;
  /** Whether the newest message, work or file is by somebody else, and came after your last `PUT /v1/projects/{gid}/seen`. Before your first, any counts if you own the project or it is shared with you, else none. */
  has_unseen: boolean;
  /** When you last sent `PUT /v1/projects/{gid}/seen`. */
  last_seen: DateTime | null;
  /** Text of the brief; may contain simple HTML. */
  description: string;
  /** Files that guide the workers. */
  brief_files: DescribedFile[];
  /** Files of the result. Empty until the project is finished. */
  source_files: DescribedFile[];
  /** Value added tax on the price. An estimate until the project has its receipt. Null without a price. */
  vat: Vat | null;
  /** What you may do next with the project. Depends on its state and your rights. A request may still be refused, for instance when the state or the price changes in the meantime. */
  actions: ProjectAction[];
}

/** What can be done with a project. Later releases add actions, so ignore unknown ones. `PUT` and `DELETE` are those of `/v1/projects/{gid}`. */
export type ProjectAction =
  | 'edit'
  | 'delete'
  | 'publish'
  | 'launch'
  | 'request_proposal'
  | 'propose'
  | 'withdraw'
  | 'assign'
  | 'deliver'
  | 'reject'
  | 'accept'
  | 'choose_winner'
  | 'cancel'
  | 'message'
  | 'message_as_worker'
  | 'comment'
  | 'share'
  | 'star'
  | 'add_brief_files'
  | 'remove_brief_files'
  | 'add_source_files'
  | 'change_works'
  | 'mark_works'
  | 'review'
  | (string & {});

/** Publishing would exceed the owner's budget; a manager has to launch the project. */
export interface ProjectApprovalRequiredEvent {
  id: EventId;
  type: 'project.approval_required';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectApprovalRequiredEventData;
}

export interface ProjectApprovalRequiredEventData {
  project: ProjectInEvents;
}

/** A worker was assigned. */
export interface ProjectAssignedEvent {
  id: EventId;
  type: 'project.assigned';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectAssignedEventData;
}

export interface ProjectAssignedEventData {
  project: ProjectInEvents;
}

/** - `owner`: judges works, answers a delivery or a message, decides on a proposal, or places again what was sent back. - `approver`: a manager approves the order. - `staff`: makes a proposal, or answers a customer's message or rejection. */
export type ProjectAwaits = 'owner' | 'approver' | 'staff' | (string & {});

/** A file was added to the brief of an existing project. */
export interface ProjectBriefFileAddedEvent {
  id: EventId;
  type: 'project.brief_file_added';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectBriefFileAddedEventData;
}

export interface ProjectBriefFileAddedEventData {
  project: ProjectReference;
  file: ProjectFile;
}

/** A file was removed from the brief. */
export interface ProjectBriefFileRemovedEvent {
  id: EventId;
  type: 'project.brief_file_removed';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectBriefFileRemovedEventData;
}

export interface ProjectBriefFileRemovedEventData {
  project: ProjectReference;
  file: ProjectFile;
}

/** A running project was canceled and its price given back to the budget. */
export interface ProjectCanceledEvent {
  id: EventId;
  type: 'project.canceled';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectCanceledEventData;
}

export interface ProjectCanceledEventData {
  project: ProjectInEvents;
}

export interface ProjectCollection {
  total_count: Count;
  items: ProjectSummary[];
}

/** An order. A product requires `organization`, `options` and `price`. A specific request takes neither options nor price. */
export interface ProjectCreate {
  title: string;
  /** Text of the brief with at most 5,000 tags and 10,000 entities. Up to 16 levels of safe HTML remain. */
  description: string;
  /** The ordered product. Null for a specific request. */
  product: TitledIdentifier | null;
  /** The ordering organization. Optional for a specific request if you have exactly one membership. */
  organization?: OrganizationIdentifier | null;
  /** Values from the product's `available_options`. */
  options?: ProjectOptionsChoice | null;
  price?: PriceApproval | null;
  /** Must be `draft` for a specific request. */
  state: 'draft' | 'published';
  quantity?: ProjectQuantity | null;
  /** Implied by `product`. Must agree with it if sent. */
  specific_request?: boolean | null;
  /** Files that guide the workers. Only files that you uploaded or can read. */
  brief_files?: AttachedFile[] | null;
}

/** A project was made, as a draft or to be published at once. */
export interface ProjectCreatedEvent {
  id: EventId;
  type: 'project.created';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectCreatedEventData;
}

export interface ProjectCreatedEventData {
  project: ProjectInEvents;
}

/** A draft was deleted. */
export interface ProjectDeletedEvent {
  id: EventId;
  type: 'project.deleted';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectDeletedEventData;
}

export interface ProjectDeletedEventData {
  project: ProjectInEvents;
}

/** The worker delivered. */
export interface ProjectDeliveredEvent {
  id: EventId;
  type: 'project.delivered';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectDeliveredEventData;
}

export interface ProjectDeliveredEventData {
  project: ProjectReference;
  message: ProjectMessageInEvents;
}

/** Delivery delay in days. */
export type ProjectDue = number;

/** A brief file or source file of a project. */
export interface ProjectFile {
  gid: Gid;
  created_at: DateTime;
  href: Href;
  url: string;
  path: string;
  /** Name given by the uploader. */
  name: string;
  /** Detected from the content. */
  content_type: string;
  /** Size in bytes. */
  size: number;
  /** Small versions of an image. Null for other files. */
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
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectFinishedEventData;
}

export interface ProjectFinishedEventData {
  project: ProjectInEvents;
}

/** A project. Without: `actions`, `has_unseen`, `last_seen`. */
export interface ProjectInEvents {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Code for speech and mail, without characters that look alike. */
  short_code: string;
  title: string;
  status: ProjectStatus;
  state: ProjectState;
  /** Whose turn it is. Null if nobody has to act, for instance while workers work and after the end. */
  awaits: ProjectAwaits | null;
  /** Time of publication. */
  published_at: DateTime | null;
  /** Start of the work: publication in mode `multi`, first assignment of a worker in mode `solo`. */
  started_at: DateTime | null;
  /** Time when a winner was chosen or a delivery accepted. */
  finished_at: DateTime | null;
  /** Time of cancellation. */
  canceled_at: DateTime | null;
  /** `started_at`, or `published_at` before the start, plus `options.due` days. Also `due_date` in `query` and `orderBy`. */
  deadline_at: DateTime | null;
  options: ProjectOptions;
  quantity: ProjectQuantity;
  owner: UserReference;
  organization: OrganizationReference;
  /** Null for a specific request. */
  product: ProductReference | null;
  /** True without a product. */
  specific_request: boolean;
  /** The receipt's PDF. Null until it exists, and for people the project is only shared with. */
  receipt_file: File | null;
  /** Net price of the whole quantity. Null for a specific request without a proposal. */
  price: Money | null;
  /** The winning work of a project in mode `multi`. */
  winner: WorkReference | null;
  /** The worker assigned to a project in mode `solo`. */
  worker: WorkerReference | null;
  /** Text of the brief; may contain simple HTML. */
  description: string;
  /** Files that guide the workers. */
  brief_files: DescribedFile[];
  /** Files of the result. Empty until the project is finished. */
  source_files: DescribedFile[];
  /** Value added tax on the price. An estimate until the project has its receipt. Null without a price. */
  vat: Vat | null;
}

/** A message of a project's conversation. */
export interface ProjectMessage {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Plain text, returned unchanged. */
  message: string;
  type: MessageType;
  /** Time when this delivery was accepted. */
  accepted_at: DateTime | null;
  /** Time when this delivery was rejected. */
  rejected_at: DateTime | null;
  project: ProjectReference;
  /** Whether you posted it. */
  mine: boolean;
  /** The author of a worker's message. Otherwise null. */
  worker: WorkerReference | null;
  /** The author of a user's message. Otherwise null. */
  user: UserReference | null;
  attached_files: DescribedFile[];
}

export interface ProjectMessageCollection {
  total_count: Count;
  items: ProjectMessage[];
}

/** A message. The text of `accept` and `reject` may be empty. */
export interface ProjectMessageCreate {
  /** Plain text, returned unchanged. */
  message: string;
  type?: MessageTypeWrite | null;
  /** Files that you uploaded or can read. Those of an accepted delivery become `source_files`. */
  attached_files?: AttachedFile[] | null;
  /** The assigned worker, as author of a `delivery` or `simple` message (admin). Required for a `delivery`. */
  worker?: WorkerIdentifier | null;
  /** The delivery that you answer. 400 unless it is the latest open one. */
  delivery?: Identifier | null;
}

/** A message of a project's conversation. Without: `mine`. */
export interface ProjectMessageInEvents {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Plain text, returned unchanged. */
  message: string;
  type: MessageType;
  /** Time when this delivery was accepted. */
  accepted_at: DateTime | null;
  /** Time when this delivery was rejected. */
  rejected_at: DateTime | null;
  project: ProjectReference;
  /** The author of a worker's message. Otherwise null. */
  worker: WorkerReference | null;
  /** The author of a user's message. Otherwise null. */
  user: UserReference | null;
  attached_files: DescribedFile[];
}

/** A simple message was posted. */
export interface ProjectMessagePostedEvent {
  id: EventId;
  type: 'project.message_posted';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectMessagePostedEventData;
}

export interface ProjectMessagePostedEventData {
  project: ProjectReference;
  message: ProjectMessageInEvents;
}

/** `solo`: one worker, in a conversation. `multi`: several workers send works, one wins. */
export type ProjectMode = 'solo' | 'multi' | (string & {});

/** `solo`: one worker, in a conversation. `multi`: several workers send works, one wins. */
export type ProjectModeWrite = 'solo' | 'multi';

/** Configuration of the order. `due` and `mode` are null for a specific request without a proposal. */
export interface ProjectOptions {
  due: ProjectDue | null;
  mode: ProjectMode | null;
  skill: ProjectSkill | null;
  quantity: ProjectQuantity;
}

/** The chosen configuration. */
export interface ProjectOptionsChoice {
  due: ProjectDue;
  mode: ProjectModeWrite;
  /** Required if the product asks for it; otherwise absent or null. */
  skill?: ProjectSkillWrite | null;
  quantity?: ProjectQuantity | null;
}

/** The receipt of a finished project is paid. */
export interface ProjectPaidEvent {
  id: EventId;
  type: 'project.paid';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectPaidEventData;
}

export interface ProjectPaidEventData {
  project: ProjectInEvents;
}

/** A specific request was sent. */
export interface ProjectProposalRequestedEvent {
  id: EventId;
  type: 'project.proposal_requested';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectProposalRequestedEventData;
}

export interface ProjectProposalRequestedEventData {
  project: ProjectInEvents;
}

/** A specific request got a price and options, or new ones. */
export interface ProjectProposedEvent {
  id: EventId;
  type: 'project.proposed';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectProposedEventData;
}

export interface ProjectProposedEventData {
  project: ProjectInEvents;
}

/** A project was launched and its price booked. */
export interface ProjectPublishedEvent {
  id: EventId;
  type: 'project.published';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectPublishedEventData;
}

export interface ProjectPublishedEventData {
  project: ProjectInEvents;
}

/** Number of pieces, 1 unless the product is cumulative. `quantity` and `options.quantity` are the same value. */
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
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectRejectedEventData;
}

export interface ProjectRejectedEventData {
  project: ProjectReference;
  message: ProjectMessageInEvents;
}

/** A person that a project is shared with. */
export interface ProjectShare {
  gid: Gid;
  created_at: DateTime;
  href: Href;
  /** The person who can see the project. */
  user: UserReference;
  /** The person who shared it. */
  shared_by: UserReference;
}

export interface ProjectShareCollection {
  total_count: Count;
  items: ProjectShare[];
}

/** A member of the project's organization, named by either `user` or `email`. */
export interface ProjectShareCreate {
  user?: UserIdentifier | null;
  email?: string | null;
}

/** A project was shared with a person. */
export interface ProjectSharedEvent {
  id: EventId;
  type: 'project.shared';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectSharedEventData;
}

export interface ProjectSharedEventData {
  project: ProjectReference;
  share: ProjectShare;
}

/** Kind of work, for products that require it. */
export type ProjectSkill = 'conception' | 'execution' | (string & {});

/** Kind of work, for products that require it. */
export type ProjectSkillWrite = 'conception' | 'execution';

/** A file was added to the result of a finished project. */
export interface ProjectSourceFileAddedEvent {
  id: EventId;
  type: 'project.source_file_added';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectSourceFileAddedEventData;
}

export interface ProjectSourceFileAddedEventData {
  project: ProjectReference;
  file: ProjectFile;
}

/** Statistics of a project. */
export interface ProjectStat {
  messages: Figure;
  deliveries: Figure;
  rejections: Figure;
  works: Figure;
  workers: Figure;
  brief_files: Figure;
  source_files: Figure;
  /** Seconds from publication to the first message or work of a worker. Null until then. */
  seconds_to_first_reply: Figure | null;
  last_activity_at: DateTime;
}

/** Step in the purchase. Admins set `proposal`. You cannot set `require_approval`. */
export type ProjectState = 'draft' | 'published' | 'waiting_for_proposal' | 'proposal' | 'require_approval' | (string & {});

/** Step in production. */
export type ProjectStatus = 'draft' | 'canceled' | 'in_progress' | 'finished' | 'paid' | (string & {});

/** A step in a project's history. */
export interface ProjectStep {
  gid: Gid;
  created_at: DateTime;
  /** `create`, or a command: `edit`, `publish`, `defer` (over budget), `launch` (approved), `request_proposal`, `propose`, `withdraw`, `assign`, `deliver`, `reject`, `accept`, `choose_winner`, `cancel`, `settle` (the receipt is paid). */
  command: string;
  /** The previous state. Null for `create`. */
  from: ProjectState | null;
  to: ProjectState;
  status: ProjectStatus;
  /** The user who carried out the command. Null for `settle` (the system). */
  user: UserReference | null;
  /** The proposal. Null for every command except `propose`. */
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
  /** Code for speech and mail, without characters that look alike. */
  short_code: string;
  title: string;
  status: ProjectStatus;
  state: ProjectState;
  /** Whose turn it is. Null if nobody has to act, for instance while workers work and after the end. */
  awaits: ProjectAwaits | null;
  /** Time of publication. */
  published_at: DateTime | null;
  /** Start of the work: publication in mode `multi`, first assignment of a worker in mode `solo`. */
  started_at: DateTime | null;
  /** Time when a winner was chosen or a delivery accepted. */
  finished_at: DateTime | null;
  /** Time of cancellation. */
  canceled_at: DateTime | null;
  /** `started_at`, or `published_at` before the start, plus `options.due` days. Also `due_date` in `query` and `orderBy`. */
  deadline_at: DateTime | null;
  options: ProjectOptions;
  quantity: ProjectQuantity;
  owner: UserReference;
  organization: OrganizationReference;
  /** Null for a specific request. */
  product: ProductReference | null;
  /** True without a product. */
  specific_request: boolean;
  /** The receipt's PDF. Null until it exists, and for people the project is only shared with. */
  receipt_file: File | null;
  /** Net price of the whole quantity. Null for a specific request without a proposal. */
  price: Money | null;
  /** The winning work of a project in mode `multi`. */
  winner: WorkReference | null;
  /** The worker assigned to a project in mode `solo`. */
  worker: WorkerReference | null;
  /** Whether the newest message, work or file is by somebody else, and came after your last `PUT /v1/projects/{gid}/seen`. Before your first, any counts if you own the project or it is shared with you, else none. */
  has_unseen: boolean;
}

/** A project is no longer shared with a person. */
export interface ProjectUnsharedEvent {
  id: EventId;
  type: 'project.unshared';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectUnsharedEventData;
}

export interface ProjectUnsharedEventData {
  project: ProjectReference;
  share: ProjectShare;
}

/** Changes to a project. Changed options or a changed quantity require `price`. */
export interface ProjectUpdate {
  title?: string;
  /** Text of the brief with at most 5,000 tags and 10,000 entities. Up to 16 levels of safe HTML remain. */
  description?: string;
  /** Replaces `due`, `mode` and `skill` together. The quantity stays unless sent. */
  options?: ProjectOptionsChoice;
  quantity?: ProjectQuantity;
  price?: PriceApproval;
  /** All brief files; omitted ones are removed. Only files that you uploaded or can read. */
  brief_files?: AttachedFile[];
  /** - `published` publishes the project. - `waiting_for_proposal` sends a specific request, or sends its proposal back. - `proposal` makes a proposal, with `price` and `options`, and with `message` and `attached_files` if you like (admin). - `draft` withdraws a waiting project to `draft`, but a specific request in `require_approval` to `proposal`. */
  state?: 'draft' | 'published' | 'waiting_for_proposal' | 'proposal';
  /** Text of a proposal, or the reason for withdrawing it or sending it back. It becomes a `simple` message. */
  message?: string;
  /** Files of a proposal, with or without a `message`. Only files that you uploaded or can read. */
  attached_files?: AttachedFile[];
  /** Assigns a worker to a project in progress in mode `solo` (admin). The first assignment starts it. Send it alone. */
  worker?: WorkerIdentifier;
  /** Chooses the winner of a project in mode `multi`, and finishes it. Send it alone. */
  winner?: Identifier;
  /** Cancels a project in progress and releases its booking. Send it alone. */
  status?: 'canceled';
}

/** Fields of a draft were changed. */
export interface ProjectUpdatedEvent {
  id: EventId;
  type: 'project.updated';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectUpdatedEventData;
}

export interface ProjectUpdatedEventData {
  project: ProjectInEvents;
}

/** A project that waited for approval or a proposal is a draft again. */
export interface ProjectWithdrawnEvent {
  id: EventId;
  type: 'project.withdrawn';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectWithdrawnEventData;
}

export interface ProjectWithdrawnEventData {
  project: ProjectInEvents;
}

/** A worker sent a work to a contest; `work` names it. */
export interface ProjectWorkPostedEvent {
  id: EventId;
  type: 'project.work_posted';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ProjectWorkPostedEventData;
}

export interface ProjectWorkPostedEventData {
  project: ProjectReference;
  work: WorkInEvents;
}

/** Proposed price and options of a specific request. */
export interface Proposal {
  price: Money;
  options: ProposalOptions;
  /** The message with the proposal's text and files. Null if it came without. */
  message: MessageReference | null;
}

export interface ProposalOptions {
  due: ProjectDue;
  mode: ProjectMode;
}

/** Metadata of the API as a protected resource (RFC 9728). */
export interface ProtectedResourceMetadata {
  /** Address of the API, the `aud` of its access tokens. */
  resource: string;
  resource_name: string;
  resource_documentation: string;
  authorization_servers: string[];
  scopes_supported: string[];
  bearer_methods_supported: string[];
}

/** The fields of an invitation that its token shows. */
export interface PublicInvitation {
  email: string;
  /** Whether the address has an account. */
  has_user: boolean;
  organization: InvitingOrganization;
  expires_at: DateTime;
}

/** The public fields of an organization. */
export interface PublicOrganization {
  gid: Gid;
  name: string;
  hostname: string;
  logo: Image | null;
}

export type Quantity = number;

/** Number of units. Only cumulative products allow more than 1. */
export interface QuantityOption {
  type: 'integer';
  default: Quantity;
  required: boolean;
  /** Null if every quantity is allowed. */
  enum: Quantity[] | null;
}

/** For cumulative products only. */
export interface QuantityOptionWrite {
  type?: 'integer' | null;
  default?: Quantity | null;
  /** Must be false: an order without it has quantity 1. */
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
  vat: BillingVat;
  /** The payment at the provider. Null before the first charge. */
  payment: Payment | null;
}

/** A charge of a receipt failed; `failure` says why. */
export interface ReceiptChargeFailedEvent {
  id: EventId;
  type: 'receipt.charge_failed';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ReceiptChargeFailedEventData;
}

export interface ReceiptChargeFailedEventData {
  receipt: Receipt;
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
  organization: EventOrganization;
  sequence: EventSequence;
  data: ReceiptCreatedEventData;
}

export interface ReceiptCreatedEventData {
  receipt: Receipt;
}

/** The PDF of a receipt is there. */
export interface ReceiptFileAddedEvent {
  id: EventId;
  type: 'receipt.file_added';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ReceiptFileAddedEventData;
}

export interface ReceiptFileAddedEventData {
  receipt: Receipt;
}

/** A receipt is paid, or nothing of it is owed any more since the rest was credited. */
export interface ReceiptPaidEvent {
  id: EventId;
  type: 'receipt.paid';
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  data: ReceiptPaidEventData;
}

export interface ReceiptPaidEventData {
  receipt: Receipt;
}

export interface ReceiptReference {
  gid: Gid;
  href: Href;
  number: string;
}

/** `paid` when nothing is owed any more, because of payment or credit. */
export type ReceiptStatus = 'open' | 'paid' | 'failed' | (string & {});

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

/** A receiver's answer, shortened. */
export interface ReceiverAnswer {
  headers: HeaderMap;
  /** The first 1 KiB, as text. */
  body: string;
}

/** Where authorization codes may go: URIs with `https`, or with `http` and `127.0.0.1` or `[::1]`, where any port may follow. No fragment. A request names one of them exactly. */
export type RedirectUris = string[];

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin' | (string & {});
}

/** A customer's review of the worker of a project. */
export interface Review {
  gid: Gid;
  created_at: DateTime;
  href: Href;
  quality: Mark;
  reactivity: Mark;
  communicativeness: Mark;
  work_with_again: Mark;
  /** Plain text, returned unchanged. */
  comment: string | null;
  project: ProjectReference;
  worker: WorkerReference;
}

export interface ReviewCollection {
  total_count: Count;
  items: Review[];
}

/** A review of the worker of a `finished` or `paid` project. */
export interface ReviewCreate {
  project: TitledIdentifier;
  /** The winner's worker, or the assigned worker. */
  worker: WorkerIdentifier;
  quality: Mark;
  reactivity: Mark;
  communicativeness: Mark;
  work_with_again: Mark;
  /** Plain text, returned unchanged. */
  comment?: string | null;
}

/** An empty object. RFC 7009 gives it no fields. */
export type Revocation = Record<string, never>;

/** Known values: `user`, `customer`, `admin`. */
export type Role = 'user' | 'customer' | 'admin' | (string & {});

export type RoleWrite = 'user' | 'customer' | 'admin';

/** `admin` gives all rights. Users with other roles have the rights of their memberships. */
export type Roles = Role[];

/** `admin` gives all rights. Users with other roles have the rights of their memberships. */
export type RolesWrite = RoleWrite[];

export interface Root {
  name: string;
  say: string;
  version: string;
}

/** Known values: `base`, `files`, `upload_files`. */
export type Scope = 'base' | 'files' | 'upload_files' | (string & {});

export type ScopeWrite = 'base' | 'files' | 'upload_files';

/** Scopes that the application may request. */
export type Scopes = Scope[];

/** Scopes that the application may request. */
export type ScopesWrite = ScopeWrite[];

export interface SecretRotation {
  /** Grace time of the current secret, up to seven days. 0 ends it at once. */
  grace_seconds?: number | null;
}

/** Unique identifier of the worker in the production system. */
export type ServiceId = string;

/** One sign-in and all tokens issued from it. */
export interface Session {
  gid: Gid;
  created_at: DateTime;
  href: Href;
  application: ApplicationReference;
  /** Where you signed in: an IPv4 address, or the /64 network of an IPv6 address (`2001:db8:1:2::/64`). It is the application's own, unless the application passes yours on; null if unknown. */
  network: string | null;
  /** When its last access token was issued. */
  last_token_at: DateTime;
  /** Whether this request's token belongs to the session. */
  is_current: boolean;
}

export interface SessionCollection {
  total_count: Count;
  items: Session[];
}

/** The price of one unit of a product with certain options. Only: `product`, `options`. */
export interface ShortPrice {
  product: ProductReference;
  options: PriceOptions;
}

/** A price import. Only: `status`. */
export interface ShortPriceImport {
  status: PriceImportStatus;
}

/** The person's input. */
export interface SignInForm {
  /** The person's email address. */
  username: string;
  /** The person's password. */
  password: string;
  /** Where to go next: hidden field of the page, unchanged. */
  return_to?: string;
  /** Whose name and logo to show: hidden field of the page, unchanged. */
  hostname?: string;
}

export interface SignOutForm {
  /** Where to go next: hidden field of the page, unchanged. */
  return_to?: string;
}

/** `v1` is HMAC-SHA256 with the secret, `v1a` Ed25519, verified with the public key. */
export type SignatureScheme = 'v1' | 'v1a' | (string & {});

/** `v1` is HMAC-SHA256 with the secret, `v1a` Ed25519, verified with the public key. */
export type SignatureSchemeWrite = 'v1' | 'v1a';

export interface SignedUrl {
  url: string;
  expires_at: DateTime;
}

/** Known values: `conception`, `execution`. */
export type Skill = 'conception' | 'execution' | (string & {});

/** The worker's task. */
export interface SkillOption {
  type: 'string';
  default: Skill | null;
  required: boolean;
  enum: Skill[];
}

export interface SkillOptionWrite {
  type?: 'string' | null;
  default?: SkillWrite | null;
  required?: AlwaysRequired | null;
  enum: SkillWrite[];
}

export type SkillWrite = 'conception' | 'execution';

/** A file to star, by `path` or `url`. */
export interface StarCreate {
  /** Path of the file, or any of its URLs from a response. */
  path?: string | null;
  /** Path of the file, or any of its URLs from a response. */
  url?: string | null;
}

/** A starred file of a project's conversation. */
export interface StarredFile {
  gid: Gid;
  created_at: DateTime;
  href: Href;
  path: string;
  file: DescribedFile;
  project: ProjectReference;
  /** The message that the file is attached to. */
  message: MessageReference;
  starred_by: UserReference;
}

export interface StarredFileCollection {
  total_count: Count;
  items: StarredFile[];
}

/** Additional search terms for the product. */
export type SynonymsWrite = string[];

/** An `Identifier` of a resource with a title. */
export interface TitledIdentifier {
  gid: Gid;
  href?: Href | null;
  title?: string | null;
}

/** An access token (RFC 6749, section 5.1). */
export interface Token {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  token_type: 'bearer';
  /** Scopes separated by spaces. */
  scope: string;
  /** Only for persons, if the application has the grant `refresh_token`; valid once, for 30 days. */
  refresh_token?: string;
}

/** Form that names a token. */
export interface TokenReference {
  token: string;
  /** `access_token` or `refresh_token`; only a hint. */
  token_type_hint?: string;
  /** The client id, unless HTTP Basic names it. */
  client_id?: string;
  /** The secret, unless HTTP Basic has it or the application is public. */
  client_secret?: string;
}

/** Form of a token request. The grant decides which fields are required. */
export interface TokenRequest {
  /** `authorization_code`, `client_credentials`, `password` or `refresh_token`; any other is `unsupported_grant_type`. */
  grant_type: string;
  /** The client id, unless HTTP Basic names it. */
  client_id?: string;
  /** The secret, unless HTTP Basic has it or the application is public. */
  client_secret?: string;
  /** The code of the redirect (`authorization_code`). */
  code?: string;
  /** As at the authorization request (`authorization_code`). */
  redirect_uri?: string;
  /** The secret behind the `code_challenge` of the authorization request, 43 to 128 letters, digits, `-`, `.`, `_` and `~` (`authorization_code`). */
  code_verifier?: string;
  /** Scopes separated by spaces; a refresh can only narrow them. Default `base`. */
  scope?: string;
  /** The user's email address (`password`). */
  username?: string;
  /** The user's password (`password`). */
  password?: string;
  /** The latest refresh token (`refresh_token`). */
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

/** A mail without further delivery attempts. Its text is not shown, as it may contain a token. */
export interface UndeliveredMail {
  gid: Gid;
  created_at: DateTime;
  /** When delivery was given up. */
  modified_at: DateTime;
  href: Href;
  /** `set_password`, `password_reset`, `email_change`, `email_change_notice`, `invitation` or `application_allowed`. */
  kind: string;
  /** Address of the recipient. */
  to: string;
  /** Response of the mail server to the last attempt. */
  reason: string;
  attempts: number;
}

export interface UndeliveredMailCollection {
  total_count: Count;
  items: UndeliveredMail[];
}

/** A receipt, invoice or credit note still without its PDF. */
export interface UnrenderedDocument {
  gid: Gid;
  created_at: DateTime;
  /** Path of the receipt, invoice or credit note. */
  href: Href;
  /** Known values: `receipt`, `invoice`, `credit_note`. */
  kind: 'receipt' | 'invoice' | 'credit_note' | (string & {});
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

/** The form's fields, unchanged, followed by the file. */
export interface Upload {
  key: string;
  policy: string;
  signature: string;
  file: string;
}

/** Fields to send unchanged before the file. You may replace the value `${filename}` with the name of the file. */
export type UploadFields = Record<string, string>;

/** A form that uploads one file directly to the storage. */
export interface UploadForm {
  /** URL to send the form to. */
  action: string;
  method: 'POST';
  enctype: 'multipart/form-data';
  fields: UploadFields;
  /** Name of the file's field; send it last. */
  file_field: string;
  /** Maximum size in bytes. Without `size`, smaller if a quota has less left, and 0 below 1 MiB. With `size`, 0 if a quota has less left. */
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
  /** The new address until it is confirmed. */
  pending_email: string | null;
  locale: Locale;
  phone: string | null;
  /** The same as `mobile`. */
  mobile_phone: string | null;
  /** The same as `mobile_phone`. */
  mobile: string | null;
  roles: Roles;
  /** The uploaded image, or a picture of the initials. */
  avatar: Image;
  /** False if the user can no longer sign in. Only admins see it. */
  is_enabled?: boolean;
  /** Time of the last request, to the minute; null before the first. Only admins see it. `If-Match` ignores it. */
  last_seen?: DateTime | null;
  /** Number of projects that the user owns, including drafts and canceled ones. Only admins see it. */
  projects_count?: number;
  /** The memberships that you may see. */
  member_of: Membership[];
}

export interface UserCollection {
  total_count: Count;
  items: UserSummary[];
}

export interface UserCreate {
  /** Unique; case-insensitive. */
  email: string;
  firstname: string;
  lastname: string;
  locale?: Locale | null;
  phone?: string | null;
  /** The same as `mobile`; different values get 400. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`; different values get 400. */
  mobile?: string | null;
  /** Admins only. Every user has the role `user`, even if omitted. */
  roles?: RolesWrite | null;
  member_of?: MembershipCreate[] | null;
}

/** An `Identifier` of a user. */
export interface UserIdentifier {
  gid: Gid;
  href?: Href | null;
  firstname?: string | null;
  lastname?: string | null;
}

/** Rank of the invited person. Only admins may give `manager`. */
export type UserRank = 'user' | 'manager' | (string & {});

/** Rank of the invited person. Only admins may give `manager`. */
export type UserRankWrite = 'user' | 'manager';

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
  /** The new address until it is confirmed. */
  pending_email: string | null;
  locale: Locale;
  phone: string | null;
  /** The same as `mobile`. */
  mobile_phone: string | null;
  /** The same as `mobile_phone`. */
  mobile: string | null;
  roles: Roles;
  /** The uploaded image, or a picture of the initials. */
  avatar: Image;
  /** False if the user can no longer sign in. Only admins see it. */
  is_enabled?: boolean;
  /** Time of the last request, to the minute; null before the first. Only admins see it. `If-Match` ignores it. */
  last_seen?: DateTime | null;
  /** Number of projects that the user owns, including drafts and canceled ones. Only admins see it. */
  projects_count?: number;
}

/** Omitted fields keep their values; null clears a field. */
export interface UserUpdate {
  firstname?: string;
  lastname?: string;
  /** A new address waits in `pending_email` until it is confirmed. */
  email?: string;
  locale?: Locale;
  phone?: string | null;
  /** The same as `mobile`; different values get 400. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`; different values get 400. */
  mobile?: string | null;
  /** An image that you uploaded or may read, by path or URL. Null restores the picture of the initials. */
  avatar?: AttachedFile | null;
  /** Admins only. Every user has the role `user`, even if omitted. */
  roles?: RolesWrite;
  /** Admins only. A disabled user cannot sign in, and their tokens are refused. */
  is_enabled?: boolean;
}

/** Start of validity in ISO 8601. A date alone means its first second in UTC. Null, the initial value, means no limit. */
export type ValidFromWrite = string | null;

/** End of validity, exclusive, in ISO 8601. A date alone means its first second in UTC. Null, the initial value, means no limit. */
export type ValidUntilWrite = string | null;

/** Value added tax. */
export interface Vat {
  amount: number;
  /** The rate as a fraction, for instance 0.2. */
  ratio: number;
  currency: Currency;
}

/** The member's projects in the state `require_approval`. */
export interface WaitingApprovals {
  count: Figure;
  /** Sums of their net prices, one for each currency. */
  amounts: Money[];
}

/** A URL that receives an organization's events. */
export interface Webhook {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  organization: OrganizationReference;
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
  /** The same for programs. */
  disabled_code: ErrorCode | null;
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
  organization: EventOrganization;
  sequence: EventSequence;
  data: WebhookCheckEventData;
}

export type WebhookCheckEventData = Record<string, never>;

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
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
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
  signatures?: SignatureSchemeWrite[] | null;
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
  /** Seconds that the current secret also signs, up to seven days. 0 ends it at once. */
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
  signatures?: SignatureSchemeWrite[];
  is_enabled?: boolean;
}

/** A work that a worker sent for a project in mode `multi`. */
export interface Work {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Time when the work was chosen as winner. */
  won_at: DateTime | null;
  image: Image | null;
  /** A small version of `image`. */
  thumbnail: Image | null;
  worker: WorkerReference;
  project: ProjectReference;
  /** The work that this one is a variation of. */
  parent: WorkReference | null;
  /** What the customer thinks of the work. Null for everybody but the owner of the project and managers of its organization. */
  mark: WorkMark | null;
  /** Plain text, returned unchanged. */
  description: string | null;
  /** Plain text of a writing contest, returned unchanged. */
  content: string | null;
}

export interface WorkCollection {
  total_count: Count;
  items: WorkSummary[];
}

/** A new work. */
export interface WorkCreate {
  /** A project in mode `multi` that is in progress. */
  project: TitledIdentifier;
  worker: WorkerIdentifier;
  /** The work of the same project that this one is a variation of. Not a variation itself. */
  parent?: Identifier | null;
  /** Plain text, returned unchanged. */
  description?: string | null;
  /** Plain text, returned unchanged. */
  content?: string | null;
  /** An image that you uploaded or can read. */
  image?: AttachedFile | null;
}

/** A work that a worker sent for a project in mode `multi`. Without: `mark`. */
export interface WorkInEvents {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** Time when the work was chosen as winner. */
  won_at: DateTime | null;
  image: Image | null;
  /** A small version of `image`. */
  thumbnail: Image | null;
  worker: WorkerReference;
  project: ProjectReference;
  /** The work that this one is a variation of. */
  parent: WorkReference | null;
  /** Plain text, returned unchanged. */
  description: string | null;
  /** Plain text of a writing contest, returned unchanged. */
  content: string | null;
}

/** `shortlist`: may win. `out`: does not win. */
export type WorkMark = 'shortlist' | 'out' | (string & {});

/** `shortlist`: may win. `out`: does not win. */
export type WorkMarkWrite = 'shortlist' | 'out';

/** The mark of a work. */
export interface WorkMarking {
  /** Null removes the mark. */
  mark: WorkMarkWrite | null;
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
  /** Time when the work was chosen as winner. */
  won_at: DateTime | null;
  image: Image | null;
  /** A small version of `image`. */
  thumbnail: Image | null;
  worker: WorkerReference;
  project: ProjectReference;
  /** The work that this one is a variation of. */
  parent: WorkReference | null;
  /** What the customer thinks of the work. Null for everybody but the owner of the project and managers of its organization. */
  mark: WorkMark | null;
}

/** Changes to a work. Null clears a text or removes the image. */
export interface WorkUpdate {
  /** Plain text, returned unchanged. */
  description?: string | null;
  /** Plain text, returned unchanged. */
  content?: string | null;
  /** An image that you uploaded or can read. */
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
  /** Absolute URL of a picture. Append `-icon` or `-thumb` to the URL of an uploaded one. */
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
  /** An image that you uploaded or can read, by path or URL, or the absolute https URL of an external picture. Everyone who can see the worker sees it. */
  avatar?: string | null;
}

/** An `Identifier` of a worker. */
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
  /** An image that you uploaded or can read, by path or URL, or the absolute https URL of an external picture. Everyone who can see the worker sees it. */
  avatar?: string | null;
}
