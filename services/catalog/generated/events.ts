// Generated from openapi/events by `npm run generate`. Do not edit.

import type * as models from './models.ts';

/** Public state of each aggregate that this service owns, by its type. */
export interface CatalogStates {
  category: CategoryState;
  product: ProductState;
}

/** Facts of this service, by event type. */
export interface CatalogFacts {
  'product.changed': ProductFact;
  'product.withdrawn': ProductFact;
  'price.changed': PriceFact;
  'price.deleted': PriceFact;
  'prices.imported': PricesFact;
}

/** The webhook payload of each fact, by event type: the text in `payload` of the fact, as an object. */
export interface CatalogPayloads {
  'product.changed': { product: Omit<models.Product, 'organizations'> };
  'product.withdrawn': { product: models.ProductReference };
  'price.changed': { price: models.Price | Pick<models.Price, 'product' | 'options'> };
  'price.deleted': { price: models.Price | Pick<models.Price, 'product' | 'options'> };
  'prices.imported': { import: models.PriceImport | Pick<models.PriceImport, 'status'> };
}

/** The fields of states, by service and type, and the facts that this service follows. For `createService`. */
export const follows = {
  states: {
    identity: {
      principal: ['roles', 'is_enabled', 'memberships'],
      organization: ['name', 'hostname', 'parent', 'is_deleted', 'price_sheet_url'],
    },
  },
} as const;

/** Public state of the aggregates that this service follows, by their type, with the fields that it reads. */
export interface FollowedStates {
  principal: PrincipalState;
  organization: OrganizationState;
}

/** Facts of other services that this service follows, by event type. */
export interface FollowedFacts {}

/** Payload of every followed event, by event type. */
export type Followed = FollowedFacts & { [Type in keyof FollowedStates as `${Type}.state`]: FollowedStates[Type] };

/** The options of an order and the values each may have. */
export interface AvailableOptions {
  due: DueOption;
  mode: ModeOption;
  /** Null when the product does not have this option. */
  skill: SkillOption | null;
  quantity: QuantityOption;
}

export interface CategoryState {
  gid: string;
  title: string;
}

export interface DueOption {
  type: 'integer';
  default: number | null;
  required: boolean;
  /** Days. */
  enum: number[];
}

export interface ModeOption {
  type: 'string';
  default: 'solo' | 'multi' | null;
  required: boolean;
  enum: ('solo' | 'multi')[];
}

/** An organization, with the fields that other services use. Only the fields that this service reads. */
export interface OrganizationState {
  name: string;
  hostname: string | null;
  /** The parent organization's gid. */
  parent: string | null;
  /** Address of its price sheet. */
  price_sheet_url: string | null;
  /** Deleted, but its orders still name it. */
  is_deleted: boolean;
}

/** The price of the fact. Key is the price key: `productGid/organizationGid|default/mode/due/skill|-`. */
export interface PriceFact {
  /** The price's gid. */
  gid: string;
  /** The product's gid. */
  product: string;
  /** Gids of the organizations that get the event. */
  organizations: string[];
  /** Whether it is the default price or that of a parent of theirs. Then the event shows only `product` and `options`. False by default. */
  is_inherited?: boolean;
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
}

/** That prices were imported. Key is the gid of the organization whose prices they are. */
export interface PricesFact {
  /** Gids of the organizations that get the event. */
  organizations: string[];
  /** The import's gid. */
  import: string;
  /** Whether the prices are those of a parent of theirs; false by default. */
  is_inherited?: boolean;
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
}

export interface PrincipalMembership {
  /** The organization's gid. */
  organization: string;
  is_manager: boolean;
}

/** Roles, enabled or not, and memberships of a user, as one aggregate with one version. Only the fields that this service reads. */
export interface PrincipalState {
  roles: string[];
  is_enabled: boolean;
  memberships: PrincipalMembership[];
}

/** The product of the fact, and the organizations that it concerns. Key is the product's gid. */
export interface ProductFact {
  /** The product's gid. */
  gid: string;
  /** Gids of the organizations that get the event. */
  organizations: string[];
  /** The event as a manager of the organization sees it: the text of a JSON object with the parts that `x-webhook` of the message names. */
  payload: string;
}

/** A product with the options it may be ordered in. */
export interface ProductState {
  gid: string;
  title: string;
  /** The category's gid. */
  category: string;
  available_options: AvailableOptions;
  is_enabled: boolean;
  /** It may be ordered in quantity. */
  is_cumulative: boolean;
  /** Gids of the organizations that may order it. */
  organizations: string[];
  interface: string;
}

export interface QuantityOption {
  type: 'integer';
  default: number;
  required: boolean;
  /** Null when every quantity is allowed. */
  enum: number[] | null;
}

export interface SkillOption {
  type: 'string';
  default: 'conception' | 'execution' | null;
  required: boolean;
  enum: ('conception' | 'execution')[];
}
