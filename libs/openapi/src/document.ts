/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** JSON Schema 2020-12, the parts that the documents use, and our own words. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  default?: Json;
  example?: Json;
  examples?: Json[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean;
  propertyNames?: Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  maxProperties?: number;
  pattern?: string;
  format?: string;
  readOnly?: boolean;
  /** Values that may grow: clients bear others. */
  'x-extensible-enum'?: Json[];
  /** Values that only queries take besides those of `enum`, since they depend on the caller. */
  'x-query-values'?: string[];
  /** Name in `expectedFormats` of what the `pattern` means. */
  'x-expects'?: string;
  /** The field changes by itself or follows from others, so a written-back value is ignored. */
  'x-changing'?: boolean;
  /** In a written-back body, this field counts as changed as soon as one of the named fields differs. */
  'x-kept-with'?: string[];
  /** The text names a file: `true`, or `optional` where another text may stand, to describe it; `path` for its path only. */
  'x-file'?: boolean | string;
  /** The name of the field in Go, where stock generators would make one that two fields share. */
  'x-go-name'?: string;
  /** `null` means the same as leaving the field out. */
  'x-optional'?: boolean;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
  content?: Record<string, MediaType>;
  'x-file'?: string;
}

export interface MediaType {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, { summary: string; value: Json }>;
}

export interface Link {
  operationId: string;
  parameters: Record<string, string>;
}

export interface Response {
  $ref?: string;
  links?: Record<string, Link>;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

export interface RequestBody {
  $ref?: string;
  required?: boolean;
  content: Record<string, MediaType>;
}

/** The parent resource of a nested path, its path parameter, and the field that holds its gid. */
export interface Parent {
  resource: string;
  parameter: string;
  field: string;
}

/** An operation with our own words. This list is all of them. */
export interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  /** It ends on the day of `x-sunset`. */
  deprecated?: boolean;
  /** Day of the year, such as `2027-06-01`, whose first second in UTC ends a deprecated operation. */
  'x-sunset'?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
  /** Requests that we send, by their types and then by where the body of this one says where to. Only the served document has them. */
  callbacks?: Record<string, Record<string, PathItem>>;
  /** The resource of a plain read. */
  'x-resource'?: string;
  /** The resource of a read that has an operation of its own. */
  'x-reads'?: string;
  'x-parent'?: Parent;
  'x-searchable'?: string[];
  'x-orderable'?: string[];
  /** `always` for a GET that writes; writes without a transaction of libs/http are `manual`. */
  'x-transaction'?: 'manual' | 'always';
  /** `false` for a POST that changes nothing, `true` for a GET that changes something beside a transaction of libs/http. */
  'x-effect'?: boolean;
  /** The role that may list, among the readers of the parent. `manager`: of the organization in the path. */
  'x-role'?: 'admin' | 'manager';
  /** An expression of the query language that applies in addition to the client's. */
  'x-where'?: Json;
  /** Not for applications that act without a user (403). */
  'x-user-token'?: boolean;
  /** The operation also takes the text of its JSON body, as it was sent. */
  'x-body-text'?: boolean;
  /** It shows people pages, and checks its query itself, to say on one what is wrong. */
  'x-page'?: boolean;
  'x-location'?: string;
  /** The services that may call an internal operation. In the documents as written also `all`; the bundles list the names. */
  'x-callers'?: string[];
  'x-idempotent'?: boolean;
  /** Every service answers it alike: libs/http has its code. */
  'x-shared'?: boolean;
  /** Bytes of its JSON body, where other services may send more than clients. */
  'x-body-limit'?: number;
  'x-attempt-seconds'?: number;
}

/** Days from the deprecation of an operation to its end. */
export const NOTICE_DAYS = 183;

/** Whether a word is of public documents, of internal ones or of both. `generate` refuses a misspelt one, which would have no effect. */
export const operationWords: Readonly<Record<Extract<keyof Operation, `x-${string}`>, 'public' | 'internal' | 'both'>> = {
  'x-resource': 'public',
  'x-reads': 'public',
  'x-parent': 'public',
  'x-searchable': 'public',
  'x-orderable': 'public',
  'x-transaction': 'public',
  'x-effect': 'both',
  'x-role': 'public',
  'x-where': 'public',
  'x-user-token': 'public',
  'x-body-text': 'public',
  'x-page': 'public',
  'x-location': 'public',
  'x-sunset': 'public',
  'x-callers': 'internal',
  'x-idempotent': 'internal',
  'x-shared': 'internal',
  'x-body-limit': 'internal',
  'x-attempt-seconds': 'internal',
};

/** The methods of the contract; HEAD follows from GET. */
export const methods = ['get', 'put', 'post', 'delete'] as const;
export type Method = (typeof methods)[number];
export type PathItem = { parameters?: Parameter[] } & Partial<Record<Method, Operation>>;
export type Components = Record<string, Record<string, unknown>> & { schemas?: Record<string, Schema> };

/** A bundled OpenAPI 3.1 document: every `$ref` points into its own components. */
export interface Document {
  openapi: string;
  info: Record<string, Json>;
  servers?: Json[];
  tags?: { name: string; description?: string }[];
  security?: Record<string, string[]>[];
  paths: Record<string, PathItem>;
  /** Requests that we send: those of the events of partners, by their types. Only the public document has them, until it is served. */
  webhooks?: Record<string, PathItem>;
  components: Components;
}

/** An operation of a document, and its parameters with those of its path, references resolved. */
export interface DocumentedOperation {
  path: string;
  method: Method;
  operation: Operation;
  parameters: Parameter[];
}

/** The position of an operation in a document. */
export interface Endpoint {
  path: string;
  method: Method;
}
