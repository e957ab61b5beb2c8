// Generated from openapi/identity.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Created, NoContent, Ok, Reply, Resource } from '@partner-ordering/http';
import type {
  Application,
  ApplicationCreate,
  ApplicationSecret,
  ApplicationUpdate,
  Authorization,
  AuthorizationCollection,
  AuthorizationDecision,
  AuthorizationServerMetadata,
  BrowserSession,
  BrowserSessionCollection,
  Introspection,
  Invitation,
  InvitationAcceptance,
  InvitationCreate,
  InvitedUserCreate,
  JsonWebKeySet,
  Me,
  MeUpdate,
  Membership,
  MembershipCollection,
  MembershipCreate,
  MembershipUpdate,
  Organization,
  OrganizationCreate,
  OrganizationUpdate,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  PublicInvitation,
  PublicOrganization,
  Revocation,
  SecretRotation,
  Session,
  SessionCollection,
  SignInForm,
  SignOutForm,
  Token,
  TokenReference,
  TokenRequest,
  UndeliveredMail,
  User,
  UserCreate,
  UserUpdate,
} from './models.ts';

/** The arguments of `getJwks`. */
export interface GetJwksRequest {
  path: {};
  query: {};
  body: undefined;
}

/** The arguments of `getAuthorizationServerMetadata`. */
export interface GetAuthorizationServerMetadataRequest {
  path: {};
  query: {};
  body: undefined;
}

/** The arguments of `openAuthorizationPage`. */
export interface OpenAuthorizationPageRequest {
  path: {};
  query: {
    response_type: string;
    client_id: string;
    redirect_uri: string;
    code_challenge: string;
    code_challenge_method: string;
    scope?: string;
    state?: string;
    ui_locales?: string;
    prompt?: string;
  };
  body: undefined;
}

/** The arguments of `authorizeApplication`. */
export interface AuthorizeApplicationRequest {
  path: {};
  query: {};
  body: AuthorizationDecision;
}

/** The arguments of `introspectToken`. */
export interface IntrospectTokenRequest {
  path: {};
  query: {};
  body: TokenReference;
}

/** The arguments of `revokeToken`. */
export interface RevokeTokenRequest {
  path: {};
  query: {};
  body: TokenReference;
}

/** The arguments of `openSignInPage`. */
export interface OpenSignInPageRequest {
  path: {};
  query: { hostname?: string; ui_locales?: string; return_to?: string };
  body: undefined;
}

/** The arguments of `signInBrowser`. */
export interface SignInBrowserRequest {
  path: {};
  query: {};
  body: SignInForm;
}

/** The arguments of `openSignOutPage`. */
export interface OpenSignOutPageRequest {
  path: {};
  query: {};
  body: undefined;
}

/** The arguments of `signOut`. */
export interface SignOutRequest {
  path: {};
  query: {};
  body: SignOutForm | undefined;
}

/** The arguments of `issueToken`. */
export interface IssueTokenRequest {
  path: {};
  query: {};
  body: TokenRequest;
}

/** The arguments of `createApplication`. */
export interface CreateApplicationRequest {
  path: {};
  query: {};
  body: ApplicationCreate;
}

/** The arguments of `updateApplication`. */
export interface UpdateApplicationRequest {
  path: { gid: string };
  query: {};
  body: ApplicationUpdate;
}

/** The arguments of `deleteApplication`. */
export interface DeleteApplicationRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `rotateApplicationSecret`. */
export interface RotateApplicationSecretRequest {
  path: { gid: string };
  query: {};
  body: SecretRotation | undefined;
}

/** The arguments of `createInvitation`. */
export interface CreateInvitationRequest {
  path: {};
  query: {};
  body: InvitationCreate;
}

/** The arguments of `deleteInvitation`. */
export interface DeleteInvitationRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `resendInvitation`. */
export interface ResendInvitationRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `acceptInvitation`. */
export interface AcceptInvitationRequest {
  path: { token: string };
  query: {};
  body: InvitationAcceptance | undefined;
}

/** The arguments of `getMe`. */
export interface GetMeRequest {
  path: {};
  query: { fields?: string };
  body: undefined;
}

/** The arguments of `updateMe`. */
export interface UpdateMeRequest {
  path: {};
  query: { fields?: string };
  body: MeUpdate;
}

/** The arguments of `listMyAuthorizations`. */
export interface ListMyAuthorizationsRequest {
  path: {};
  query: { query?: string; orderBy?: string; sort?: 'asc' | 'desc'; offset?: number; after?: string; limit?: number };
  body: undefined;
}

