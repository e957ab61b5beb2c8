// Generated from openapi/ordering.yaml by `npm run generate`. Do not edit.

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

/** A published project in a budget. */
export interface Booking {
  project: ProjectReference;
  /** Net price of the project. */
  amount: Money;
  booked_at: DateTime;
  /** Time when the project was canceled. */
  released_at: DateTime | null;
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
  organization?: OrganizationIdentifier;
}

/** Changes to a comment. */
export interface CommentUpdate {
  /** Plain text, returned unchanged. */
  message?: string;
}

/** Number of matches on all pages. */
export type Count = number;

/** ISO 4217 code. */
export type Currency = string;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

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

export type Figure = number;

/** Opaque identifier. */
export type Gid = string;

/** Path of the resource. */
export type Href = string;

/** Identifies a resource in a request. You can send a reference from a response unchanged. Only `gid` counts. */
export interface Identifier {
  gid: Gid;
  href?: Href;
}

/** Image with its small variations. */
export interface Image {
  url: string;
  variations: ImageVariations;
}

export interface ImageVariations {
  icon: File;
  thumb: File;
}

/** From 1 (worst) to 5 (best). */
export type Mark = number;

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

export interface MessageReference {
  gid: Gid;
  href: Href;
}

/** `delivery` brings the result, `accept` and `reject` answer it. */
export type MessageType = 'simple' | 'delivery' | 'accept' | 'reject';

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

/** The price that you approve, or propose with its currency. To approve, send the current price, or the draft's own if options and quantity stay the same. `currency`, if sent, must match. */
export interface PriceApproval {
  amount: number;
  currency?: Currency;
}

export interface ProductReference {
  gid: Gid;
  href: Href;
  title: string;
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

/** - `owner`: judges works, answers a delivery or a message, decides on a proposal, or places again what was sent back. - `approver`: a manager approves the order. - `staff`: makes a proposal, or answers a customer's message or rejection. */
export type ProjectAwaits = 'owner' | 'approver' | 'staff';

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
  organization?: OrganizationIdentifier;
  /** Values from the product's `available_options`. */
  options?: ProjectOptionsChoice | null;
  price?: PriceApproval | null;
  /** Must be `draft` for a specific request. */
  state: 'draft' | 'published';
  quantity?: ProjectQuantity;
  /** Implied by `product`. Must agree with it if sent. */
  specific_request?: boolean;
  /** Files that guide the workers. Only files that you uploaded or can read. */
  brief_files?: AttachedFile[];
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
  type?: MessageType;
  /** Files that you uploaded or can read. Those of an accepted delivery become `source_files`. */
  attached_files?: AttachedFile[];
  /** The assigned worker, as author of a `delivery` or `simple` message (admin). Required for a `delivery`. */
  worker?: WorkerIdentifier;
  /** The delivery that you answer. 400 unless it is the latest open one. */
  delivery?: Identifier;
}

/** `solo`: one worker, in a conversation. `multi`: several workers send works, one wins. */
export type ProjectMode = 'solo' | 'multi';

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
  mode: ProjectMode;
  /** Required if the product asks for it; otherwise absent or null. */
  skill?: ProjectSkill | null;
  quantity?: ProjectQuantity;
}

/** Number of pieces, 1 unless the product is cumulative. `quantity` and `options.quantity` are the same value. */
export type ProjectQuantity = number;

export interface ProjectReference {
  gid: Gid;
  href: Href;
  title: string;
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
  user?: UserIdentifier;
  email?: string;
}

/** Kind of work, for products that require it. */
export type ProjectSkill = 'conception' | 'execution';

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
export type ProjectState = 'draft' | 'published' | 'waiting_for_proposal' | 'proposal' | 'require_approval';

/** Step in production. */
export type ProjectStatus = 'draft' | 'canceled' | 'in_progress' | 'finished' | 'paid';

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

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
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

/** Unique identifier of the worker in the production system. */
export type ServiceId = string;

/** A file to star, by `path` or `url`. */
export interface StarCreate {
  /** Path of the file, or any of its URLs from a response. */
  path?: string;
  /** Path of the file, or any of its URLs from a response. */
  url?: string;
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

/** An `Identifier` of a resource with a title. */
export interface TitledIdentifier {
  gid: Gid;
  href?: Href;
  title?: string;
}

export interface TotalCount {
  total_count: Count;
}

/** An `Identifier` of a user. */
export interface UserIdentifier {
  gid: Gid;
  href?: Href;
  firstname?: string;
  lastname?: string;
}

export interface UserReference {
  gid: Gid;
  href: Href;
  firstname: string;
  lastname: string;
}

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

/** `shortlist`: may win. `out`: does not win. */
export type WorkMark = 'shortlist' | 'out';

/** The mark of a work. */
export interface WorkMarking {
  /** Null removes the mark. */
  mark: WorkMark | null;
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
  href?: Href;
  full_name?: string;
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
