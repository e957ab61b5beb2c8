// Generated from openapi/ordering.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
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

/** Names another resource in a request. */
export interface GidReference {
  gid: Gid;
}

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

/** From 1, the worst, to 5, the best. */
export type Mark = number;

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

export interface OrganizationReference {
  gid: Gid;
  href: Href;
  name: string;
  hostname: string | null;
}

/** Price that the caller approves. Must equal the current price; a given currency must be its currency. */
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
  /** The start, before it the publication, plus `options.due` days; `orderBy` calls it `due_date`. */
  deadline_at: DateTime | null;
  options: ProjectOptions;
  quantity: ProjectQuantity;
  owner: UserReference;
  organization: OrganizationReference;
  /** Null for a specific request. */
  product: ProductReference | null;
  /** True for a project without product. */
  specific_request: boolean;
  /** The receipt, once the finished project has one. */
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
  brief_files: File[];
  /** Files of the result; empty until the project is finished. */
  source_files: File[];
  /** Value added tax on the price, an estimate until the project is finished; null without a price. */
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
  product: GidReference | null;
  /** Who orders. A specific request may omit it when the caller has exactly one membership. */
  organization?: GidReference;
  /** Values within the product's `available_options`. */
  options?: ProjectOptionsChoice | null;
  price?: PriceApproval | null;
  /** `draft` for a specific request. */
  state: 'draft' | 'published';
  quantity?: ProjectQuantity;
  /** Implied by `product`; must agree with it when given. */
  specific_request?: boolean;
  /** Files that guide the workers; only those that the caller uploaded or may read. */
  brief_files?: File[];
}

/** Delivery delay in days. */
export type ProjectDue = number;

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

/** Kind of work, where the product asks for it. */
export type ProjectSkill = 'conception' | 'execution';

/** Where the order is in the buying process; `proposal` and `require_approval` are never set by the owner. */
export type ProjectState = 'draft' | 'published' | 'waiting_for_proposal' | 'proposal' | 'require_approval';

/** Where production is. */
export type ProjectStatus = 'draft' | 'canceled' | 'in_progress' | 'finished' | 'paid';

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
  /** The start, before it the publication, plus `options.due` days; `orderBy` calls it `due_date`. */
  deadline_at: DateTime | null;
  options: ProjectOptions;
  quantity: ProjectQuantity;
  owner: UserReference;
  organization: OrganizationReference;
  /** Null for a specific request. */
  product: ProductReference | null;
  /** True for a project without product. */
  specific_request: boolean;
  /** The receipt, once the finished project has one. */
  receipt_file: File | null;
  /** Net price of the whole quantity; null for a specific request without a proposal. */
  price: Money | null;
  /** The chosen work of a project in mode `multi`. */
  winner: WorkReference | null;
  /** The worker assigned to a project in mode `solo`. */
  worker: WorkerReference | null;
}

/** Changes to a project. New `options` or a new quantity require `price`. */
export interface ProjectUpdate {
  title?: string;
  /** The brief; HTML is reduced to a small safe set. */
  description?: string;
  /** Replaces `due`, `mode` and `skill` together; the quantity stays unless it is given too. */
  options?: ProjectOptionsChoice;
  quantity?: ProjectQuantity;
  price?: PriceApproval;
  /** `waiting_for_proposal` sends a specific request; `draft` takes it back, or a project from `require_approval`. */
  state?: 'draft' | 'published' | 'waiting_for_proposal';
  /** The work that wins a project in mode `multi`, which finishes it; changes nothing else. */
  winner?: GidReference;
  /** Cancels a project that is in progress and gives its budget back. */
  status?: 'canceled';
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
  /** May contain simple HTML. */
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
  project: GidReference;
  /** The winner's worker, or the assigned one. */
  worker: GidReference;
  quality: Mark;
  reactivity: Mark;
  communicativeness: Mark;
  work_with_again: Mark;
  /** HTML is reduced to a small safe set. */
  comment?: string | null;
}

/** Who the worker is to the service that employs them; unique. */
export type ServiceId = string;

export interface TotalCount {
  total_count: Count;
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

/** A creation that a worker sent for a project in mode `multi`. */
export interface Work {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  /** When the work was chosen as winner. */
  won_at: DateTime | null;
  /** Null until works carry files. */
  image: Image | null;
  /** A small version of `image`. */
  thumbnail: Image | null;
  worker: WorkerReference;
  project: ProjectReference;
  /** The creation that this work is a variation of. */
  parent: WorkReference | null;
  /** May contain simple HTML. */
  description: string | null;
  /** Text of a writing contest; may contain simple HTML. */
  content: string | null;
}

export interface WorkCollection {
  total_count: Count;
  items: WorkSummary[];
}

/** A new work. It is text only so far; files cannot be given yet. */
export interface WorkCreate {
  /** In mode `multi` and in progress. */
  project: GidReference;
  worker: GidReference;
  /** Creation of the same project that this is a variation of; not a variation itself. */
  parent?: GidReference | null;
  /** HTML is reduced to a small safe set. */
  description?: string | null;
  /** HTML is reduced to a small safe set. */
  content?: string | null;
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
  /** Null until works carry files. */
  image: Image | null;
  /** A small version of `image`. */
  thumbnail: Image | null;
  worker: WorkerReference;
  project: ProjectReference;
  /** The creation that this work is a variation of. */
  parent: WorkReference | null;
}

/** Changes to a work; null clears a text. */
export interface WorkUpdate {
  /** HTML is reduced to a small safe set. */
  description?: string | null;
  /** HTML is reduced to a small safe set. */
  content?: string | null;
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
  /** Absolute URL of a picture. */
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
  /** Absolute URL of a picture. */
  avatar?: string | null;
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
  /** Absolute URL of a picture. */
  avatar?: string | null;
}
