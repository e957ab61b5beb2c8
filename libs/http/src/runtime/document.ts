import type { WithinOptions } from './route.ts';

/** The parts of an OpenAPI document that are read at run time. */
export interface ApiDocument {
  openapi: string;
  info: object;
  servers?: object[];
  paths: Record<string, Record<string, ApiOperation>>;
  components?: Record<string, Record<string, unknown>>;
}

/** A schema as the document writes it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  format?: string;
  readOnly?: boolean;
  /** Name in `expectedFormats` of what the `pattern` means. */
  'x-expects'?: string;
  /** The field changes by itself or follows from others, so a written-back value is ignored. */
  'x-changing'?: boolean;
  /** Of a written-back body, this field counts as changed as soon as one of the named fields differs. */
  'x-kept-with'?: string[];
  /** The text names a file, see file-fields.ts. */
  'x-file'?: boolean | string;
}

export interface ApiOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { $ref?: string; required?: boolean; content?: Record<string, unknown> };
  responses: Record<string, unknown>;
  /** The resource of a plain read. */
  'x-resource'?: string;
  /** The resource of a read that has an operation of its own. */
  'x-reads'?: string;
  'x-searchable'?: string[];
  'x-orderable'?: string[];
  /** Not for applications that act without a user (403). */
  'x-user-token'?: boolean;
  /** The parent resource and its path parameter. */
  'x-within'?: WithinOptions;
  /** Who may list, among the readers of the parent. `manager`: of the organization in the path. */
  'x-role'?: 'manager' | 'admin';
  /** An expression of the query language that applies in addition to the client's. */
  'x-where'?: unknown;
  /** `always` for a GET that writes; writes without a transaction of libs/http are `manual`. */
  'x-transaction'?: 'manual' | 'always';
  /** The operation also takes the text of its JSON body, as it was sent. */
  'x-body-text'?: boolean;
  /** It shows people pages, and checks its query itself, to say on one what is wrong. */
  'x-page'?: boolean;
  /** Bytes of its JSON body, where other services may send more than clients. */
  'x-body-limit'?: number;
}

/** What addresses of a path look like, as the source of a regular expression with a named group for each parameter. */
export const addressPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?#]+)');

/** The operation of a route; throws if the document has none. */
export function operationOf(document: ApiDocument, { path, method }: { path: string; method: string }): ApiOperation {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`The document has no ${method.toUpperCase()} ${path}`);
  return operation;
}

/** The operation that reads a single resource. */
export const singleReadOf = (document: ApiDocument, resource: string | undefined): ApiOperation | undefined =>
  Object.entries(document.paths)
    .filter(([path]) => path.endsWith('}'))
    .map(([, { get }]) => get)
    .find((get) => get !== undefined && get['x-resource'] === resource);

/** Resolves a `$ref` within the document; throws for a missing component. */
export function resolve<T extends { $ref?: string }>(document: ApiDocument, of: T): T {
  if (of.$ref === undefined) return of;
  const [, , kind = '', name = ''] = of.$ref.split('/');
  return component(document, kind, name) as T;
}

function component(document: ApiDocument, kind: string, name: string): unknown {
  const found = document.components?.[kind]?.[name];
  if (found === undefined) throw new Error(`The document refers to #/components/${kind}/${name}, which it does not have`);
  return found;
}

/** Names of a schema's properties, including those of its `allOf` parts. */
function propertyNames(document: ApiDocument, of: Schema): string[] {
  const schema = resolve(document, of);
  return [...(schema.allOf ?? []).flatMap((part) => propertyNames(document, part)), ...Object.keys(schema.properties ?? {})];
}

interface SuccessResponse {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}

/** The schema of an operation's 200; undefined where that is no JSON. */
export function shownSchema(document: ApiDocument, operation: ApiOperation): Schema | undefined {
  const success = resolve(document, (operation.responses['200'] ?? {}) as SuccessResponse);
  return success.content?.['application/json']?.schema;
}

