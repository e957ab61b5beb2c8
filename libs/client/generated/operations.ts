// Generated from the public document by `npm run generate`. Do not edit.
import type { CallOptions, CountQuery, Created, Field, ListQuery, Located, Pages, Relation, Time } from '../src/types.ts';
import type {
  Application,
  ApplicationCreate,
  ApplicationSecret,
  ApplicationSummary,
  ApplicationUpdate,
  AttachedFile,
  Authorization,
  AuthorizationServerMetadata,
  Batch,
  BatchResults,
  BrowserSession,
  Category,
  CategoryCreate,
  CategorySummary,
  CategoryUpdate,
  Comment,
  CommentCreate,
  CommentUpdate,
  CreditNote,
  CreditNoteCreate,
  CreditNoteCreatedEvent,
  CreditNoteFileAddedEvent,
  CreditNoteSummary,
  Delivery,
  DeliveryRecovery,
  DeliverySummary,
  DryRun,
  Due,
  EventFilter,
  EventPage,
  FileInfo,
  Gid,
  Introspection,
  Invitation,
  InvitationAcceptance,
  InvitationAcceptedEvent,
  InvitationCreate,
  InvitedUserCreate,
  Invoice,
  InvoiceCreate,
  InvoiceCreatedEvent,
  InvoiceFileAddedEvent,
  InvoiceOverdueEvent,
  InvoicePaidEvent,
  InvoiceSummary,
  InvoiceUpdate,
  InvoiceVoidedEvent,
  JsonWebKeySet,
  Me,
  MeUpdate,
  MemberBudget,
  MemberBudgetChangedEvent,
  MemberBudgetSummary,
  MemberJoinedEvent,
  MemberLeftEvent,
  MemberRoleChangedEvent,
  Membership,
  MembershipCreate,
  MembershipUpdate,
  ModeWrite,
  OpenApiDocument,
  Organization,
  OrganizationCreate,
  OrganizationReference,
  OrganizationSummary,
  OrganizationUpdate,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  PaymentEvent,
  PaymentProvider,
  PaymentSource,
  PaymentSourceCreate,
  PaymentSourceSetup,
  PaymentSourceSetupCreate,
  PaymentSourceUpdate,
  Price,
  PriceChangedEvent,
  PriceCreate,
  PriceDeletedEvent,
  PriceFor,
  PriceImport,
  PriceImportSummary,
  PriceUpdate,
  PricesImportedEvent,
  Product,
  ProductChangedEvent,
  ProductCreate,
  ProductSummary,
  ProductUpdate,
  ProductWithdrawnEvent,
  Project,
  ProjectApprovalRequiredEvent,
  ProjectAssignedEvent,
  ProjectBriefFileAddedEvent,
  ProjectBriefFileRemovedEvent,
  ProjectCanceledEvent,
  ProjectCreate,
  ProjectCreatedEvent,
  ProjectDeletedEvent,
  ProjectDeliveredEvent,
  ProjectFile,
  ProjectFinishedEvent,
  ProjectMessage,
  ProjectMessageCreate,
  ProjectMessagePostedEvent,
  ProjectPaidEvent,
  ProjectProposalRequestedEvent,
  ProjectProposedEvent,
  ProjectPublishedEvent,
  ProjectRejectedEvent,
  ProjectShare,
  ProjectShareCreate,
  ProjectSharedEvent,
  ProjectSourceFileAddedEvent,
  ProjectStat,
  ProjectStep,
  ProjectSummary,
  ProjectUnsharedEvent,
  ProjectUpdate,
  ProjectUpdatedEvent,
  ProjectWithdrawnEvent,
  ProjectWorkPostedEvent,
  ProtectedResourceMetadata,
  PublicInvitation,
  PublicOrganization,
  QuerySchema,
  Receipt,
  ReceiptChargeFailedEvent,
  ReceiptCreatedEvent,
  ReceiptFileAddedEvent,
  ReceiptPaidEvent,
  ReceiptSummary,
  ReceiptUpdate,
  Review,
  ReviewCreate,
  Revocation,
  Root,
  SecretRotation,
  ServiceId,
  Session,
  SignOutForm,
  SignedUrl,
  SkillWrite,
  StarCreate,
  StarredFile,
  Token,
  TokenReference,
  TokenRequest,
  TotalCount,
  UndeliveredMail,
  UnrenderedDocument,
  UploadForm,
  User,
  UserCreate,
  UserSummary,
  UserUpdate,
  Webhook,
  WebhookCheck,
  WebhookCheckEvent,
  WebhookCheckOutcome,
  WebhookCreate,
  WebhookSecret,
  WebhookSecretRotation,
  WebhookUpdate,
  Work,
  WorkCreate,
  WorkMarking,
  WorkSummary,
  WorkUpdate,
  Worker,
  WorkerCreate,
  WorkerUpdate,
} from './models.ts';

/** The fields that the query of this collection may name. */
export interface ListApplicationsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  name: Field<string>;
  client_id: Field<string>;
  is_enabled: Field<boolean>;
  organizations: Relation<{ gid: Field<string> }>;
  user: Relation<{ gid: Field<string> }>;
}

/** The fields that the query of this collection may name. */
export interface ListCategoriesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  title: Field<string>;
  description: Field<string>;
}

/** The fields that the query of this collection may name. */
export interface ListCommentsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  uri: Field<string>;
}

/** The fields that the query of this collection may name. */
export interface ListInvitationsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  organization: Relation<{ gid: Field<Gid> }>;
  email: Field<string>;
}

/** The fields that the query of this collection may name. */
export interface ListInvoicesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  number: Field<string>;
  period: Field<string>;
  status: Field<'open' | 'paid' | 'void'>;
  due_at: Field<Time>;
  organization: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListMyAuthorizationsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  last_used_at: Field<Time>;
  application: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListMyBrowserSessionsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  last_used_at: Field<Time>;
}

/** The fields that the query of this collection may name. */
export interface ListMyMembershipsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  organization: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListMySessionsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  last_token_at: Field<Time>;
  application: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListOrganizationsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  name: Field<string>;
  is_enabled: Field<boolean>;
  products: Relation<{ gid: Field<string> }>;
}

/** The fields that the query of this collection may name. */
export interface ListPriceImportsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  status: Field<'pending' | 'imported' | 'refused' | 'failed'>;
}

/** The fields that the query of this collection may name. */
export interface ListOrganizationBudgetsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  user: Relation<{ gid: Field<Gid> }>;
  is_manager: Field<boolean>;
}

/** The fields that the query of this collection may name. */
export interface ListCreditNotesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  number: Field<string>;
  receipt: Relation<{ gid: Field<Gid> }>;
  project: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListOrganizationMembershipsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  organization: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListOrganizationProductsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  category: Relation<{ gid: Field<Gid>; id: Field<string> }>;
  organizations: Relation<{ gid: Field<string> }>;
}

/** The fields that the query of this collection may name. */
export interface ListOrganizationUsersFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  member_of: Relation<{ organization: Relation<{ gid: Field<string> }> }>;
}

/** The fields that the query of this collection may name. */
export interface ListWebhooksFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  url: Field<string>;
  is_enabled: Field<boolean>;
}

/** The fields that the query of this collection may name. */
export interface ListDeliveriesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  status: Field<'waiting' | 'delivered' | 'failed' | 'canceled'>;
  event: Field<string>;
  type: Field<string>;
}

/** The fields that the query of this collection may name. */
export interface ListPricesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  updated_at: Field<Time>;
  organization: Relation<{ gid: Field<string> }>;
  product: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListProductsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  category: Relation<{ gid: Field<Gid>; id: Field<string> }>;
  organizations: Relation<{ gid: Field<string> }>;
}

/** The fields that the query of this collection may name. */
export interface ListProductOrganizationsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
}

/** The fields that the query of this collection may name. */
export interface ListProjectsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  deadline_at: Field<Time>;
  due_date: Field<Time>;
  short_code: Field<string>;
  status: Field<'draft' | 'canceled' | 'in_progress' | 'finished' | 'paid'>;
  state: Field<'draft' | 'published' | 'waiting_for_proposal' | 'proposal' | 'require_approval'>;
  options: Relation<{ mode: Field<'solo' | 'multi'> }>;
  awaits: Field<'owner' | 'approver' | 'staff' | 'me'>;
  awaits_work: Field<boolean>;
  awaits_answer: Field<boolean>;
  awaits_result: Field<boolean>;
  owner: Field<string> & Relation<{ gid: Field<Gid> }>;
  organization: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListBriefFilesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  path: Field<string>;
}

/** The fields that the query of this collection may name. */
export interface ListStarredFilesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  path: Field<string>;
}

/** The fields that the query of this collection may name. */
export interface ListProjectHistoryFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  command: Field<string>;
  user: Relation<{ gid: Field<string> }>;
}

/** The fields that the query of this collection may name. */
export interface ListMessagesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  type: Field<'simple' | 'delivery' | 'accept' | 'reject'>;
}

