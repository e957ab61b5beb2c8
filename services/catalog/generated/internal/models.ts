// Generated from openapi/internal/catalog.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
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

/** Body of every error except failed authentication. */
export interface Error {
  error: ErrorDescription;
}

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
}

/** The newest public state of an aggregate. */
export interface State {
  type: string;
  key: string;
  /** A newer state has a greater one. */
  version: number;
  state: StateData;
}

/** As the event document of the service describes it; null once the aggregate is deleted. */
export type StateData = Record<string, unknown> | null;

export interface UnitPrice {
  /** In the minor unit of the currency, net. */
  amount_minor: number;
  currency: string;
}

export interface UnitPriceAnswer {
  price: UnitPrice | null;
}

export interface VisibleQuestion {
  /** Gid of the user. */
  user: string;
  /** Paths of the public document with their parameters filled in, such as `/v1/products/…`. */
  uris: string[];
}

/** The visibility of a path. */
export interface VisibleResource {
  uri: string;
  /** Whether it is a resource of this service. */
  exists: boolean;
  /** Whether the user may see it. */
  visible: boolean;
  /** Gid of the one organization that it belongs to; null for a resource of several. */
  organization: string | null;
}

export type VisibleResourceList = VisibleResource[];

export interface VisibleResources {
  resources: VisibleResourceList;
}