/** Whether an operation answers with one resource: neither with a collection nor with a count. */
export function readsOne(document: ApiDocument, operation: ApiOperation): boolean {
  const schema = shownSchema(document, operation);
  const { properties = {} } = schema ? resolve(document, schema) : {};
  return schema !== undefined && !('items' in properties) && !('total_count' in properties);
}

/** The schema of a resource in an operation's 200; for a collection, that of each item. */
export function shownResource(document: ApiDocument, operation: ApiOperation): Schema {
  const schema = shownSchema(document, operation) ?? {};
  const items = resolve(document, schema).properties?.['items'];
  return items === undefined ? schema : (resolve(document, items).items ?? {});
}

/** The fields of a resource in an operation's 200; for a collection, those of each item. */
export function shownFields(document: ApiDocument, operation: ApiOperation): readonly string[] {
  const known = fieldsByOperation.get(operation) ?? propertyNames(document, shownResource(document, operation));
  fieldsByOperation.set(operation, known);
  return known;
}

const fieldsByOperation = new WeakMap<ApiOperation, readonly string[]>();

/** Whether an operation answers with JSON only. Empty answers suit every `Accept`. */
export function answersJson(document: ApiDocument, { responses }: ApiOperation): boolean {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = successes.flatMap(([, response]) => Object.keys(resolve(document, response as SuccessResponse).content ?? {}));
  return types.length > 0 && types.every((type) => type === 'application/json');
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  schema?: Schema;
  'x-file'?: string;
}

/** The parameters of an operation, with those of its path. */
export function parametersOf(document: ApiDocument, { path, method }: { path: string; method: string }): Parameter[] {
  const { parameters = [] } = operationOf(document, { path, method });
  const { parameters: shared = [] } = document.paths[path] as { parameters?: Parameter[] };
  return [...shared, ...parameters].map((parameter) => resolve(document, parameter));
}

/** Names of the query parameters that an operation takes. */
export const queryParameters = (document: ApiDocument, route: { path: string; method: string }): Set<string> =>
  new Set(parametersOf(document, route).flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])));

/** How an operation takes its body: parsed (`json`), as `URLSearchParams` (`form`), or unread (`stream`, for `multipart/form-data`). */
export function bodyKind(
  document: ApiDocument,
  { requestBody }: ApiOperation,
): { kind: 'none' | 'json' | 'form' | 'stream'; required: boolean } {
  if (!requestBody) return { kind: 'none', required: false };
  const { content = {}, required = false } = resolve(document, requestBody);
  if ('multipart/form-data' in content) return { kind: 'stream', required };
  return { kind: 'application/json' in content ? 'json' : 'form', required };
}

/** The document of one operation with its components, so its validator compiles one route instead of all. */
export function documentOf(document: ApiDocument, path: string, method: string): ApiDocument {
  const { parameters, ...item } = document.paths[path] as Record<string, unknown>;
  const operation = item[method] as ApiOperation;
  // A form reaches its operation as `URLSearchParams`, which no schema describes.
  const { requestBody, parameters: own, ...others } = operation;
  const takesJson = bodyKind(document, operation).kind === 'json';
  const checked = { ...others, ...(takesJson && { requestBody }), ...(own && !operation['x-page'] && { parameters: own }) };
  const paths = { [path]: { ...(parameters === undefined ? {} : { parameters }), [method]: checked } } as ApiDocument['paths'];
  const components: Record<string, Record<string, unknown>> = {};
  adoptReferences(document, paths, components);
  const { openapi, info, servers } = document;
  return structuredClone({ openapi, info, ...(servers ? { servers } : {}), paths, components });
}

function adoptReferences(document: ApiDocument, part: unknown, components: Record<string, Record<string, unknown>>): void {
  for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
    const known = (components[kind] ??= {});
    if (name in known) continue;
    known[name] = component(document, kind, name);
    adoptReferences(document, known[name], components);
  }
}
