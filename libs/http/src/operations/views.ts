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
  type ParentFilter,
} from '@partner-ordering/data';
import { forbidden, isGid, notFound, type StateKey, type Principal, rightsOf } from '@partner-ordering/kernel';
import { answersWithSecret, operationAt, type Parent, resourceFields, type Route } from '@partner-ordering/openapi';
import { causeOf } from '../observation/observe.ts';
import { Questions, restedOn } from '../service-calls/questions.ts';
import { JsonPage, JsonText, type Reply } from '../response/replies.ts';
import { searchedValues } from '../runtime/searched-values.ts';
import type { Runtime } from '../runtime/runtime.ts';

type Answer = (request: Request) => Promise<Reply>;

/** What a view reads for its caller, within the parent of a nested path. */
type Read = (request: Request, options: { principal: Principal; parent?: ParentFilter }) => Promise<JsonText>;

/** A page of a resource: `{total_count, items}`. */
export function listView(runtime: Runtime, route: Route, of: Resource): Answer {
  const fields = fieldsShown(runtime, route, of);
  return collectionView(runtime, route, of, { searchable: route.searchable, orderable: route.orderable, fields }, readList);
}

/** The number of elements of a resource: `{total_count}`. */
export function countView(runtime: Runtime, route: Route, of: Resource): Answer {
  return collectionView(runtime, route, of, { searchable: route.searchable, orderable: [], fields: [] }, readCount);
}

function collectionView(
  runtime: Runtime,
  route: Route,
  of: Resource,
  names: Omit<Collection, 'values'>,
  read: typeof readList | typeof readCount,
): Answer {
  const { database, document } = runtime;
  const operation = operationAt(document, route);
  const { 'x-where': where } = operation;
  const collection = { ...names, values: searchedValues(document, operation) };
  checkCollection(of, { ...collection, where });
  return view(runtime, route, of, async ({ query }, options) => {
    const parameters = query as CollectionParameters;
    return new JsonPage(await read(database, of, { collection, parameters, where, ...options }));
  });
}

/** One resource in full, with its entity tag. */
export function readView(runtime: Runtime, route: Route, of: Resource): Answer {
  const { database, document } = runtime;
  const fields = fieldsShown(runtime, route, of);
  if (operationAt(document, route)['x-where'] !== undefined)
    throw new Error(`${route.operationId}: x-where is for lists; what a resource hides from all, its own where says`);
  return view(runtime, route, of, async ({ params }, options) => {
    return new JsonText(await readOne(database, of, { gid: params[route.parameter] as string, fields, ...options }));
  });
}

/** Repeated requests for a hidden resource ask its owner at most once a second. */
const OWNER_ANSWER_AGE_MS = 1000;

/** Answers with what the caller may read, within the parent of a nested path if there is one. A parent that they do not see is 404. */
function view(runtime: Runtime, route: Route, { noun }: Resource, read: Read): Answer {
  const { database, document, principals, resources } = runtime;
  const operation = operationAt(document, route);
  const { 'x-role': role } = operation;
  // Nobody stores an answer that shows a secret, such as the token of an invitation.
  const headers: Record<string, string> = answersWithSecret(document, operation) ? { 'Cache-Control': 'no-store' } : {};
  const { parent: nested } = route;
  return (request) =>
    new Questions(runtime, causeOf(request), OWNER_ANSWER_AGE_MS).during(async () => {
      const principal = await principals.forRead(request.claims!);
      const parent = nested && { field: nested.field, value: request.params[nested.parameter] as string };
      try {
        const ofParent = nested && resources[nested.resource]!;
        if (ofParent && !(await isVisible(database, ofParent, { gid: parent!.value, principal }))) throw notFound(ofParent.noun);
        const isAllowed =
          role === undefined || principal.isAdmin || (role === 'manager' && principal.manages.includes(parent?.value ?? ''));
        if (!isAllowed) throw forbidden('see this', noun);
        return { status: 200, headers, body: await read(request, parent ? { principal, parent } : { principal }) };
      } catch (error) {
        throw restedOn([rightsOf(principal), ...(nested ? parentState(runtime, nested, parent!.value) : [])], error);
      }
    });
}

/** The parent of a nested path if another service owns it. Its noun is then the type of its state. */
function parentState({ resources, owners }: Runtime, { resource }: Parent, key: string): StateKey[] {
  const type = resources[resource]!.noun;
  return owners.knows(type) && isGid(key) ? [{ type, key }] : [];
}

/** The fields that the document shows. Throws at start for a field that the resource does not declare. */
function fieldsShown({ document, name }: Runtime, route: Route, of: Resource): readonly string[] {
  const fields = resourceFields(document, operationAt(document, route));
  const unknown = fields.filter((field) => !(field in of.fields));
  if (unknown.length > 0) throw new Error(`${name}: ${route.operationId} shows ${unknown.join(', ')}, which its resource does not declare`);
  return fields;
}
