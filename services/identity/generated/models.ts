// Generated from openapi/identity.yaml by `npm run generate`. Do not edit.

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
  scopes?: Scopes;
  /** The organizations whose members may sign in through it with their password; everybody when there are none. */
  organizations?: OrganizationIdentifier[];
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
  name?: string;
  /** As it was read. */
  size?: number;
  /** As it was read. */
  content_type?: string;
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

/** Number of all matches, whatever the page. */
export type Count = number;

/** ISO 4217 code. */
export type Currency = string;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

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

export type Grant = 'client_credentials' | 'password' | 'refresh_token';

/** What it may ask for tokens with: `client_credentials`, for which it needs a `user`, `password`, or both; `refresh_token` besides `password` renews what a password has begun. */
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
  code?: string;
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
  user_rank?: UserRank;
}

export interface InvitedUserCreate {
  firstname: string;
  lastname: string;
  /** The new one. */
  password: string;
  locale?: Locale;
  /** The code of the mail. */
  code?: string;
}

export interface InvitingOrganization {
  name: string;
  logo: Image | null;
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
  is_manager?: boolean;
}

export interface MembershipUpdate {
  /** Null is unlimited. */
  monthly_budget?: Money | null;
  /** Admins only. */
  is_manager?: boolean;
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
  project_approval_required?: boolean;
  /** To the owner: a project that waited for an approval was published. */
  project_approved?: boolean;
  /** To the owner: somebody else took back what waited for an approval or a proposal, or refused the approval. */
  project_withdrawn?: boolean;
  /** To the owner: a specific request got a price, or a new one. */
  project_proposed?: boolean;
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
  test?: boolean;
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

export type Role = 'user' | 'customer' | 'admin';

/** `admin` gives rights over everything, the others give none of their own: rights follow the memberships. */
export type Roles = Role[];

export type Scope = 'base' | 'files' | 'upload_files';

/** The scopes that it may ask for. */
export type Scopes = Scope[];

export interface SecretRotation {
  /** For how long the present secret stays valid: up to seven days. 0 ends it at once. */
  grace_seconds?: number;
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
  locale?: Locale;
  phone?: string | null;
  /** The same as `mobile`; two different values are refused. */
  mobile_phone?: string | null;
  /** The same as `mobile_phone`; two different values are refused. */
  mobile?: string | null;
  /** Admins only. Everybody is `user`, given or not. */
  roles?: Roles;
  member_of?: MembershipCreate[];
}

/** Identifies a user, as `Identifier` does. */
export interface UserIdentifier {
  gid: Gid;
  href?: Href;
  firstname?: string;
  lastname?: string;
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