/** The fields that the query of this collection may name. */
export interface ListSharesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  user: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListSourceFilesFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  path: Field<string>;
}

/** The fields that the query of this collection may name. */
export interface ListReceiptsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  number: Field<string>;
  status: Field<'open' | 'paid' | 'failed'>;
  organization: Relation<{ gid: Field<Gid> }>;
  user: Relation<{ gid: Field<Gid> }>;
  project: Relation<{ gid: Field<Gid> }>;
  invoice: Relation<{ gid: Field<string> }>;
}

/** The fields that the query of this collection may name. */
export interface ListReviewsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  worker: Relation<{ gid: Field<Gid> }>;
  project: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListUndeliveredMailsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  kind: Field<string>;
  to: Field<string>;
}

/** The fields that the query of this collection may name. */
export interface ListUnrenderedDocumentsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  kind: Field<'receipt' | 'invoice' | 'credit_note'>;
  organization: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListUsersFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  member_of: Relation<{ organization: Relation<{ gid: Field<string> }> }>;
}

/** The fields that the query of this collection may name. */
export interface ListMembershipsFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  organization: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListAllWebhooksFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  url: Field<string>;
  is_enabled: Field<boolean>;
  disabled_at: Field<Time>;
  awaits_repair: Field<boolean>;
  organization: Relation<{ gid: Field<Gid> }>;
}

/** The fields that the query of this collection may name. */
export interface ListWorkersFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  service_id: Field<ServiceId>;
  full_name: Field<string>;
  works: Relation<{ project: Relation<{ gid: Field<string> }> }>;
}

/** The fields that the query of this collection may name. */
export interface ListWorksFields {
  gid: Field<Gid>;
  created_at: Field<Time>;
  modified_at: Field<Time>;
  won_at: Field<Time>;
  worker: Relation<{ gid: Field<Gid> }>;
  project: Relation<{ gid: Field<Gid> }>;
  parent: Field<string> & Relation<{ gid: Field<string> }>;
  mark: Field<'shortlist' | 'out'>;
}

