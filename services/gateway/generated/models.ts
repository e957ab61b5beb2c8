// Generated from openapi/gateway.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

export type Batch = BatchAction[];

export interface BatchAction {
  /** Path and query, with or without `/v1`; never an absolute URL. One of more than 49,152 characters is answered with 414, as the others in its place. */
  relative_url: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** JSON-encoded text. */
  body?: string | null;
}

/** Headers of the answer with lower-case names. */
export type BatchHeaders = Record<string, string>;

export interface BatchResult {
  status: number;
  headers: BatchHeaders;
  /** The answer's body, JSON-encoded text; null when it is empty, or too long for a writing action to show. */
  body: string | null;
}

export type BatchResults = BatchResult[];

export interface CollectionFields {
  searchable: FieldNames;
  orderable: FieldNames;
  /** The collection takes the parameter `search`. */
  search: boolean;
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

export type FieldNames = string[];

/** Body of every error but a failed authentication. */
export interface Error {
  error: ErrorDescription;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: string;
}

export type QuerySchema = Record<string, CollectionFields>;

export interface Root {
  name: string;
  say: string;
  version: string;
}
