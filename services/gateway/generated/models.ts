// Generated from openapi/gateway.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

export type Batch = BatchAction[];

export interface BatchAction {
  /** Path and query, with or without `/v1`; never an absolute URL. The result of one over 49,152 characters is 414, that of one with more than 50 parameters 400. */
  relative_url: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** JSON-encoded text. */
  body?: string | null;
}

/** Headers of the response, with lower-case names. */
export type BatchHeaders = Record<string, string>;

export interface BatchResult {
  status: number;
  headers: BatchHeaders;
  /** The response body as JSON-encoded text; null if it is empty, or if that of a write does not fit. */
  body: string | null;
}

export type BatchResults = BatchResult[];

export interface CollectionFields {
  searchable: FieldNames;
  orderable: FieldNames;
  /** Whether the collection takes the parameter `search`. */
  search: boolean;
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

export type FieldNames = string[];

/** Body of every error except failed authentication. */
export interface Error {
  error: ErrorDescription;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: string;
}

/** Metadata of the API as a protected resource (RFC 9728). */
export interface ProtectedResourceMetadata {
  /** Address of the API, the `aud` of its access tokens. */
  resource: string;
  resource_name: string;
  resource_documentation: string;
  authorization_servers: string[];
  scopes_supported: string[];
  bearer_methods_supported: string[];
}

export type QuerySchema = Record<string, CollectionFields>;

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
}

export interface Root {
  name: string;
  say: string;
  version: string;
}
