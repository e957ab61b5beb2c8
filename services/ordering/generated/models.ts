// Generated from openapi/ordering.yaml by `npm run generate`. Do not edit.

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
  organization?: OrganizationIdentifier;
}

/** Changes to a comment. */
export interface CommentUpdate {
  /** Plain text, returned as it was sent. */
  message?: string;
}

/** Number of all matches, whatever the page. */
export type Count = number;

/** ISO 4217 code. */
export type Currency = string;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

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

export type Figure = number;

/** Opaque identifier. */
export type Gid = string;

/** Path of the resource. */
export type Href = string;

/** Identifies a resource in a request. A reference from an answer may be sent as it is; only `gid` counts. */
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

/** From 1, the worst, to 5, the best. */
export type Mark = number;

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

export interface MessageReference {
  gid: Gid;
  href: Href;
}

/** `delivery` is the worker's, `accept` and `reject` answer it. */
export type MessageType = 'simple' | 'delivery' | 'accept' | 'reject';

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

/** Price that the caller approves, or proposes (with its currency). An approved one must be the current price, or, where nothing that costs changes, the draft's own; a given currency must be its currency. */
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
  organization?: OrganizationIdentifier;
  /** Values within the product's `available_options`. */
  options?: ProjectOptionsChoice | null;
  price?: PriceApproval | null;
  /** `draft` for a specific request. */
  state: 'draft' | 'published';
  quantity?: ProjectQuantity;
  /** Implied by `product`; must agree with it when given. */
  specific_request?: boolean;
  /** Files that guide the workers; only those that the caller uploaded or may read. */
  brief_files?: AttachedFile[];
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
  type?: MessageType;
  /** Only files that the caller uploaded or may read. Those of a delivery become `source_files` when it is accepted. */
  attached_files?: AttachedFile[];
  /** The assigned worker, in whose name an admin writes a `simple` message or a `delivery`. */
  worker?: WorkerIdentifier;
  /** The delivery that is accepted or rejected, to be sure that no newer one is answered. */
  delivery?: Identifier;
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
  quantity?: ProjectQuantity;
}

/** How many are ordered; other than 1 only of cumulative products. `quantity` and `options.quantity` are the same. */
export type ProjectQuantity = number;

export interface ProjectReference {
  gid: Gid;
  href: Href;
  title: string;
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
  user?: UserIdentifier;
  email?: string;
}

/** Kind of work, where the product asks for it. */
export type ProjectSkill = 'conception' | 'execution';

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

/** Price and options that were proposed for a specific request. */
export interface Proposal {
  price: Money;
  options: ProposalOptions;
}

export interface ProposalOptions {
  due: ProjectDue;
  mode: ProjectMode;
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

/** Who the worker is to the service that employs them; unique. */
export type ServiceId = string;

/** A file to star, named by `path` or `url`. */
export interface StarCreate {
  /** Path of the file, or any address of it that an answer gave. */
  path?: string;
  /** Path of the file, or any address of it that an answer gave. */
  url?: string;
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

/** Identifies a resource with a title, as `Identifier` does. */
export interface TitledIdentifier {
  gid: Gid;
  href?: Href;
  title?: string;
}

export interface TotalCount {
  total_count: Count;
}

/** Identifies a user, as `Identifier` does. */
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

/** Projects of the member that wait for a manager, in the state `require_approval`. */
export interface WaitingApprovals {
  count: Figure;
  /** Their net prices, a sum for each currency. */
  amounts: Money[];
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
  /** An image that the caller uploaded or may read, by path or address: whoever sees the worker sees it from then on. Or the absolute https URL of a picture elsewhere. */
  avatar?: string | null;
}