/** The operations of the API, by the names of its document: path parameters come first, then the body, the query, and options. */
export interface Operations {
  /** Reads the name and version of the API (public). `GET /` */
  getRoot(options?: CallOptions): Promise<Root>;
  /** Lists the public keys that verify access tokens (public). `GET /.well-known/jwks.json` */
  getJwks(options?: CallOptions): Promise<JsonWebKeySet>;
  /** Reads the metadata of the authorization server (public). `GET /.well-known/oauth-authorization-server` */
  getAuthorizationServerMetadata(options?: CallOptions): Promise<AuthorizationServerMetadata>;
  /** Reads the metadata of the API for OAuth clients (public). `GET /.well-known/oauth-protected-resource` */
  getProtectedResourceMetadata(options?: CallOptions): Promise<ProtectedResourceMetadata>;
  /** Reads the state of an access or refresh token of the client (client). `POST /oauth2/introspect` */
  introspectToken(body: TokenReference, options?: CallOptions): Promise<Introspection>;
  /** Revokes an access or refresh token of the client (client). `POST /oauth2/revoke` */
  revokeToken(body: TokenReference, options?: CallOptions): Promise<Revocation>;
  /** Signs a person out in their browser (browser). `POST /oauth2/sign_out` */
  signOut(body?: SignOutForm, options?: CallOptions): Promise<Response>;
  /** Issues an access token (client). `POST /oauth2/token` */
  issueToken(body: TokenRequest, options?: CallOptions): Promise<Token>;
  /** Lists the applications (admin). `GET /v1/applications` */
  listApplications(
    query?: ListQuery<ListApplicationsFields, 'gid' | 'created_at' | 'modified_at' | 'name'>,
    options?: CallOptions,
  ): Pages<ApplicationSummary>;
  /** Creates an application (admin) and shows its secret once. `POST /v1/applications` */
  createApplication(body: ApplicationCreate, options?: CallOptions): Promise<ApplicationSecret>;
  /** Reads an application (admin). `GET /v1/applications/{gid}` */
  getApplication(gid: string, options?: CallOptions): Promise<Application>;
  /** Changes an application (admin). `PUT /v1/applications/{gid}` */
  updateApplication(gid: string, body: ApplicationUpdate, options?: CallOptions): Promise<void>;
  /** Deletes an application (admin). `DELETE /v1/applications/{gid}` */
  deleteApplication(gid: string, options?: CallOptions): Promise<void>;
  /** Rotates the secret of an application (admin) and shows the new one once. `POST /v1/applications/{gid}/rotate_secret` */
  rotateApplicationSecret(gid: string, body?: SecretRotation, options?: CallOptions): Promise<ApplicationSecret>;
  /** Runs several actions in one request (any token). `POST /v1/batch` */
  runBatch(body: Batch, options?: CallOptions): Promise<BatchResults>;
  /** Lists the categories of products you may order; admins see all. `GET /v1/categories` */
  listCategories(
    query?: ListQuery<ListCategoriesFields, 'gid' | 'created_at' | 'modified_at' | 'title' | 'weight'> & { search?: string },
    options?: CallOptions,
  ): Pages<CategorySummary>;
  /** Creates a category (admin). `POST /v1/categories` */
  createCategory(body: CategoryCreate, options?: CallOptions): Promise<Created>;
  /** Reads a category. `GET /v1/categories/{gid}` */
  getCategory(gid: string, options?: CallOptions): Promise<Category>;
  /** Changes a category (admin). `PUT /v1/categories/{gid}` */
  updateCategory(gid: string, body: CategoryUpdate, options?: CallOptions): Promise<void>;
  /** Deletes a category without products (admin). `DELETE /v1/categories/{gid}` */
  deleteCategory(gid: string, options?: CallOptions): Promise<void>;
  /** Lists comments on resources you can see, named by `uri` unless you are an admin. `GET /v1/comments` */
  listComments(query?: ListQuery<ListCommentsFields, 'gid' | 'created_at' | 'modified_at'>, options?: CallOptions): Pages<Comment>;
  /** Comments on a resource you can see. `POST /v1/comments` */
  createComment(body: CommentCreate, options?: CallOptions): Promise<Created>;
  /** Reads a comment on a resource you can see. `GET /v1/comments/{gid}` */
  getComment(gid: string, options?: CallOptions): Promise<Comment>;
  /** Changes the text of a comment (author, admin). `PUT /v1/comments/{gid}` */
  updateComment(gid: string, body: CommentUpdate, options?: CallOptions): Promise<void>;
  /** Deletes a comment and the comments on it (author, admin). `DELETE /v1/comments/{gid}` */
  deleteComment(gid: string, options?: CallOptions): Promise<void>;
  /** Reads the metadata of a file (anyone who may read it). `GET /v1/file_info/{url}` */
  getFileInfo(url: string, options?: CallOptions): Promise<FileInfo>;
  /** Stars a file of a project message (owner, managers of the organization, admin). `POST /v1/files` */
  starFile(body: StarCreate, options?: CallOptions): Promise<Created>;
  /** Creates a signed URL to download a file (anyone who may read it). `GET /v1/files/{url}` */
  signFile(url: string, options?: CallOptions): Promise<SignedUrl>;
  /** Removes the stars of a file from your projects (owner, managers of the organization, admin). `DELETE /v1/files/{url}` */
  unstarFile(url: string, options?: CallOptions): Promise<void>;
  /** Downloads an image (anyone who may read it). `GET /v1/img/{filename}` */
  getImage(filename: string, options?: CallOptions): Promise<Response>;
  /** Lists the invitations to the organizations that you manage; admins see all. `GET /v1/invitations` */
  listInvitations(query?: ListQuery<ListInvitationsFields, 'gid' | 'created_at' | 'modified_at'>, options?: CallOptions): Pages<Invitation>;
  /** Invites a person to an organization (manager of the organization, admin) and mails a link. `POST /v1/invitations` */
  createInvitation(body: InvitationCreate, options?: CallOptions): Promise<Created>;
  /** Reads an invitation (manager of the organization, admin). `GET /v1/invitations/{gid}` */
  getInvitation(gid: string, options?: CallOptions): Promise<Invitation>;
  /** Revokes an invitation (manager of the organization, admin). `DELETE /v1/invitations/{gid}` */
  deleteInvitation(gid: string, options?: CallOptions): Promise<void>;
  /** Resends an invitation (manager of the organization, admin). `POST /v1/invitations/{gid}/resend` */
  resendInvitation(gid: string, options?: CallOptions): Promise<void>;
  /** Accepts an invitation and adds the token's user to the organization (the invited user). `POST /v1/invitations/{token}/accept` */
  acceptInvitation(token: string, body?: InvitationAcceptance, options?: CallOptions): Promise<void>;
  /** Lists the invoices of the managed organizations, an admin's all; a standard user's list is empty. `GET /v1/invoices` */
  listInvoices(
    query?: ListQuery<ListInvoicesFields, 'gid' | 'created_at' | 'modified_at' | 'due_at'>,
    options?: CallOptions,
  ): Pages<InvoiceSummary>;
  /** Issues the invoice of an organization and month now (admin). `POST /v1/invoices` */
  createInvoice(body: InvoiceCreate, options?: CallOptions): Promise<Created>;
  /** Reads an invoice (manager of the organization, admin). `GET /v1/invoices/{gid}` */
  getInvoice(gid: string, options?: CallOptions): Promise<Invoice>;
  /** Marks an open invoice as paid, or voids it (admin). `PUT /v1/invoices/{gid}` */
  updateInvoice(gid: string, body: InvoiceUpdate, options?: CallOptions): Promise<void>;
  /** Reads the token's user (user token). `GET /v1/me` */
  getMe(query?: { fields?: string }, options?: CallOptions): Promise<Me>;
  /** Changes the token's user (user token). `PUT /v1/me` */
  updateMe(body: MeUpdate, query?: { fields?: string }, options?: CallOptions): Promise<Me>;
  /** Lists the applications that you have allowed (user token). `GET /v1/me/authorizations` */
  listMyAuthorizations(
    query?: ListQuery<ListMyAuthorizationsFields, 'gid' | 'created_at' | 'modified_at' | 'last_used_at'>,
    options?: CallOptions,
  ): Pages<Authorization>;
  /** Reads what you have allowed an application (user token). `GET /v1/me/authorizations/{gid}` */
  getMyAuthorization(gid: string, options?: CallOptions): Promise<Authorization>;
  /** Takes back what you have allowed an application (user token). `DELETE /v1/me/authorizations/{gid}` */
  deleteMyAuthorization(gid: string, options?: CallOptions): Promise<void>;
  /** Lists the browsers where you are signed in (user token). `GET /v1/me/browser_sessions` */
  listMyBrowserSessions(
    query?: ListQuery<ListMyBrowserSessionsFields, 'gid' | 'created_at' | 'modified_at' | 'last_used_at'>,
    options?: CallOptions,
  ): Pages<BrowserSession>;
  /** Reads one of your browser sessions (user token). `GET /v1/me/browser_sessions/{gid}` */
  getMyBrowserSession(gid: string, options?: CallOptions): Promise<BrowserSession>;
  /** Signs you out in one of your browsers (user token). `DELETE /v1/me/browser_sessions/{gid}` */
  deleteMyBrowserSession(gid: string, options?: CallOptions): Promise<void>;
  /** Lists the memberships of the token's user (user token). `GET /v1/me/member_of` */
  listMyMemberships(
    query?: ListQuery<ListMyMembershipsFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<Membership>;
  /** Changes the password (user token). `PUT /v1/me/password` */
  changePassword(body: PasswordChange, options?: CallOptions): Promise<void>;
  /** Lists where you are signed in (user token). `GET /v1/me/sessions` */
  listMySessions(
    query?: ListQuery<ListMySessionsFields, 'gid' | 'created_at' | 'modified_at' | 'last_token_at'>,
    options?: CallOptions,
  ): Pages<Session>;
  /** Reads one of your sessions (user token). `GET /v1/me/sessions/{gid}` */
  getMySession(gid: string, options?: CallOptions): Promise<Session>;
  /** Ends one of your sessions (user token). `DELETE /v1/me/sessions/{gid}` */
  deleteMySession(gid: string, options?: CallOptions): Promise<void>;
  /** Reads this document (public). `GET /v1/openapi.json` */
  getOpenApi(options?: CallOptions): Promise<OpenApiDocument>;
  /** Lists the organizations that you are a member of; admins see all. `GET /v1/organizations` */
  listOrganizations(
    query?: ListQuery<ListOrganizationsFields, 'gid' | 'created_at' | 'modified_at' | 'name' | 'parent.name'>,
    options?: CallOptions,
  ): Pages<OrganizationSummary>;
  /** Creates an organization (admin). `POST /v1/organizations` */
  createOrganization(body: OrganizationCreate, options?: CallOptions): Promise<Created>;
  /** Reads an organization (member, admin). `GET /v1/organizations/{gid}` */
  getOrganization(gid: string, options?: CallOptions): Promise<Organization>;
  /** Changes an organization (admin). `PUT /v1/organizations/{gid}` */
  updateOrganization(gid: string, body: OrganizationUpdate, options?: CallOptions): Promise<void>;
  /** Closes an organization (admin). `DELETE /v1/organizations/{gid}` */
  deleteOrganization(gid: string, options?: CallOptions): Promise<void>;
  /** Imports an organization's prices from its price sheet (manager of the organization, admin). `GET /v1/organizations/{gid}/prices/fetch` */
  importPrices(gid: string, query?: { remove?: boolean }, options?: CallOptions): Promise<PriceImport>;
  /** Lists an organization's price imports (manager of the organization, admin). `GET /v1/organizations/{gid}/prices/imports` */
  listPriceImports(
    gid: string,
    query?: ListQuery<ListPriceImportsFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<PriceImportSummary>;
  /** Reads a price import (manager of the organization, admin). `GET /v1/organizations/{gid}/prices/imports/{importGid}` */
  getPriceImport(gid: string, importGid: string, options?: CallOptions): Promise<PriceImport>;
  /** Lists the members of an organization with budget, spending and waiting approvals (managers of the organization, admin). `GET /v1/orgs/{orgGid}/budgets` */
  listOrganizationBudgets(
    orgGid: string,
    query?: ListQuery<ListOrganizationBudgetsFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<MemberBudgetSummary>;
  /** Lists the credit notes of an organization (manager of the organization, admin). `GET /v1/orgs/{orgGid}/credit_notes` */
  listCreditNotes(
    orgGid: string,
    query?: ListQuery<ListCreditNotesFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<CreditNoteSummary>;
  /** Credits a part of a receipt, or all of its rest (admin). `POST /v1/orgs/{orgGid}/credit_notes` */
  createCreditNote(orgGid: string, body: CreditNoteCreate, options?: CallOptions): Promise<Created>;
  /** Reads a credit note (manager of the organization, admin). `GET /v1/orgs/{orgGid}/credit_notes/{gid}` */
  getCreditNote(orgGid: string, gid: string, options?: CallOptions): Promise<CreditNote>;
  /** Reads the events of an organization, in order (manager of the organization, admin). `GET /v1/orgs/{orgGid}/events` */
  listEvents(
    orgGid: string,
    query?: { after?: string; types?: EventFilter[]; limit?: number; wait?: number },
    options?: CallOptions,
  ): Promise<EventPage>;
  /** Lists an organization's memberships (manager, admin; a standard user sees their own). `GET /v1/orgs/{orgGid}/member_of` */
  listOrganizationMemberships(
    orgGid: string,
    query?: ListQuery<ListOrganizationMembershipsFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<Membership>;
  /** Reads the payment source of an organization (manager of the organization, admin). `GET /v1/orgs/{orgGid}/payment_source` */
  getPaymentSource(orgGid: string, options?: CallOptions): Promise<PaymentSource>;
  /** Changes the payment source of an organization (manager of the organization, admin). `PUT /v1/orgs/{orgGid}/payment_source` */
  updatePaymentSource(orgGid: string, body: PaymentSourceUpdate, options?: CallOptions): Promise<void>;
  /** Sets the payment source of an organization (manager of the organization, admin). `POST /v1/orgs/{orgGid}/payment_source` */
  createPaymentSource(orgGid: string, body: PaymentSourceCreate, options?: CallOptions): Promise<Located>;
  /** Removes the payment source of an organization (manager of the organization, admin). `DELETE /v1/orgs/{orgGid}/payment_source` */
  deletePaymentSource(orgGid: string, options?: CallOptions): Promise<void>;
  /** Opens a page of the payment provider where an organization adds or replaces its means of payment (manager of the organization, admin). `POST /v1/orgs/{orgGid}/payment_source/setup` */
  setUpPaymentSource(orgGid: string, body: PaymentSourceSetupCreate, options?: CallOptions): Promise<PaymentSourceSetup>;
  /** Lists the enabled products that an organization may order (member, admin). `GET /v1/orgs/{orgGid}/products` */
  listOrganizationProducts(
    orgGid: string,
    query?: ListQuery<ListOrganizationProductsFields, 'gid' | 'created_at' | 'modified_at' | 'title' | 'category.title' | 'weight'> & {
      search?: string;
    },
    options?: CallOptions,
  ): Pages<ProductSummary>;
  /** Lists an organization's users (manager of the organization, admin). `GET /v1/orgs/{orgGid}/users` */
  listOrganizationUsers(
    orgGid: string,
    query?: ListQuery<ListOrganizationUsersFields, 'gid' | 'created_at' | 'modified_at' | 'lastname'> & { search?: string },
    options?: CallOptions,
  ): Pages<UserSummary>;
  /** Lists the webhooks of an organization (manager of the organization, admin). `GET /v1/orgs/{orgGid}/webhooks` */
  listWebhooks(
    orgGid: string,
    query?: ListQuery<ListWebhooksFields, 'gid' | 'created_at' | 'modified_at' | 'url'>,
    options?: CallOptions,
  ): Pages<Webhook>;
  /** Adds a webhook (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks` */
  createWebhook(orgGid: string, body: WebhookCreate, options?: CallOptions): Promise<Created>;
  /** Sends a test event to a webhook, or to an address (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/check` */
  checkWebhook(orgGid: string, body: WebhookCheck, options?: CallOptions): Promise<WebhookCheckOutcome>;
  /** Reads a webhook (manager of the organization, admin). `GET /v1/orgs/{orgGid}/webhooks/{webhookGid}` */
  getWebhook(orgGid: string, webhookGid: string, options?: CallOptions): Promise<Webhook>;
  /** Changes a webhook (manager of the organization, admin). `PUT /v1/orgs/{orgGid}/webhooks/{webhookGid}` */
  updateWebhook(orgGid: string, webhookGid: string, body: WebhookUpdate, options?: CallOptions): Promise<void>;
  /** Deletes a webhook (manager of the organization, admin). `DELETE /v1/orgs/{orgGid}/webhooks/{webhookGid}` */
  deleteWebhook(orgGid: string, webhookGid: string, options?: CallOptions): Promise<void>;
  /** Lists the deliveries of a webhook (manager of the organization, admin). `GET /v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries` */
  listDeliveries(
    orgGid: string,
    webhookGid: string,
    query?: ListQuery<ListDeliveriesFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<DeliverySummary>;
  /** Reads a delivery with its attempts (manager of the organization, admin). `GET /v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries/{deliveryGid}` */
  getDelivery(orgGid: string, webhookGid: string, deliveryGid: string, options?: CallOptions): Promise<Delivery>;
  /** Sends an event to a webhook once more (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries/{deliveryGid}/redeliver` */
  redeliver(orgGid: string, webhookGid: string, deliveryGid: string, options?: CallOptions): Promise<void>;
  /** Sends missed events to a webhook again (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/{webhookGid}/recover` */
  recoverDeliveries(orgGid: string, webhookGid: string, body: DeliveryRecovery, options?: CallOptions): Promise<void>;
  /** Makes a new secret of a webhook (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/{webhookGid}/rotate_secret` */
  rotateWebhookSecret(orgGid: string, webhookGid: string, body?: WebhookSecretRotation, options?: CallOptions): Promise<WebhookSecret>;
  /** Reads the keys that verify a webhook's signatures (manager of the organization, admin). `GET /v1/orgs/{orgGid}/webhooks/{webhookGid}/secret` */
  getWebhookSecret(orgGid: string, webhookGid: string, options?: CallOptions): Promise<WebhookSecret>;
  /** Confirms the pending email address with the token of its mail (public). `POST /v1/p/email_confirmations/{token}` */
  confirmEmail(token: string, options?: CallOptions): Promise<void>;
  /** Restores a former email address with the token of the notice to it (public). `PUT /v1/p/email_restorations/{token}` */
  restoreEmail(token: string, body: PasswordReset, options?: CallOptions): Promise<void>;
  /** Downloads a public image, such as an organization's logo (everybody, without a token). `GET /v1/p/img/{filename}` */
  getPublicImage(filename: string, options?: CallOptions): Promise<Response>;
  /** Reads an invitation with its token (public). `GET /v1/p/invitations/{token}` */
  getPublicInvitation(token: string, options?: CallOptions): Promise<PublicInvitation>;
  /** Signs up with an invitation (public). `POST /v1/p/invitations/{token}/user` */
  createUserFromInvitation(token: string, body: InvitedUserCreate, options?: CallOptions): Promise<Created>;
  /** Finds an organization by its host name (public). `GET /v1/p/organizations/{hostname}` */
  getPublicOrganization(hostname: string, options?: CallOptions): Promise<PublicOrganization>;
  /** Mails a link to set a new password (public). `POST /v1/p/password_resets` */
  requestPasswordReset(body: PasswordResetRequest, options?: CallOptions): Promise<void>;
  /** Sets the password with the token of a mail (public). `PUT /v1/p/password_resets/{token}` */
  resetPassword(token: string, body: PasswordReset, options?: CallOptions): Promise<void>;
  /** Receives an event of the payment provider (with its signature). `POST /v1/p/payment_events/{provider}` */
  receivePaymentEvent(provider: string, body: PaymentEvent, options?: CallOptions): Promise<void>;
  /** Reads the payment provider of this installation. `GET /v1/payment_provider` */
  getPaymentProvider(options?: CallOptions): Promise<PaymentProvider>;
  /** Lists prices of your organizations, and default prices of products that you may order; admins see all. `GET /v1/prices` */
  listPrices(query?: ListQuery<ListPricesFields, 'gid' | 'created_at' | 'modified_at' | 'updated_at'>, options?: CallOptions): Pages<Price>;
  /** Creates a price (admin). `POST /v1/prices` */
  createPrice(body: PriceCreate, options?: CallOptions): Promise<Created>;
  /** Looks up an organization's price for a product and options (member, admin). `GET /v1/prices/for` */
  getPriceFor(
    query: {
      'product.gid': Gid;
      'organization.gid': Gid;
      'options.due': Due;
      'options.mode': ModeWrite;
      'options.skill'?: SkillWrite;
      'options.quantity'?: number;
    },
    options?: CallOptions,
  ): Promise<PriceFor>;
  /** Counts prices of your organizations, and default prices of products that you may order; admins see all. `GET /v1/prices/total_count` */
  countPrices(query?: CountQuery<ListPricesFields>, options?: CallOptions): Promise<TotalCount>;
  /** Reads a price. `GET /v1/prices/{gid}` */
  getPrice(gid: string, options?: CallOptions): Promise<Price>;
  /** Changes a price's amount, currency or validity (admin). `PUT /v1/prices/{gid}` */
  updatePrice(gid: string, body: PriceUpdate, options?: CallOptions): Promise<void>;
  /** Deletes a price (admin). `DELETE /v1/prices/{gid}` */
  deletePrice(gid: string, options?: CallOptions): Promise<void>;
  /** Lists the products you may order; admins see all. `GET /v1/products` */
  listProducts(
    query?: ListQuery<ListProductsFields, 'gid' | 'created_at' | 'modified_at' | 'title' | 'category.title' | 'weight'> & {
      search?: string;
    },
    options?: CallOptions,
  ): Pages<ProductSummary>;
  /** Creates a product (admin). `POST /v1/products` */
  createProduct(body: ProductCreate, options?: CallOptions): Promise<Created>;
  /** Counts the products you may order; admins see all. `GET /v1/products/total_count` */
  countProducts(query?: CountQuery<ListProductsFields> & { search?: string }, options?: CallOptions): Promise<TotalCount>;
  /** Reads a product. `GET /v1/products/{gid}` */
  getProduct(gid: string, options?: CallOptions): Promise<Product>;
  /** Changes a product (admin). `PUT /v1/products/{gid}` */
  updateProduct(gid: string, body: ProductUpdate, options?: CallOptions): Promise<void>;
  /** Deletes a product without projects, and its prices (admin). `DELETE /v1/products/{gid}` */
  deleteProduct(gid: string, options?: CallOptions): Promise<void>;
  /** Lists the organizations that may order a product (admin). `GET /v1/products/{gid}/organizations` */
  listProductOrganizations(
    gid: string,
    query?: ListQuery<ListProductOrganizationsFields, 'gid' | 'created_at' | 'modified_at' | 'name'>,
    options?: CallOptions,
  ): Pages<OrganizationReference>;
  /** Allows an organization to order a product (admin). `PUT /v1/products/{gid}/organizations/{orgaGid}` */
  allowProduct(gid: string, orgaGid: string, options?: CallOptions): Promise<void>;
  /** Stops an organization from ordering a product (admin). `DELETE /v1/products/{gid}/organizations/{orgaGid}` */
  disallowProduct(gid: string, orgaGid: string, options?: CallOptions): Promise<void>;
  /** Lists your own and shared projects; managers also see those of their organizations, admins all. `GET /v1/projects` */
  listProjects(
    query?: ListQuery<ListProjectsFields, 'gid' | 'created_at' | 'modified_at' | 'title' | 'deadline_at' | 'due_date'> & {
      search?: string;
    },
    options?: CallOptions,
  ): Pages<ProjectSummary>;
  /** Orders a product or drafts a specific request (members of the organization). `POST /v1/projects` */
  createProject(body: ProjectCreate, options?: CallOptions): Promise<Created>;
  /** Tells the outcome of an order without placing it (members of the organization). `POST /v1/projects/dry_run` */
  dryRunProject(body: ProjectCreate, options?: CallOptions): Promise<DryRun>;
  /** Counts the projects you can see. `GET /v1/projects/total_count` */
  countProjects(query?: CountQuery<ListProjectsFields> & { search?: string }, options?: CallOptions): Promise<TotalCount>;
  /** Reads a project you can see. `GET /v1/projects/{gid}` */
  getProject(gid: string, options?: CallOptions): Promise<Project>;
  /** Edits, publishes, finishes or cancels a project (owner, managers of the organization, admin). `PUT /v1/projects/{gid}` */
  updateProject(gid: string, body: ProjectUpdate, options?: CallOptions): Promise<void>;
  /** Deletes a project while its `status` is `draft` (owner, managers of the organization, admin). `DELETE /v1/projects/{gid}` */
  deleteProject(gid: string, options?: CallOptions): Promise<void>;
  /** Downloads all files of a project you can see as a ZIP file. `GET /v1/projects/{gid}/archive` */
  getProjectArchive(gid: string, options?: CallOptions): Promise<Response>;
  /** Lists the brief files of a project you can see. `GET /v1/projects/{gid}/brief_files` */
  listBriefFiles(
    gid: string,
    query?: ListQuery<ListBriefFilesFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<ProjectFile>;
  /** Adds a brief file until the project is finished or canceled (owner, managers of the organization, admin). `POST /v1/projects/{gid}/brief_files` */
  addBriefFile(gid: string, body: AttachedFile, options?: CallOptions): Promise<Located>;
  /** Reads a brief file of a project you can see. `GET /v1/projects/{gid}/brief_files/{filepath}` */
  getBriefFile(gid: string, filepath: string, options?: CallOptions): Promise<ProjectFile>;
  /** Removes a brief file from a project in the state `draft` (owner, managers of the organization, admin). `DELETE /v1/projects/{gid}/brief_files/{filepath}` */
  removeBriefFile(gid: string, filepath: string, options?: CallOptions): Promise<void>;
  /** Lists the starred files of a project you can see. `GET /v1/projects/{gid}/files` */
  listStarredFiles(
    gid: string,
    query?: ListQuery<ListStarredFilesFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<StarredFile>;
  /** Reads a starred file of a project you can see. `GET /v1/projects/{gid}/files/{starGid}` */
  getStarredFile(gid: string, starGid: string, options?: CallOptions): Promise<StarredFile>;
  /** Lists the history of a project you can see. `GET /v1/projects/{gid}/history` */
  listProjectHistory(
    gid: string,
    query?: ListQuery<ListProjectHistoryFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<ProjectStep>;
  /** Lists the messages of a project you can see. `GET /v1/projects/{gid}/messages` */
  listMessages(
    gid: string,
    query?: ListQuery<ListMessagesFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<ProjectMessage>;
  /** Posts a message (owner, people it is shared with, managers of the organization, admin). `POST /v1/projects/{gid}/messages` */
  createMessage(gid: string, body: ProjectMessageCreate, options?: CallOptions): Promise<Created>;
  /** Reads a message of a project you can see. `GET /v1/projects/{gid}/messages/{messageGid}` */
  getMessage(gid: string, messageGid: string, options?: CallOptions): Promise<ProjectMessage>;
  /** Records that you have seen a project (anyone who sees the project). `PUT /v1/projects/{gid}/seen` */
  markProjectSeen(gid: string, options?: CallOptions): Promise<void>;
  /** Lists the people a project is shared with (anyone who sees the project). `GET /v1/projects/{gid}/shared_with` */
  listShares(
    gid: string,
    query?: ListQuery<ListSharesFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<ProjectShare>;
  /** Shares a project with a member of its organization (owner, managers of the organization, admin). `POST /v1/projects/{gid}/shared_with` */
  shareProject(gid: string, body: ProjectShareCreate, options?: CallOptions): Promise<Located>;
  /** Reads a share of a project (anyone who sees the project). `GET /v1/projects/{gid}/shared_with/{userGid}` */
  getShare(gid: string, userGid: string, options?: CallOptions): Promise<ProjectShare>;
  /** Stops sharing a project with a person (owner, managers of the organization, admin). `DELETE /v1/projects/{gid}/shared_with/{userGid}` */
  unshareProject(gid: string, userGid: string, options?: CallOptions): Promise<void>;
  /** Lists the source files of a project you can see. `GET /v1/projects/{gid}/source_files` */
  listSourceFiles(
    gid: string,
    query?: ListQuery<ListSourceFilesFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<ProjectFile>;
  /** Adds a source file to a project with the `status` `finished` or `paid` (admin). `POST /v1/projects/{gid}/source_files` */
  addSourceFile(gid: string, body: AttachedFile, options?: CallOptions): Promise<Located>;
  /** Reads a source file of a project you can see. `GET /v1/projects/{gid}/source_files/{filepath}` */
  getSourceFile(gid: string, filepath: string, options?: CallOptions): Promise<ProjectFile>;
  /** Reads the statistics of a project you can see. `GET /v1/projects/{gid}/stat` */
  getProjectStat(gid: string, options?: CallOptions): Promise<ProjectStat>;
  /** Lists own receipts, a manager's also those of the managed organizations, an admin's all. `GET /v1/receipts` */
  listReceipts(query?: ListQuery<ListReceiptsFields, 'gid' | 'created_at' | 'modified_at'>, options?: CallOptions): Pages<ReceiptSummary>;
  /** Reads a receipt. `GET /v1/receipts/{gid}` */
  getReceipt(gid: string, options?: CallOptions): Promise<Receipt>;
  /** Marks a receipt as paid (admin). `PUT /v1/receipts/{gid}` */
  updateReceipt(gid: string, body: ReceiptUpdate, options?: CallOptions): Promise<void>;
  /** Lists the reviews of your own projects; managers also see those of their organizations, admins all. `GET /v1/reviews` */
  listReviews(query?: ListQuery<ListReviewsFields, 'gid' | 'created_at' | 'modified_at'>, options?: CallOptions): Pages<Review>;
  /** Reviews the worker of a finished project, once (owner, managers of the organization, admin). `POST /v1/reviews` */
  createReview(body: ReviewCreate, options?: CallOptions): Promise<Created>;
  /** Reads a review of a project that you own or whose organization you manage. `GET /v1/reviews/{gid}` */
  getReview(gid: string, options?: CallOptions): Promise<Review>;
  /** Lists the searchable and orderable fields of every collection (any token). `GET /v1/schema/query` */
  getQuerySchema(options?: CallOptions): Promise<QuerySchema>;
  /** Uploads a file with an upload form. `POST /v1/storage` */
  uploadFile(body: FormData, options?: CallOptions): Promise<Located>;
  /** Downloads a file by its signed URL, or redirects to it. `GET /v1/storage/{path}` */
  downloadFile(path: string, query?: { expires?: string; signature?: string }, options?: CallOptions): Promise<Response>;
  /** Lists the mails that cannot be delivered (admin). `GET /v1/undelivered_mails` */
  listUndeliveredMails(
    query?: ListQuery<ListUndeliveredMailsFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<UndeliveredMail>;
  /** Reads a mail that cannot be delivered (admin). `GET /v1/undelivered_mails/{gid}` */
  getUndeliveredMail(gid: string, options?: CallOptions): Promise<UndeliveredMail>;
  /** Lists the receipts, invoices and credit notes whose PDF failed (admin). `GET /v1/unrendered_documents` */
  listUnrenderedDocuments(
    query?: ListQuery<ListUnrenderedDocumentsFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<UnrenderedDocument>;
  /** Creates an upload form for one file (everybody). `GET /v1/upload_form` */
  getUploadForm(query?: { size?: number }, options?: CallOptions): Promise<UploadForm>;
  /** Lists the users that you may see. `GET /v1/users` */
  listUsers(
    query?: ListQuery<ListUsersFields, 'gid' | 'created_at' | 'modified_at' | 'lastname'> & { search?: string },
    options?: CallOptions,
  ): Pages<UserSummary>;
  /** Creates a user (admin, manager). `POST /v1/users` */
  createUser(body: UserCreate, options?: CallOptions): Promise<Created>;
  /** Counts the users that you may see. `GET /v1/users/total_count` */
  countUsers(query?: CountQuery<ListUsersFields> & { search?: string }, options?: CallOptions): Promise<TotalCount>;
  /** Reads a user (self, manager, admin). `GET /v1/users/{gid}` */
  getUser(gid: string, options?: CallOptions): Promise<User>;
  /** Changes a user (admin; manager of all of the user's organizations). `PUT /v1/users/{gid}` */
  updateUser(gid: string, body: UserUpdate, options?: CallOptions): Promise<void>;
  /** Deletes a user (admin); ends the memberships in the organizations that you manage (manager). `DELETE /v1/users/{gid}` */
  deleteUser(gid: string, options?: CallOptions): Promise<void>;
  /** Lists a user's memberships (self, manager, admin). `GET /v1/users/{gid}/member_of` */
  listMemberships(
    gid: string,
    query?: ListQuery<ListMembershipsFields, 'gid' | 'created_at' | 'modified_at'>,
    options?: CallOptions,
  ): Pages<Membership>;
  /** Adds a user to an organization (admin, manager of the organization). `POST /v1/users/{gid}/member_of` */
  createMembership(gid: string, body: MembershipCreate, options?: CallOptions): Promise<Located>;
  /** Reads a membership (self, manager, admin). `GET /v1/users/{gid}/member_of/{orgaGid}` */
  getMembership(gid: string, orgaGid: string, options?: CallOptions): Promise<Membership>;
  /** Sets the budget (manager of the organization, admin) and the manager flag (admin). `PUT /v1/users/{gid}/member_of/{orgaGid}` */
  updateMembership(gid: string, orgaGid: string, body: MembershipUpdate, options?: CallOptions): Promise<void>;
  /** Ends a membership (manager of the organization, admin; a manager's, admins only). `DELETE /v1/users/{gid}/member_of/{orgaGid}` */
  deleteMembership(gid: string, orgaGid: string, options?: CallOptions): Promise<void>;
  /** Reads a member's budget by month, with booked and released projects (the member, managers of the organization, admin). `GET /v1/users/{gid}/member_of/{orgaGid}/budget` */
  getMemberBudget(gid: string, orgaGid: string, options?: CallOptions): Promise<MemberBudget>;
  /** Ends all sessions of a user (admin). `DELETE /v1/users/{gid}/sessions` */
  endUserSessions(gid: string, options?: CallOptions): Promise<void>;
  /** Lists the webhooks of the organizations that you manage; admins see all. `GET /v1/webhooks` */
  listAllWebhooks(
    query?: ListQuery<ListAllWebhooksFields, 'gid' | 'created_at' | 'modified_at' | 'url' | 'disabled_at'>,
    options?: CallOptions,
  ): Pages<Webhook>;
  /** Lists the workers of projects you can see; admins see all workers. `GET /v1/workers` */
  listWorkers(
    query?: ListQuery<ListWorkersFields, 'gid' | 'created_at' | 'modified_at' | 'full_name'>,
    options?: CallOptions,
  ): Pages<Worker>;
  /** Creates a worker (admin). `POST /v1/workers` */
  createWorker(body: WorkerCreate, options?: CallOptions): Promise<Created>;
  /** Reads a worker of a project you can see. `GET /v1/workers/{gid}` */
  getWorker(gid: string, options?: CallOptions): Promise<Worker>;
  /** Changes a worker (admin). `PUT /v1/workers/{gid}` */
  updateWorker(gid: string, body: WorkerUpdate, options?: CallOptions): Promise<void>;
  /** Deletes a worker who takes part in no project (admin). `DELETE /v1/workers/{gid}` */
  deleteWorker(gid: string, options?: CallOptions): Promise<void>;
  /** Lists the works of projects you can see. `GET /v1/works` */
  listWorks(query?: ListQuery<ListWorksFields, 'gid' | 'created_at' | 'modified_at'>, options?: CallOptions): Pages<WorkSummary>;
  /** Posts a work to a project in mode `multi` that is in progress (admin). `POST /v1/works` */
  createWork(body: WorkCreate, options?: CallOptions): Promise<Created>;
  /** Reads a work of a project you can see. `GET /v1/works/{gid}` */
  getWork(gid: string, options?: CallOptions): Promise<Work>;
  /** Changes the texts of a work while its project is in progress (admin). `PUT /v1/works/{gid}` */
  updateWork(gid: string, body: WorkUpdate, options?: CallOptions): Promise<void>;
  /** Deletes a work without variations while its project is in progress (admin). `DELETE /v1/works/{gid}` */
  deleteWork(gid: string, options?: CallOptions): Promise<void>;
  /** Marks a work while its project is in progress (owner, managers of the organization). `PUT /v1/works/{gid}/mark` */
  markWork(gid: string, body: WorkMarking, options?: CallOptions): Promise<void>;
}

/** The events that webhooks are told of, by their types. */
export interface WebhookEvents {
  'member.joined': MemberJoinedEvent;
  'member.left': MemberLeftEvent;
  'member.budget_changed': MemberBudgetChangedEvent;
  'member.role_changed': MemberRoleChangedEvent;
  'invitation.accepted': InvitationAcceptedEvent;
  'product.changed': ProductChangedEvent;
  'product.withdrawn': ProductWithdrawnEvent;
  'price.changed': PriceChangedEvent;
  'price.deleted': PriceDeletedEvent;
  'prices.imported': PricesImportedEvent;
  'project.created': ProjectCreatedEvent;
  'project.updated': ProjectUpdatedEvent;
  'project.published': ProjectPublishedEvent;
  'project.approval_required': ProjectApprovalRequiredEvent;
  'project.withdrawn': ProjectWithdrawnEvent;
  'project.proposal_requested': ProjectProposalRequestedEvent;
  'project.proposed': ProjectProposedEvent;
  'project.shared': ProjectSharedEvent;
  'project.unshared': ProjectUnsharedEvent;
  'project.assigned': ProjectAssignedEvent;
  'project.delivered': ProjectDeliveredEvent;
  'project.rejected': ProjectRejectedEvent;
  'project.finished': ProjectFinishedEvent;
  'project.paid': ProjectPaidEvent;
  'project.message_posted': ProjectMessagePostedEvent;
  'project.work_posted': ProjectWorkPostedEvent;
  'project.brief_file_added': ProjectBriefFileAddedEvent;
  'project.brief_file_removed': ProjectBriefFileRemovedEvent;
  'project.source_file_added': ProjectSourceFileAddedEvent;
  'project.canceled': ProjectCanceledEvent;
  'project.deleted': ProjectDeletedEvent;
  'receipt.created': ReceiptCreatedEvent;
  'receipt.paid': ReceiptPaidEvent;
  'receipt.charge_failed': ReceiptChargeFailedEvent;
  'receipt.file_added': ReceiptFileAddedEvent;
  'invoice.created': InvoiceCreatedEvent;
  'invoice.paid': InvoicePaidEvent;
  'invoice.voided': InvoiceVoidedEvent;
  'invoice.overdue': InvoiceOverdueEvent;
  'invoice.file_added': InvoiceFileAddedEvent;
  'credit_note.created': CreditNoteCreatedEvent;
  'credit_note.file_added': CreditNoteFileAddedEvent;
  'webhook.check': WebhookCheckEvent;
}

/** An event of which a webhook is told. `type` tells them apart. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];

/** The forms of each operation's request and answer. */
export const operations = {
  getRoot: { method: 'GET', path: '/', answer: 'json', isPublic: true },
  getJwks: { method: 'GET', path: '/.well-known/jwks.json', answer: 'json', isPublic: true },
  getAuthorizationServerMetadata: { method: 'GET', path: '/.well-known/oauth-authorization-server', answer: 'json', isPublic: true },
  getProtectedResourceMetadata: { method: 'GET', path: '/.well-known/oauth-protected-resource', answer: 'json', isPublic: true },
  introspectToken: { method: 'POST', path: '/oauth2/introspect', answer: 'json', body: 'form', isPublic: true },
  revokeToken: { method: 'POST', path: '/oauth2/revoke', answer: 'json', body: 'form', isPublic: true },
  signOut: { method: 'POST', path: '/oauth2/sign_out', answer: 'file', body: 'form', isPublic: true },
  issueToken: { method: 'POST', path: '/oauth2/token', answer: 'json', body: 'form', isPublic: true },
  listApplications: { method: 'GET', path: '/v1/applications', answer: 'page', hasQuery: true },
  createApplication: { method: 'POST', path: '/v1/applications', answer: 'json', body: 'json', isKeyed: true },
  getApplication: { method: 'GET', path: '/v1/applications/{gid}', answer: 'json' },
  updateApplication: { method: 'PUT', path: '/v1/applications/{gid}', answer: 'none', body: 'json' },
  deleteApplication: { method: 'DELETE', path: '/v1/applications/{gid}', answer: 'none' },
  rotateApplicationSecret: { method: 'POST', path: '/v1/applications/{gid}/rotate_secret', answer: 'json', body: 'json', isKeyed: true },
  runBatch: { method: 'POST', path: '/v1/batch', answer: 'json', body: 'json', isKeyed: true },
  listCategories: { method: 'GET', path: '/v1/categories', answer: 'page', hasQuery: true },
  createCategory: { method: 'POST', path: '/v1/categories', answer: 'created', body: 'json', isKeyed: true },
  getCategory: { method: 'GET', path: '/v1/categories/{gid}', answer: 'json' },
  updateCategory: { method: 'PUT', path: '/v1/categories/{gid}', answer: 'none', body: 'json' },
  deleteCategory: { method: 'DELETE', path: '/v1/categories/{gid}', answer: 'none' },
  listComments: { method: 'GET', path: '/v1/comments', answer: 'page', hasQuery: true },
  createComment: { method: 'POST', path: '/v1/comments', answer: 'created', body: 'json', isKeyed: true },
  getComment: { method: 'GET', path: '/v1/comments/{gid}', answer: 'json' },
  updateComment: { method: 'PUT', path: '/v1/comments/{gid}', answer: 'none', body: 'json' },
  deleteComment: { method: 'DELETE', path: '/v1/comments/{gid}', answer: 'none' },
  getFileInfo: { method: 'GET', path: '/v1/file_info/{url}', answer: 'json' },
  starFile: { method: 'POST', path: '/v1/files', answer: 'created', body: 'json', isKeyed: true },
  signFile: { method: 'GET', path: '/v1/files/{url}', answer: 'json' },
  unstarFile: { method: 'DELETE', path: '/v1/files/{url}', answer: 'none' },
  getImage: { method: 'GET', path: '/v1/img/{filename}', answer: 'file' },
  listInvitations: { method: 'GET', path: '/v1/invitations', answer: 'page', hasQuery: true },
  createInvitation: { method: 'POST', path: '/v1/invitations', answer: 'created', body: 'json', isKeyed: true },
  getInvitation: { method: 'GET', path: '/v1/invitations/{gid}', answer: 'json' },
  deleteInvitation: { method: 'DELETE', path: '/v1/invitations/{gid}', answer: 'none' },
  resendInvitation: { method: 'POST', path: '/v1/invitations/{gid}/resend', answer: 'none', isKeyed: true },
  acceptInvitation: { method: 'POST', path: '/v1/invitations/{token}/accept', answer: 'none', body: 'json', isKeyed: true },
  listInvoices: { method: 'GET', path: '/v1/invoices', answer: 'page', hasQuery: true },
  createInvoice: { method: 'POST', path: '/v1/invoices', answer: 'created', body: 'json', isKeyed: true },
  getInvoice: { method: 'GET', path: '/v1/invoices/{gid}', answer: 'json' },
  updateInvoice: { method: 'PUT', path: '/v1/invoices/{gid}', answer: 'none', body: 'json' },
  getMe: { method: 'GET', path: '/v1/me', answer: 'json', hasQuery: true },
  updateMe: { method: 'PUT', path: '/v1/me', answer: 'json', body: 'json', hasQuery: true },
  listMyAuthorizations: { method: 'GET', path: '/v1/me/authorizations', answer: 'page', hasQuery: true },
  getMyAuthorization: { method: 'GET', path: '/v1/me/authorizations/{gid}', answer: 'json' },
  deleteMyAuthorization: { method: 'DELETE', path: '/v1/me/authorizations/{gid}', answer: 'none' },
  listMyBrowserSessions: { method: 'GET', path: '/v1/me/browser_sessions', answer: 'page', hasQuery: true },
  getMyBrowserSession: { method: 'GET', path: '/v1/me/browser_sessions/{gid}', answer: 'json' },
  deleteMyBrowserSession: { method: 'DELETE', path: '/v1/me/browser_sessions/{gid}', answer: 'none' },
  listMyMemberships: { method: 'GET', path: '/v1/me/member_of', answer: 'page', hasQuery: true },
  changePassword: { method: 'PUT', path: '/v1/me/password', answer: 'none', body: 'json' },
  listMySessions: { method: 'GET', path: '/v1/me/sessions', answer: 'page', hasQuery: true },
  getMySession: { method: 'GET', path: '/v1/me/sessions/{gid}', answer: 'json' },
  deleteMySession: { method: 'DELETE', path: '/v1/me/sessions/{gid}', answer: 'none' },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json', answer: 'json', isPublic: true },
  listOrganizations: { method: 'GET', path: '/v1/organizations', answer: 'page', hasQuery: true },
  createOrganization: { method: 'POST', path: '/v1/organizations', answer: 'created', body: 'json', isKeyed: true },
  getOrganization: { method: 'GET', path: '/v1/organizations/{gid}', answer: 'json' },
  updateOrganization: { method: 'PUT', path: '/v1/organizations/{gid}', answer: 'none', body: 'json' },
  deleteOrganization: { method: 'DELETE', path: '/v1/organizations/{gid}', answer: 'none' },
  importPrices: { method: 'GET', path: '/v1/organizations/{gid}/prices/fetch', answer: 'json', hasQuery: true },
  listPriceImports: { method: 'GET', path: '/v1/organizations/{gid}/prices/imports', answer: 'page', hasQuery: true },
  getPriceImport: { method: 'GET', path: '/v1/organizations/{gid}/prices/imports/{importGid}', answer: 'json' },
  listOrganizationBudgets: { method: 'GET', path: '/v1/orgs/{orgGid}/budgets', answer: 'page', hasQuery: true },
  listCreditNotes: { method: 'GET', path: '/v1/orgs/{orgGid}/credit_notes', answer: 'page', hasQuery: true },
  createCreditNote: { method: 'POST', path: '/v1/orgs/{orgGid}/credit_notes', answer: 'created', body: 'json', isKeyed: true },
  getCreditNote: { method: 'GET', path: '/v1/orgs/{orgGid}/credit_notes/{gid}', answer: 'json' },
  listEvents: { method: 'GET', path: '/v1/orgs/{orgGid}/events', answer: 'json', hasQuery: true },
  listOrganizationMemberships: { method: 'GET', path: '/v1/orgs/{orgGid}/member_of', answer: 'page', hasQuery: true },
  getPaymentSource: { method: 'GET', path: '/v1/orgs/{orgGid}/payment_source', answer: 'json' },
  updatePaymentSource: { method: 'PUT', path: '/v1/orgs/{orgGid}/payment_source', answer: 'none', body: 'json' },
  createPaymentSource: { method: 'POST', path: '/v1/orgs/{orgGid}/payment_source', answer: 'located', body: 'json', isKeyed: true },
  deletePaymentSource: { method: 'DELETE', path: '/v1/orgs/{orgGid}/payment_source', answer: 'none' },
  setUpPaymentSource: { method: 'POST', path: '/v1/orgs/{orgGid}/payment_source/setup', answer: 'json', body: 'json', isKeyed: true },
  listOrganizationProducts: { method: 'GET', path: '/v1/orgs/{orgGid}/products', answer: 'page', hasQuery: true },
  listOrganizationUsers: { method: 'GET', path: '/v1/orgs/{orgGid}/users', answer: 'page', hasQuery: true },
  listWebhooks: { method: 'GET', path: '/v1/orgs/{orgGid}/webhooks', answer: 'page', hasQuery: true },
  createWebhook: { method: 'POST', path: '/v1/orgs/{orgGid}/webhooks', answer: 'created', body: 'json', isKeyed: true },
  checkWebhook: { method: 'POST', path: '/v1/orgs/{orgGid}/webhooks/check', answer: 'json', body: 'json', isKeyed: true },
  getWebhook: { method: 'GET', path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}', answer: 'json' },
  updateWebhook: { method: 'PUT', path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}', answer: 'none', body: 'json' },
  deleteWebhook: { method: 'DELETE', path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}', answer: 'none' },
  listDeliveries: { method: 'GET', path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries', answer: 'page', hasQuery: true },
  getDelivery: { method: 'GET', path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries/{deliveryGid}', answer: 'json' },
  redeliver: {
    method: 'POST',
    path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries/{deliveryGid}/redeliver',
    answer: 'none',
    isKeyed: true,
  },
  recoverDeliveries: {
    method: 'POST',
    path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/recover',
    answer: 'none',
    body: 'json',
    isKeyed: true,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/rotate_secret',
    answer: 'json',
    body: 'json',
    isKeyed: true,
  },
  getWebhookSecret: { method: 'GET', path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/secret', answer: 'json' },
  confirmEmail: { method: 'POST', path: '/v1/p/email_confirmations/{token}', answer: 'none', isPublic: true },
  restoreEmail: { method: 'PUT', path: '/v1/p/email_restorations/{token}', answer: 'none', body: 'json', isPublic: true },
  getPublicImage: { method: 'GET', path: '/v1/p/img/{filename}', answer: 'file', isPublic: true },
  getPublicInvitation: { method: 'GET', path: '/v1/p/invitations/{token}', answer: 'json', isPublic: true },
  createUserFromInvitation: { method: 'POST', path: '/v1/p/invitations/{token}/user', answer: 'created', body: 'json', isPublic: true },
  getPublicOrganization: { method: 'GET', path: '/v1/p/organizations/{hostname}', answer: 'json', isPublic: true },
  requestPasswordReset: { method: 'POST', path: '/v1/p/password_resets', answer: 'none', body: 'json', isPublic: true },
  resetPassword: { method: 'PUT', path: '/v1/p/password_resets/{token}', answer: 'none', body: 'json', isPublic: true },
  receivePaymentEvent: { method: 'POST', path: '/v1/p/payment_events/{provider}', answer: 'none', body: 'json', isPublic: true },
  getPaymentProvider: { method: 'GET', path: '/v1/payment_provider', answer: 'json' },
  listPrices: { method: 'GET', path: '/v1/prices', answer: 'page', hasQuery: true },
  createPrice: { method: 'POST', path: '/v1/prices', answer: 'created', body: 'json', isKeyed: true },
  getPriceFor: { method: 'GET', path: '/v1/prices/for', answer: 'json', hasQuery: true },
  countPrices: { method: 'GET', path: '/v1/prices/total_count', answer: 'json', hasQuery: true },
  getPrice: { method: 'GET', path: '/v1/prices/{gid}', answer: 'json' },
  updatePrice: { method: 'PUT', path: '/v1/prices/{gid}', answer: 'none', body: 'json' },
  deletePrice: { method: 'DELETE', path: '/v1/prices/{gid}', answer: 'none' },
  listProducts: { method: 'GET', path: '/v1/products', answer: 'page', hasQuery: true },
  createProduct: { method: 'POST', path: '/v1/products', answer: 'created', body: 'json', isKeyed: true },
  countProducts: { method: 'GET', path: '/v1/products/total_count', answer: 'json', hasQuery: true },
  getProduct: { method: 'GET', path: '/v1/products/{gid}', answer: 'json' },
  updateProduct: { method: 'PUT', path: '/v1/products/{gid}', answer: 'none', body: 'json' },
  deleteProduct: { method: 'DELETE', path: '/v1/products/{gid}', answer: 'none' },
  listProductOrganizations: { method: 'GET', path: '/v1/products/{gid}/organizations', answer: 'page', hasQuery: true },
  allowProduct: { method: 'PUT', path: '/v1/products/{gid}/organizations/{orgaGid}', answer: 'none' },
  disallowProduct: { method: 'DELETE', path: '/v1/products/{gid}/organizations/{orgaGid}', answer: 'none' },
  listProjects: { method: 'GET', path: '/v1/projects', answer: 'page', hasQuery: true },
  createProject: { method: 'POST', path: '/v1/projects', answer: 'created', body: 'json', isKeyed: true },
  dryRunProject: { method: 'POST', path: '/v1/projects/dry_run', answer: 'json', body: 'json', isKeyed: true },
  countProjects: { method: 'GET', path: '/v1/projects/total_count', answer: 'json', hasQuery: true },
  getProject: { method: 'GET', path: '/v1/projects/{gid}', answer: 'json' },
  updateProject: { method: 'PUT', path: '/v1/projects/{gid}', answer: 'none', body: 'json' },
  deleteProject: { method: 'DELETE', path: '/v1/projects/{gid}', answer: 'none' },
  getProjectArchive: { method: 'GET', path: '/v1/projects/{gid}/archive', answer: 'file' },
  listBriefFiles: { method: 'GET', path: '/v1/projects/{gid}/brief_files', answer: 'page', hasQuery: true },
  addBriefFile: { method: 'POST', path: '/v1/projects/{gid}/brief_files', answer: 'located', body: 'json', isKeyed: true },
  getBriefFile: { method: 'GET', path: '/v1/projects/{gid}/brief_files/{filepath}', answer: 'json' },
  removeBriefFile: { method: 'DELETE', path: '/v1/projects/{gid}/brief_files/{filepath}', answer: 'none' },
  listStarredFiles: { method: 'GET', path: '/v1/projects/{gid}/files', answer: 'page', hasQuery: true },
  getStarredFile: { method: 'GET', path: '/v1/projects/{gid}/files/{starGid}', answer: 'json' },
  listProjectHistory: { method: 'GET', path: '/v1/projects/{gid}/history', answer: 'page', hasQuery: true },
  listMessages: { method: 'GET', path: '/v1/projects/{gid}/messages', answer: 'page', hasQuery: true },
  createMessage: { method: 'POST', path: '/v1/projects/{gid}/messages', answer: 'created', body: 'json', isKeyed: true },
  getMessage: { method: 'GET', path: '/v1/projects/{gid}/messages/{messageGid}', answer: 'json' },
  markProjectSeen: { method: 'PUT', path: '/v1/projects/{gid}/seen', answer: 'none' },
  listShares: { method: 'GET', path: '/v1/projects/{gid}/shared_with', answer: 'page', hasQuery: true },
  shareProject: { method: 'POST', path: '/v1/projects/{gid}/shared_with', answer: 'located', body: 'json', isKeyed: true },
  getShare: { method: 'GET', path: '/v1/projects/{gid}/shared_with/{userGid}', answer: 'json' },
  unshareProject: { method: 'DELETE', path: '/v1/projects/{gid}/shared_with/{userGid}', answer: 'none' },
  listSourceFiles: { method: 'GET', path: '/v1/projects/{gid}/source_files', answer: 'page', hasQuery: true },
  addSourceFile: { method: 'POST', path: '/v1/projects/{gid}/source_files', answer: 'located', body: 'json', isKeyed: true },
  getSourceFile: { method: 'GET', path: '/v1/projects/{gid}/source_files/{filepath}', answer: 'json' },
  getProjectStat: { method: 'GET', path: '/v1/projects/{gid}/stat', answer: 'json' },
  listReceipts: { method: 'GET', path: '/v1/receipts', answer: 'page', hasQuery: true },
  getReceipt: { method: 'GET', path: '/v1/receipts/{gid}', answer: 'json' },
  updateReceipt: { method: 'PUT', path: '/v1/receipts/{gid}', answer: 'none', body: 'json' },
  listReviews: { method: 'GET', path: '/v1/reviews', answer: 'page', hasQuery: true },
  createReview: { method: 'POST', path: '/v1/reviews', answer: 'created', body: 'json', isKeyed: true },
  getReview: { method: 'GET', path: '/v1/reviews/{gid}', answer: 'json' },
  getQuerySchema: { method: 'GET', path: '/v1/schema/query', answer: 'json' },
  uploadFile: { method: 'POST', path: '/v1/storage', answer: 'located', body: 'multipart', isPublic: true },
  downloadFile: { method: 'GET', path: '/v1/storage/{path}', answer: 'file', hasQuery: true },
  listUndeliveredMails: { method: 'GET', path: '/v1/undelivered_mails', answer: 'page', hasQuery: true },
  getUndeliveredMail: { method: 'GET', path: '/v1/undelivered_mails/{gid}', answer: 'json' },
  listUnrenderedDocuments: { method: 'GET', path: '/v1/unrendered_documents', answer: 'page', hasQuery: true },
  getUploadForm: { method: 'GET', path: '/v1/upload_form', answer: 'json', hasQuery: true },
  listUsers: { method: 'GET', path: '/v1/users', answer: 'page', hasQuery: true },
  createUser: { method: 'POST', path: '/v1/users', answer: 'created', body: 'json', isKeyed: true },
  countUsers: { method: 'GET', path: '/v1/users/total_count', answer: 'json', hasQuery: true },
  getUser: { method: 'GET', path: '/v1/users/{gid}', answer: 'json' },
  updateUser: { method: 'PUT', path: '/v1/users/{gid}', answer: 'none', body: 'json' },
  deleteUser: { method: 'DELETE', path: '/v1/users/{gid}', answer: 'none' },
  listMemberships: { method: 'GET', path: '/v1/users/{gid}/member_of', answer: 'page', hasQuery: true },
  createMembership: { method: 'POST', path: '/v1/users/{gid}/member_of', answer: 'located', body: 'json', isKeyed: true },
  getMembership: { method: 'GET', path: '/v1/users/{gid}/member_of/{orgaGid}', answer: 'json' },
  updateMembership: { method: 'PUT', path: '/v1/users/{gid}/member_of/{orgaGid}', answer: 'none', body: 'json' },
  deleteMembership: { method: 'DELETE', path: '/v1/users/{gid}/member_of/{orgaGid}', answer: 'none' },
  getMemberBudget: { method: 'GET', path: '/v1/users/{gid}/member_of/{orgaGid}/budget', answer: 'json' },
  endUserSessions: { method: 'DELETE', path: '/v1/users/{gid}/sessions', answer: 'none' },
  listAllWebhooks: { method: 'GET', path: '/v1/webhooks', answer: 'page', hasQuery: true },
  listWorkers: { method: 'GET', path: '/v1/workers', answer: 'page', hasQuery: true },
  createWorker: { method: 'POST', path: '/v1/workers', answer: 'created', body: 'json', isKeyed: true },
  getWorker: { method: 'GET', path: '/v1/workers/{gid}', answer: 'json' },
  updateWorker: { method: 'PUT', path: '/v1/workers/{gid}', answer: 'none', body: 'json' },
  deleteWorker: { method: 'DELETE', path: '/v1/workers/{gid}', answer: 'none' },
  listWorks: { method: 'GET', path: '/v1/works', answer: 'page', hasQuery: true },
  createWork: { method: 'POST', path: '/v1/works', answer: 'created', body: 'json', isKeyed: true },
  getWork: { method: 'GET', path: '/v1/works/{gid}', answer: 'json' },
  updateWork: { method: 'PUT', path: '/v1/works/{gid}', answer: 'none', body: 'json' },
  deleteWork: { method: 'DELETE', path: '/v1/works/{gid}', answer: 'none' },
  markWork: { method: 'PUT', path: '/v1/works/{gid}/mark', answer: 'none', body: 'json' },
} as const;
