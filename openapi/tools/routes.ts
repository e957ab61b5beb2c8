/** What a route needs to know from the document: its kind, who may call it, and the options that the router hands to libs/http. */
import type { Document, Method, Operation, Parameter, Schema } from './document.ts';
import { methods, operationsOf, referenceName, resolve } from './document.ts';
import { literal, objectShape, typeOf } from './schema-types.ts';

export interface DocumentedOperation {
  path: string;
  method: Method;
  operation: Operation;
  parameters: Parameter[];
}

/** Orders routes so that a literal segment is tried before a parameter: `/prices/for` before `/prices/{gid}`. */
export function inMatchingOrder(one: { path: string; method: Method }, other: { path: string; method: Method }): number {
  const key = ({ path, method }: { path: string; method: Method }): string => `${path.replaceAll('{', '~')} ${methods.indexOf(method)}`;
  return key(one) < key(other) ? -1 : 1;
}

export type RouteKind = 'operation' | 'list' | 'count' | 'read';

/** How a route is served: by its own operation, or as one of the three views of an `x-resource`. */
export function routeKind(document: Document, { path, operation }: DocumentedOperation): RouteKind {
  if (operation['x-resource'] === undefined) return 'operation';
  if (path.endsWith('/total_count')) return 'count';
  return collectionItem(document, operation) === undefined ? 'read' : 'list';
}

/** Who may call: `public` needs no token; `scopes` are alternatives, and none means any token. A public operation may have scopes. */
export interface Access {
  public: boolean;
  scopes: string[];
}

/** Access by the `security` of an operation. One scope per requirement, several requirements are alternatives. */
export function access(document: Document, operation: Operation): Access {
  const requirements = operation.security ?? document.security ?? [];
  const scopes = requirements.flatMap((requirement) => {
    const alternatives = requirement['oauth2'] ?? [];
    if (alternatives.length > 1)
      throw new Error(`${operation.operationId}: scopes that may stand for each other are separate requirements`);
    return alternatives;
  });
  const isPublic = requirements.length === 0 || requirements.some((requirement) => Object.keys(requirement).length === 0);
  return { public: isPublic, scopes };
}

/** The one object literal of a route, as TypeScript text. */
export function routeOptions(document: Document, place: DocumentedOperation): string {
  const { path, method, operation } = place;
  const kind = routeKind(document, place);
  const isView = kind !== 'operation';
  if (isView && method !== 'get') throw new Error(`${operation.operationId}: only GET can have x-resource`);
  if (operation['x-reads'] !== undefined) checkReads(document, place, kind);
  const within = operation['x-within'] === undefined ? {} : { within: checkedWithin(place) };
  if (operation['x-role'] === 'manager' && operation['x-within'] === undefined)
    throw new Error(`${operation.operationId}: the role manager needs x-within, which names the parent`);
  const options = {
    method,
    path,
    operationId: operation.operationId,
    ...access(document, operation),
    ...(isView ? {} : { transaction: runsInTransaction(place) }),
    ...(kind === 'read' ? { parameter: lastParameter(place) } : {}),
    ...(kind === 'list' || kind === 'count' ? { searchable: operation['x-searchable'] ?? [] } : {}),
    ...(kind === 'list' ? { orderable: operation['x-orderable'] ?? [] } : {}),
    ...(isView ? within : {}),
  };
  return literal(options);
}

/** Writes do, unless they say otherwise; of the GETs those that say so. */
const runsInTransaction = ({ method, operation: { 'x-transaction': said } }: DocumentedOperation): boolean =>
  method === 'get' ? said === 'always' : said !== 'manual';

/** The object literal of a route of an internal document, as TypeScript text. */
export function internalRouteOptions({ path, method, operation }: DocumentedOperation): string {
  const { operationId, 'x-callers': callers = [] } = operation;
  return literal({ method, path, operationId, callers });
}

function lastParameter({ operation, parameters }: DocumentedOperation): string {
  const name = parameters.filter((parameter) => parameter.in === 'path').at(-1)?.name;
  if (name === undefined) throw new Error(`${operation.operationId}: a read of x-resource or x-reads needs a path parameter`);
  return name;
}

/** Whether the service has a resource of this name is seen at its start: the names that no document reads stand in its code only. */
function checkReads(document: Document, place: DocumentedOperation, kind: RouteKind): void {
  const { operation, method } = place;
  const isRead = kind === 'operation' && method === 'get' && collectionItem(document, operation) === undefined;
  if (!isRead) throw new Error(`${operation.operationId}: x-reads marks a GET with an operation of its own that reads one resource`);
  lastParameter(place);
}

function checkedWithin({ operation, path }: DocumentedOperation): { resource: string; parameter: string; field: string } {
  const within = operation['x-within'];
  if (within?.resource === undefined || within.field === undefined || !path.includes(`{${within.parameter}}`)) {
    throw new Error(`${operation.operationId}: x-within needs resource, parameter (of the path) and field`);
  }
  if (operation['x-resource'] === undefined && operation['x-reads'] === undefined)
    throw new Error(`${operation.operationId}: x-within limits what x-resource or x-reads names`);
  return within;
}

/** Schema of the 200 JSON body, if there is one. */
function successSchema(document: Document, operation: Operation): Schema | undefined {
  const success = operation.responses['200'];
  return success === undefined ? undefined : resolve(document, success).content?.['application/json']?.schema;
}

/** The item type of a collection response (`{total_count, items}`), undefined for anything else. */
export function collectionItem(document: Document, operation: Operation): string | undefined {
  const schema = successSchema(document, operation);
  const properties = schema === undefined ? undefined : objectShape(document, schema)?.properties;
  const items = properties?.['items'];
  if (items === undefined || properties?.['total_count'] === undefined) return undefined;
  return typeOf(document, (items.$ref === undefined ? items : resolve(document, items)).items);
}

/** The full model of every `x-resource`, and the operation that shows it: the single read, else the first list. */
export function resourceModels(document: Document): Map<string, { model: string; operationId: string }> {
  const models = new Map<string, { model: string; operationId: string; isRead: boolean }>();
  for (const place of operationsOf(document)) {
    const name = place.operation['x-resource'];
    const kind = routeKind(document, place);
    if (name === undefined || kind === 'count') continue;
    const isRead = kind === 'read';
    const model = isRead ? readModel(document, place.operation) : (collectionItem(document, place.operation) as string);
    const known = models.get(name);
    if (isRead && known?.isRead === true && known.model !== model) throw new Error(`x-resource ${name}: ${known.model} or ${model}?`);
    if (known === undefined || (isRead && !known.isRead)) models.set(name, { model, operationId: place.operation.operationId, isRead });
  }
  return models;
}

function readModel(document: Document, operation: Operation): string {
  const reference = successSchema(document, operation)?.$ref;
  if (reference === undefined) throw new Error(`${operation.operationId}: the 200 of a read refers to a named schema`);
  return referenceName(reference);
}
