import { methods, type Document, type DocumentedOperation, type Method, type Parent, type Endpoint } from './document.ts';
import { accessTo, itemSchema, operationsOf, type Access } from './operations.ts';

/** The handling of a route: its own operation, or one of the three views of an `x-resource`. */
export type RouteKind = 'operation' | 'list' | 'count' | 'read';

/** The facts of the document that the service reads to answer a route. */
export interface Route extends Endpoint, Access {
  kind: RouteKind;
  operationId: string;
  /** Whether an operation runs in a transaction: writes, except `x-transaction: manual`, and reads with `x-transaction: always`. */
  transaction: boolean;
  /** Whether a request is refused once the known revocations are too old for a change. */
  hasEffect: boolean;
  /** The path parameter that names the resource of a read; empty for others. */
  parameter: string;
  searchable: readonly string[];
  orderable: readonly string[];
  /** Not for applications that act without a user (403). */
  needsUser: boolean;
  /** Only a view has one. */
  parent?: Parent;
  /** Bare names of the only services that may call an internal operation. */
  callers: readonly string[];
}

/** A route with the noun that messages use for its resource. */
export type NamedRoute = Route & { noun: string };

/** The routes of a document by operationId. Throws for an operation that breaks a rule of our own words. */
export const routesOf = (document: Document): Map<string, Route> =>
  new Map([...operationsOf(document)].map((each) => [each.operation.operationId, routeOf(document, each)]));

/** Orders routes so that a literal segment is tried before a parameter: `/prices/for` before `/prices/{gid}`. */
export function inMatchingOrder(one: Endpoint, other: Endpoint): number {
  const key = ({ path, method }: Endpoint): string => `${path.replaceAll('{', '~')} ${methods.indexOf(method)}`;
  return key(one) < key(other) ? -1 : 1;
}

function routeOf(document: Document, documented: DocumentedOperation): Route {
  const { path, method, operation } = documented;
  const { operationId, 'x-searchable': searchable = [], 'x-orderable': orderable = [], 'x-callers': callers = [] } = operation;
  const kind = kindOf(document, documented);
  checkWords(document, documented, kind);
  const parent = kind === 'operation' ? undefined : operation['x-parent'];
  const transaction = isTransaction(method, operation['x-transaction']);
  return {
    path,
    method,
    kind,
    operationId,
    searchable,
    orderable,
    callers,
    ...accessTo(document, operation),
    transaction,
    hasEffect: operation['x-effect'] ?? (transaction || method !== 'get'),
    parameter: kind === 'read' ? lastParameter(documented) : '',
    needsUser: operation['x-user-token'] === true,
    ...(parent && { parent }),
  };
}

function kindOf(document: Document, { path, operation }: DocumentedOperation): RouteKind {
  if (operation['x-resource'] === undefined) return 'operation';
  if (path.endsWith('/total_count')) return 'count';
  return itemSchema(document, operation) === undefined ? 'read' : 'list';
}

const isTransaction = (method: Method, mark: 'manual' | 'always' | undefined): boolean =>
  method === 'get' ? mark === 'always' : mark !== 'manual';

function lastParameter({ operation, path }: DocumentedOperation): string {
  const name = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
  if (name === undefined) throw new Error(`${operation.operationId}: a read of x-resource or x-reads needs a path parameter`);
  return name;
}

/** What `x-effect` may say. */
const effects: Readonly<Partial<Record<Method, boolean>>> = { get: true, post: false };

/** Whether the service has a resource of a name is seen at its start: the names that no document reads stand in its code only. */
function checkWords(document: Document, documented: DocumentedOperation, kind: RouteKind): void {
  const { method, path, operation } = documented;
  const { operationId, 'x-resource': resource, 'x-reads': reads, 'x-parent': parent, 'x-role': role, 'x-effect': effect } = operation;
  const { deprecated, 'x-sunset': sunset } = operation;
  const insist = (holds: boolean, rule: string): void => {
    if (!holds) throw new Error(`${operationId}: ${rule}`);
  };
  insist(kind === 'operation' || method === 'get', 'only GET can have x-resource');
  if (reads !== undefined) {
    const readsOne = kind === 'operation' && method === 'get' && itemSchema(document, operation) === undefined;
    insist(readsOne, 'x-reads marks a GET with an operation of its own that reads one resource');
    lastParameter(documented);
  }
  insist((deprecated === true) === (sunset !== undefined), 'a deprecated operation, and no other, has x-sunset');
  insist(sunset === undefined || /^\d{4}-\d\d-\d\d$/.test(sunset), 'x-sunset is a day, such as 2027-06-01');
  insist(effect === undefined || effect === effects[method], 'x-effect is true for a GET, or false for a POST');
  insist(role !== 'manager' || parent !== undefined, 'the role manager needs x-parent, which names the parent');
  if (parent === undefined) return;
  const isWhole = parent.resource !== undefined && parent.field !== undefined && path.includes(`{${parent.parameter}}`);
  insist(isWhole, 'x-parent needs resource, parameter (of the path) and field');
  insist(resource !== undefined || reads !== undefined, 'x-parent limits what x-resource or x-reads names');
}