/** The arguments of `getMyAuthorization`. */
export interface GetMyAuthorizationRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `deleteMyAuthorization`. */
export interface DeleteMyAuthorizationRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `listMyBrowserSessions`. */
export interface ListMyBrowserSessionsRequest {
  path: {};
  query: { query?: string; orderBy?: string; sort?: 'asc' | 'desc'; offset?: number; after?: string; limit?: number };
  body: undefined;
}

/** The arguments of `getMyBrowserSession`. */
export interface GetMyBrowserSessionRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `deleteMyBrowserSession`. */
export interface DeleteMyBrowserSessionRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `listMyMemberships`. */
export interface ListMyMembershipsRequest {
  path: {};
  query: { query?: string; orderBy?: string; sort?: 'asc' | 'desc'; offset?: number; after?: string; limit?: number };
  body: undefined;
}

/** The arguments of `changePassword`. */
export interface ChangePasswordRequest {
  path: {};
  query: {};
  body: PasswordChange;
}

/** The arguments of `listMySessions`. */
export interface ListMySessionsRequest {
  path: {};
  query: { query?: string; orderBy?: string; sort?: 'asc' | 'desc'; offset?: number; after?: string; limit?: number };
  body: undefined;
}

/** The arguments of `getMySession`. */
export interface GetMySessionRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `deleteMySession`. */
export interface DeleteMySessionRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `createOrganization`. */
export interface CreateOrganizationRequest {
  path: {};
  query: {};
  body: OrganizationCreate;
}

/** The arguments of `updateOrganization`. */
export interface UpdateOrganizationRequest {
  path: { gid: string };
  query: {};
  body: OrganizationUpdate;
}

/** The arguments of `deleteOrganization`. */
export interface DeleteOrganizationRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `confirmEmail`. */
export interface ConfirmEmailRequest {
  path: { token: string };
  query: {};
  body: undefined;
}

/** The arguments of `restoreEmail`. */
export interface RestoreEmailRequest {
  path: { token: string };
  query: {};
  body: PasswordReset;
}

/** The arguments of `getPublicInvitation`. */
export interface GetPublicInvitationRequest {
  path: { token: string };
  query: {};
  body: undefined;
}

/** The arguments of `createUserFromInvitation`. */
export interface CreateUserFromInvitationRequest {
  path: { token: string };
  query: {};
  body: InvitedUserCreate;
}

/** The arguments of `getPublicOrganization`. */
export interface GetPublicOrganizationRequest {
  path: { hostname: string };
  query: {};
  body: undefined;
}

/** The arguments of `requestPasswordReset`. */
export interface RequestPasswordResetRequest {
  path: {};
  query: {};
  body: PasswordResetRequest;
}

/** The arguments of `resetPassword`. */
export interface ResetPasswordRequest {
  path: { token: string };
  query: {};
  body: PasswordReset;
}

/** The arguments of `createUser`. */
export interface CreateUserRequest {
  path: {};
  query: {};
  body: UserCreate;
}

/** The arguments of `updateUser`. */
export interface UpdateUserRequest {
  path: { gid: string };
  query: {};
  body: UserUpdate;
}

/** The arguments of `deleteUser`. */
export interface DeleteUserRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `createMembership`. */
export interface CreateMembershipRequest {
  path: { gid: string };
  query: {};
  body: MembershipCreate;
}

/** The arguments of `updateMembership`. */
export interface UpdateMembershipRequest {
  path: { gid: string; orgaGid: string };
  query: {};
  body: MembershipUpdate;
}

/** The arguments of `deleteMembership`. */
export interface DeleteMembershipRequest {
  path: { gid: string; orgaGid: string };
  query: {};
  body: undefined;
}

