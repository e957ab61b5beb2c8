/** A bundled OpenAPI document, and how one finds its way in it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** JSON Schema 2020-12, the parts that the documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
  [keyword: string]: unknown;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
  content?: Record<string, { schema?: Schema }>;
  'x-file'?: string;
}

export interface MediaType {
  schema?: Schema;
  example?: Json;
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

export interface Within {
  resource: string;
  parameter: string;
  field: string;
}

export interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { $ref?: string; required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response>;
  /** Requests that we send, by their types and then by where the body of this one says where to. Only the served document has them. */
  callbacks?: Record<string, Record<string, PathItem>>;
  'x-resource'?: string;
  'x-reads'?: string;
  'x-within'?: Within;
  'x-searchable'?: string[];
  'x-orderable'?: string[];
  'x-transaction'?: 'manual' | 'always';
  'x-role'?: 'admin' | 'manager';
  'x-where'?: Json;
  'x-user-token'?: boolean;
  'x-body-text'?: boolean;
  'x-page'?: boolean;
  'x-location'?: string;
  /** In the documents as written also `all`; the bundles list the names. */
  'x-callers'?: string[];
  'x-idempotent'?: boolean;
  'x-shared'?: boolean;
  'x-body-limit'?: number;
  'x-attempt-seconds'?: number;
}

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
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

/** The operations of a document in its order, each with its path-level parameters merged in and references resolved. */
export function* operationsOf(
  document: Document,
): Generator<{ path: string; method: Method; operation: Operation; parameters: Parameter[] }> {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation === undefined) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) => resolve(document, parameter));
      yield { path, method, operation, parameters };
    }
  }
}

/** Follows `$ref` within the document until something without one is reached. */
export function resolve<T extends object>(document: Document, value: T): T {
  let found: unknown = value;
  while (typeof (found as { $ref?: unknown }).$ref === 'string') {
    const reference = (found as { $ref: string }).$ref;
    const [, , kind, name] = reference.split('/');
    found = document.components[kind as string]?.[decodeURIComponent((name as string).replaceAll('~1', '/').replaceAll('~0', '~'))];
    if (found === undefined) throw new Error(`${reference} leads nowhere`);
  }
  return found as T;
}

/** Last part of a reference: the component's name. */
export function referenceName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
