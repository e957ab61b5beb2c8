// Generated from openapi/identity.yaml by `npm run generate`. Do not edit.

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
  grants: Grants;
  /** Scopes that the application may request; by default all three, for a public one those without `base`. */
  scopes?: Scopes;
  redirect_uris?: RedirectUris;
  /** Organizations whose members may sign in with their password; if empty, everybody may. */
  organizations?: OrganizationIdentifier[];
  /** The technical user, for `client_credentials`. Create one per application, with the memberships that it needs: it gets no mails about orders. */
  user?: UserIdentifier | null;
  /** Whether the application has no secret, such as a program on the users' machines or in a browser. */
  is_public?: boolean;
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
  grants?: Grants;
  /** Scopes that the application may request; by default all three, for a public one those without `base`. */
  scopes?: Scopes;
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
  name?: string;
  /** Ignored. */
  size?: number;
  /** Ignored. */
  content_type?: string;
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

/** Number of matches on all pages. */
export type Count = number;

/** ISO 4217 code. */
export type Currency = string;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

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

export type Grant = 'authorization_code' | 'client_credentials' | 'password' | 'refresh_token';

/** Grants that the application may use, one of the first three at least. `authorization_code` needs `redirect_uris`, `client_credentials` a `user`. Add `refresh_token` to renew the tokens of persons. A public application may have `authorization_code` and `refresh_token`. */
export type Grants = Grant[];

/** Path of the resource. */
export type Href = string;

/** Image with its small variations. */
export interface Image {
  url: string;
  variations: ImageVariations;
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
  code?: string;
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
  user_rank?: UserRank;
}

export interface InvitedUserCreate {
  firstname: string;
  lastname: string;
  /** The new password. */
  password: string;
  locale?: Locale;
  /** The code of the mail. */
  code?: string;
}

export interface InvitingOrganization {
  name: string;
  logo: Image | null;
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
  is_manager?: boolean;
}

export interface MembershipUpdate {
  /** Monthly budget; null is unlimited. */
  monthly_budget?: Money | null;
  /** Admins only. */
  is_manager?: boolean;
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
  project_approval_required?: boolean;
  /** To the owner: a project was approved and published. */
  project_approved?: boolean;
  /** To the owner: somebody else withdrew a project that waited for approval or a proposal, or refused approval. */
  project_withdrawn?: boolean;
  /** To the owner: a specific request got a proposal, or a new one. */
  project_proposed?: boolean;
  /** To the owner and those it is shared with: a message by the creative or our staff was not seen for five minutes. */
  project_message?: boolean;
  /** To the owner: a work was sent to a contest. */
  project_work_posted?: boolean;
  /** To the owner: the worker delivered. */
  project_delivered?: boolean;
  /** To the owner: somebody else chose the winner or accepted the delivery. */
  project_finished?: boolean;
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
  test?: boolean;
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

/** Where authorization codes may go: URIs with `https`, or with `http` and `127.0.0.1` or `[::1]`, where any port may follow. No fragment. A request names one of them exactly. */
export type RedirectUris = string[];

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
}

/** An empty object. RFC 7009 gives it no fields. */
export type Revocation = Record<string, never>;

export type Role = 'user' | 'customer' | 'admin';

/** `admin` gives all rights. Users with other roles have the rights of their memberships. */
export type Roles = Role[];

export type Scope = 'base' | 'files' | 'upload_files';

/** Scopes that the application may request. */
export type Scopes = Scope[];

export interface SecretRotation {
  /** Grace time of the current secret, up to seven days. 0 ends it at once. */
  grace_seconds?: number;
}

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
  locale?: Locale;
  phone?: string | null;
  /** The same as `mobile`; different values get 400. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`; different values get 400. */
  mobile?: string | null;
  /** Admins only. Every user has the role `user`, even if omitted. */
  roles?: Roles;
  member_of?: MembershipCreate[];
}

/** An `Identifier` of a user. */
export interface UserIdentifier {
  gid: Gid;
  href?: Href;
  firstname?: string;
  lastname?: string;
}

/** Rank of the invited person. Only admins may give `manager`. */
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
  roles?: Roles;
  /** Admins only. A disabled user cannot sign in, and their tokens are refused. */
  is_enabled?: boolean;
}