/** The arguments of `endUserSessions`. */
export interface EndUserSessionsRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The operations of the service: one function for each in the document. */
export interface Operations {
  /** Lists the public keys that verify access tokens (public). `GET /.well-known/jwks.json` */
  getJwks(context: Context<GetJwksRequest>): Promise<Ok<JsonWebKeySet>>;
  /** Reads the metadata of the authorization server (public). `GET /.well-known/oauth-authorization-server` */
  getAuthorizationServerMetadata(context: Context<GetAuthorizationServerMetadataRequest>): Promise<Ok<AuthorizationServerMetadata>>;
  /** Asks a person to sign in and allow the application (browser). `GET /oauth2/authorize` */
  openAuthorizationPage(context: Context<OpenAuthorizationPageRequest>): Promise<Reply>;
  /** Sends the page's form (browser). `POST /oauth2/authorize` */
  authorizeApplication(context: Context<AuthorizeApplicationRequest>): Promise<Reply>;
  /** Reads the state of an access or refresh token of the client (client). `POST /oauth2/introspect` */
  introspectToken(context: Context<IntrospectTokenRequest>): Promise<Ok<Introspection>>;
  /** Revokes an access or refresh token of the client (client). `POST /oauth2/revoke` */
  revokeToken(context: Context<RevokeTokenRequest>): Promise<Ok<Revocation>>;
  /** Asks a person to sign in to the console (browser). `GET /oauth2/sign_in` */
  openSignInPage(context: Context<OpenSignInPageRequest>): Promise<Reply>;
  /** Signs a person in in their browser (browser). `POST /oauth2/sign_in` */
  signInBrowser(context: Context<SignInBrowserRequest>): Promise<Reply>;
  /** Asks a person whether to sign out in their browser (browser). `GET /oauth2/sign_out` */
  openSignOutPage(context: Context<OpenSignOutPageRequest>): Promise<Reply>;
  /** Signs a person out in their browser (browser). `POST /oauth2/sign_out` */
  signOut(context: Context<SignOutRequest>): Promise<Reply>;
  /** Issues an access token (client). `POST /oauth2/token` */
  issueToken(context: Context<IssueTokenRequest>): Promise<Ok<Token>>;
  /** Creates an application (admin) and shows its secret once. `POST /v1/applications` */
  createApplication(context: Context<CreateApplicationRequest>): Promise<Reply<201, ApplicationSecret>>;
  /** Changes an application (admin). `PUT /v1/applications/{gid}` */
  updateApplication(context: Context<UpdateApplicationRequest>): Promise<NoContent>;
  /** Deletes an application (admin). `DELETE /v1/applications/{gid}` */
  deleteApplication(context: Context<DeleteApplicationRequest>): Promise<NoContent>;
  /** Rotates the secret of an application (admin) and shows the new one once. `POST /v1/applications/{gid}/rotate_secret` */
  rotateApplicationSecret(context: Context<RotateApplicationSecretRequest>): Promise<Ok<ApplicationSecret>>;
  /** Invites a person to an organization (manager of the organization, admin) and mails a link. `POST /v1/invitations` */
  createInvitation(context: Context<CreateInvitationRequest>): Promise<Created>;
  /** Revokes an invitation (manager of the organization, admin). `DELETE /v1/invitations/{gid}` */
  deleteInvitation(context: Context<DeleteInvitationRequest>): Promise<NoContent>;
  /** Resends an invitation (manager of the organization, admin). `POST /v1/invitations/{gid}/resend` */
  resendInvitation(context: Context<ResendInvitationRequest>): Promise<NoContent>;
  /** Accepts an invitation and adds the token's user to the organization (the invited user). `POST /v1/invitations/{token}/accept` */
  acceptInvitation(context: Context<AcceptInvitationRequest>): Promise<NoContent>;
  /** Reads the token's user (user token). `GET /v1/me` */
  getMe(context: Context<GetMeRequest>): Promise<Ok<Me>>;
  /** Changes the token's user (user token). `PUT /v1/me` */
  updateMe(context: Context<UpdateMeRequest>): Promise<Ok<Me>>;
  /** Lists the applications that you have allowed (user token). `GET /v1/me/authorizations` */
  listMyAuthorizations(context: Context<ListMyAuthorizationsRequest>): Promise<Ok<AuthorizationCollection>>;
  /** Reads what you have allowed an application (user token). `GET /v1/me/authorizations/{gid}` */
  getMyAuthorization(context: Context<GetMyAuthorizationRequest>): Promise<Ok<Authorization>>;
  /** Takes back what you have allowed an application (user token). `DELETE /v1/me/authorizations/{gid}` */
  deleteMyAuthorization(context: Context<DeleteMyAuthorizationRequest>): Promise<NoContent>;
  /** Lists the browsers where you are signed in (user token). `GET /v1/me/browser_sessions` */
  listMyBrowserSessions(context: Context<ListMyBrowserSessionsRequest>): Promise<Ok<BrowserSessionCollection>>;
  /** Reads one of your browser sessions (user token). `GET /v1/me/browser_sessions/{gid}` */
  getMyBrowserSession(context: Context<GetMyBrowserSessionRequest>): Promise<Ok<BrowserSession>>;
  /** Signs you out in one of your browsers (user token). `DELETE /v1/me/browser_sessions/{gid}` */
  deleteMyBrowserSession(context: Context<DeleteMyBrowserSessionRequest>): Promise<NoContent>;
  /** Lists the memberships of the token's user (user token). `GET /v1/me/member_of` */
  listMyMemberships(context: Context<ListMyMembershipsRequest>): Promise<Ok<MembershipCollection>>;
  /** Changes the password (user token). `PUT /v1/me/password` */
  changePassword(context: Context<ChangePasswordRequest>): Promise<NoContent>;
  /** Lists where you are signed in (user token). `GET /v1/me/sessions` */
  listMySessions(context: Context<ListMySessionsRequest>): Promise<Ok<SessionCollection>>;
  /** Reads one of your sessions (user token). `GET /v1/me/sessions/{gid}` */
  getMySession(context: Context<GetMySessionRequest>): Promise<Ok<Session>>;
  /** Ends one of your sessions (user token). `DELETE /v1/me/sessions/{gid}` */
  deleteMySession(context: Context<DeleteMySessionRequest>): Promise<NoContent>;
  /** Creates an organization (admin). `POST /v1/organizations` */
  createOrganization(context: Context<CreateOrganizationRequest>): Promise<Created>;
  /** Changes an organization (admin). `PUT /v1/organizations/{gid}` */
  updateOrganization(context: Context<UpdateOrganizationRequest>): Promise<NoContent>;
  /** Closes an organization (admin). `DELETE /v1/organizations/{gid}` */
  deleteOrganization(context: Context<DeleteOrganizationRequest>): Promise<NoContent>;
  /** Confirms the pending email address with the token of its mail (public). `POST /v1/p/email_confirmations/{token}` */
  confirmEmail(context: Context<ConfirmEmailRequest>): Promise<NoContent>;
  /** Restores a former email address with the token of the notice to it (public). `PUT /v1/p/email_restorations/{token}` */
  restoreEmail(context: Context<RestoreEmailRequest>): Promise<NoContent>;
  /** Reads an invitation with its token (public). `GET /v1/p/invitations/{token}` */
  getPublicInvitation(context: Context<GetPublicInvitationRequest>): Promise<Ok<PublicInvitation>>;
  /** Signs up with an invitation (public). `POST /v1/p/invitations/{token}/user` */
  createUserFromInvitation(context: Context<CreateUserFromInvitationRequest>): Promise<Created>;
  /** Finds an organization by its host name (public). `GET /v1/p/organizations/{hostname}` */
  getPublicOrganization(context: Context<GetPublicOrganizationRequest>): Promise<Ok<PublicOrganization>>;
  /** Mails a link to set a new password (public). `POST /v1/p/password_resets` */
  requestPasswordReset(context: Context<RequestPasswordResetRequest>): Promise<NoContent>;
  /** Sets the password with the token of a mail (public). `PUT /v1/p/password_resets/{token}` */
  resetPassword(context: Context<ResetPasswordRequest>): Promise<NoContent>;
  /** Creates a user (admin, manager). `POST /v1/users` */
  createUser(context: Context<CreateUserRequest>): Promise<Created>;
  /** Changes a user (admin; manager of all of the user's organizations). `PUT /v1/users/{gid}` */
  updateUser(context: Context<UpdateUserRequest>): Promise<NoContent>;
  /** Deletes a user (admin); ends the memberships in the organizations that you manage (manager). `DELETE /v1/users/{gid}` */
  deleteUser(context: Context<DeleteUserRequest>): Promise<NoContent>;
  /** Adds a user to an organization (admin, manager of the organization). `POST /v1/users/{gid}/member_of` */
  createMembership(context: Context<CreateMembershipRequest>): Promise<Created>;
  /** Sets the budget (manager of the organization, admin) and the manager flag (admin). `PUT /v1/users/{gid}/member_of/{orgaGid}` */
  updateMembership(context: Context<UpdateMembershipRequest>): Promise<NoContent>;
  /** Ends a membership (manager of the organization, admin; a manager's, admins only). `DELETE /v1/users/{gid}/member_of/{orgaGid}` */
  deleteMembership(context: Context<DeleteMembershipRequest>): Promise<NoContent>;
  /** Ends all sessions of a user (admin). `DELETE /v1/users/{gid}/sessions` */
  endUserSessions(context: Context<EndUserSessionsRequest>): Promise<NoContent>;
}

/** The resources of the service: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {
  applications: Resource<Application>;
  invitations: Resource<Invitation>;
  organizations: Resource<Organization>;
  undeliveredMails: Resource<UndeliveredMail>;
  users: Resource<User>;
  memberships: Resource<Membership>;
}
