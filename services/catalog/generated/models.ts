// Generated from openapi/catalog.yaml by `npm run generate`. Do not edit.

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

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
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
  weight?: number;
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

/** Number of matches on all pages. */
export type Count = number;

/** ISO 4217 code. */
export type Currency = string;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

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
  type?: 'integer';
  default?: Due | null;
  required?: AlwaysRequired;
  enum: Due[];
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

export type Mode = 'solo' | 'multi';

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
  type?: 'string';
  default?: Mode | null;
  required?: AlwaysRequired;
  enum: Mode[];
}

/** Body of every error except failed authentication. */
export interface Error {
  error: ErrorDescription;
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

export interface OrganizationReferenceCollection {
  total_count: Count;
  items: OrganizationReference[];
}

/** The complete list of organizations that may order the product. */
export type OrganizationsWrite = OrganizationIdentifier[];

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

/** `pending`: the import is running. `imported`: the prices are those of the sheet. `refused`: lines have errors, or the sheet removes too many prices. `failed`: the sheet could not be fetched or read, or the import was interrupted. Only `imported` changes prices. */
export type PriceImportStatus = 'pending' | 'imported' | 'refused' | 'failed';

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

/** The options that the price applies to. */
export interface PriceOptions {
  mode: Mode;
  due: Due;
  skill: Skill | null;
}

/** Options that the product's `available_options` allow. `skill` is required for products with this option, rejected for others. */
export interface PriceOptionsWrite {
  mode: Mode;
  due: Due;
  skill?: Skill | null;
}

/** Omitted fields keep their values. */
export interface PriceUpdate {
  amount?: Amount;
  currency?: Currency;
  valid_from?: ValidFromWrite;
  valid_until?: ValidUntilWrite;
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

export interface ProductCollection {
  total_count: Count;
  items: ProductSummary[];
}

export interface ProductCreate {
  title: string;
  category: TitledIdentifier;
  available_options: AvailableOptionsWrite;
  additional_meta?: AdditionalMetaWrite | null;
  is_enabled?: boolean;
  /** Whether orders may have a quantity above 1. */
  is_cumulative?: boolean;
  interface?: string;
  weight?: number;
  synonyms?: SynonymsWrite;
  organizations?: OrganizationsWrite;
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
  type?: 'integer';
  default?: Quantity;
  /** Must be false: an order without it has quantity 1. */
  required?: boolean;
  /** Null allows every quantity. */
  enum?: Quantity[] | null;
}

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
}

export type Skill = 'conception' | 'execution';

/** The worker's task. */
export interface SkillOption {
  type: 'string';
  default: Skill | null;
  required: boolean;
  enum: Skill[];
}

export interface SkillOptionWrite {
  type?: 'string';
  default?: Skill | null;
  required?: AlwaysRequired;
  enum: Skill[];
}

/** Additional search terms for the product. */
export type SynonymsWrite = string[];

/** An `Identifier` of a resource with a title. */
export interface TitledIdentifier {
  gid: Gid;
  href?: Href;
  title?: string;
}

export interface TotalCount {
  total_count: Count;
}

/** Start of validity in ISO 8601. A date alone means its first second in UTC. Null, the initial value, means no limit. */
export type ValidFromWrite = string | null;

/** End of validity, exclusive, in ISO 8601. A date alone means its first second in UTC. Null, the initial value, means no limit. */
export type ValidUntilWrite = string | null;
