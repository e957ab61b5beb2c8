import type { Request } from 'express';
import {
  checkCollection,
  type Collection,
  type CollectionParameters,
  isVisible,
  readCount,
  readList,
  readOne,
  type Resource,
  type Within,
} from '@partner-ordering/data';
import { forbidden, isGid, notFound, type StateKey, type Principal, rightsOf } from '@partner-ordering/kernel';
import { causeOf } from '../service-calls/calls.ts';
import { Questions, restingOn } from '../service-calls/questions.ts';
import { operationOf, shownFields } from '../runtime/document.ts';
import { JsonPage, JsonText, ok, type Reply } from '../response/replies.ts';
import { answersWithSecret } from '../runtime/secrets.ts';
import { searchedValues } from '../runtime/searched-values.ts';
import type { CollectionRoute, ReadRoute, RouteOptions, WithinOptions } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';

type Answer = (request: Request) => Promise<Reply>;

type ViewScope = ReturnType<typeof viewScopeOf>;

/** Limits a view: its parent, its readers, the document's own filter, and the headers of its answers. */
function viewScopeOf({ document }: Runtime, route: RouteOptions & { within?: WithinOptions }, { noun }: Resource) {
  const operation = operationOf(document, route);
  const { 'x-role': role, 'x-where': where } = operation;
  // Nobody stores an answer that shows a secret, such as the token of an invitation.
  const headers: Record<string, string> = answersWithSecret(document, operation) ? { 'Cache-Control': 'no-store' } : {};
  return { headers, noun, within: route.within, role, where };
}

/** A page of a resource: `{total_count, items}`. */
export function listView(runtime: Runtime, route: CollectionRoute & { orderable: readonly string[] }, of: Resource): Answer {
  const fields = fieldsShown(runtime, route, of);
  return collectionView(runtime, route, of, { searchable: route.searchable, orderable: route.orderable, fields }, readList);
}

/** The number of elements of a resource: `{total_count}`. */
export function countView(runtime: Runtime, route: CollectionRoute, of: Resource): Answer {
  return collectionView(runtime, route, of, { searchable: route.searchable, orderable: [], fields: [] }, readCount);
}

function collectionView(
  runtime: Runtime,
  route: CollectionRoute,
  of: Resource,
  names: Omit<Collection, 'values'>,
  read: typeof readList | typeof readCount,
): Answer {
  const scope = viewScopeOf(runtime, route, of);
  const { where } = scope;
  const collection = { ...names, values: searchedValues(runtime.document, operationOf(runtime.document, route)) };
  checkCollection(of, { ...collection, where });
  return async (request) => {
    const parameters = request.query as CollectionParameters;
    const text = await asPrincipal(runtime, request, scope, (principal, within) =>
      read(runtime.database, of, { collection, parameters, principal, where, ...within }),
    );
    return ok(new JsonPage(text), scope.headers);
  };
}

/** One resource in full, with its entity tag. */
export function readView(runtime: Runtime, route: ReadRoute, of: Resource): Answer {
  const fields = fieldsShown(runtime, route, of);
  const scope = viewScopeOf(runtime, route, of);
  if (scope.where !== undefined)
    throw new Error(`${route.operationId}: x-where is for lists; what a resource hides from all, its own where says`);
  return async (request) => {
    const gid = request.params[route.parameter] as string;
    const text = await asPrincipal(runtime, request, scope, (principal, within) =>
      readOne(runtime.database, of, { gid, principal, fields, ...within }),
    );
    return ok(new JsonText(text), scope.headers);
  };
}

/** Runs a read for the caller, within the parent of a nested path if there is one. A parent that they do not see is 404. */
function asPrincipal<T>(
  runtime: Runtime,
  request: Request,
  { within: options, role, noun }: ViewScope,
  read: (principal: Principal, within: { within?: Within }) => Promise<T>,
): Promise<T> {
  const attempt = async (principal: Principal): Promise<T> => {
    const within = options && { field: options.field, value: request.params[options.parameter] as string };
    const parent = options && runtime.resources[options.resource]!;
    if (parent && !(await isVisible(runtime.database, parent, { gid: within!.value, principal }))) throw notFound(parent.noun);
    const isAllowed = role === undefined || principal.isAdmin || (role === 'manager' && principal.manages.includes(within?.value ?? ''));
    if (!isAllowed) throw forbidden('see this', noun);
    return read(principal, within ? { within } : {});
  };
  return new Questions({ ...runtime, cause: causeOf(request) }, OWNER_ANSWER_AGE_MS).during(async () => {
    const principal = await runtime.principals.forRead(request.claims!);
    return restingOn([rightsOf(principal), ...parentState(runtime, request, options)], () => attempt(principal));
  });
}

/** Repeated requests for a hidden resource ask its owner at most once a second. */
const OWNER_ANSWER_AGE_MS = 1000;

/** The parent of a nested path if another service owns it. Its noun is then the type of its state. */
function parentState({ resources, owners }: Runtime, { params }: Request, options: WithinOptions | undefined): StateKey[] {
  if (!options) return [];
  const type = resources[options.resource]!.noun;
  const key = params[options.parameter] as string;
  return owners.knows(type) && isGid(key) ? [{ type, key }] : [];
}

/** The fields that the document shows. Throws at start for a field that the resource does not declare. */
function fieldsShown({ document, name }: Runtime, route: RouteOptions, of: Resource): readonly string[] {
  const fields = shownFields(document, operationOf(document, route));
  const unknown = fields.filter((field) => !(field in of.fields));
  if (unknown.length > 0) throw new Error(`${name}: ${route.operationId} shows ${unknown.join(', ')}, which its resource does not declare`);
  return fields;
}
