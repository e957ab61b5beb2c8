// Generated from openapi/catalog.yaml by `npm run generate`. Do not edit.

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

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
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

/** Number of all matches, whatever the page. */
export type Count = number;

/** ISO 4217 code. */
export type Currency = string;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

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
  type?: 'integer';
  default?: Due | null;
  required?: AlwaysRequired;
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

/** With one worker in conversation (`solo`), or with several who submit works (`multi`). */
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

/** Body of every error but a failed authentication. */
export interface Error {
  error: ErrorDescription;
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

export interface OrganizationReferenceCollection {
  total_count: Count;
  items: OrganizationReference[];
}

/** All the organizations that may order the product. */
export type OrganizationsWrite = OrganizationIdentifier[];

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
  /** True when it may be ordered in quantity. */
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
  type?: 'integer';
  default?: Quantity;
  /** False, as an order without it is one of 1; true is refused. */
  required?: boolean;
  /** Null allows every quantity. */
  enum?: Quantity[] | null;
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
  type?: 'string';
  default?: Skill | null;
  required?: AlwaysRequired;
  enum: Skill[];
}

/** Words that the search also finds the product by. */
export type SynonymsWrite = string[];

/** Identifies a resource with a title, as `Identifier` does. */
export interface TitledIdentifier {
  gid: Gid;
  href?: Href;
  title?: string;
}

export interface TotalCount {
  total_count: Count;
}

/** From when on it is valid, in ISO 8601; a date alone is its first second in UTC. Null, or never given, is no limit. */
export type ValidFromWrite = string | null;

/** When it is no longer valid, in ISO 8601; a date alone is its first second in UTC. Null, or never given, is no limit. */
export type ValidUntilWrite = string | null;
