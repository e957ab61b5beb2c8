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
import { OWNER_ANSWER_AGE_MS, ServiceAnswers, repairableError } from '../service-calls/service-answers.ts';
import { JsonPage, JsonText, pageAnswer, type Reply } from '../response/replies.ts';
import { searchedValues } from '../runtime/searched-values.ts';
import type { Runtime } from '../runtime/runtime.ts';

type Answer = (request: Request) => Promise<Reply>;

/** Reads the rows of a view that its principal sees, within the parent of a nested path. */
type Read = (request: Request, options: { principal: Principal; parent?: ParentFilter }) => Promise<JsonText>;

/** A page of a resource: `{total_count, items}`. */
export function listView(runtime: Runtime, route: Route, resource: Resource): Answer {
  const fields = fieldsShown(runtime, route, resource);
  return collectionView(runtime, route, resource, { searchable: route.searchable, orderable: route.orderable, fields }, async (...list) =>
    pageAnswer(await readList(...list)),
  );
}

/** The number of elements of a resource: `{total_count}`. */
export function countView(runtime: Runtime, route: Route, resource: Resource): Answer {
  return collectionView(
    runtime,
    route,
    resource,
    { searchable: route.searchable, orderable: [], fields: [] },
    async (...list) => new JsonPage(await readCount(...list)),
  );
}

function collectionView(
  runtime: Runtime,
  route: Route,
  resource: Resource,
  names: Omit<Collection, 'values'>,
  read: (...list: Parameters<typeof readList>) => Promise<JsonPage>,
): Answer {
  const { database, document } = runtime;
  const operation = operationAt(document, route);
  const { 'x-where': where } = operation;
  const collection = { ...names, values: searchedValues(document, operation) };
  checkCollection(resource, { ...collection, where });
  return view(runtime, route, resource, async ({ query }, options) => {
    const parameters = query as CollectionParameters;
    return read(database, resource, { collection, parameters, where, ...options });
  });
}

/** One resource in full, with its entity tag. */
export function readView(runtime: Runtime, route: Route, resource: Resource): Answer {
  const { database, document } = runtime;
  const fields = fieldsShown(runtime, route, resource);
  if (operationAt(document, route)['x-where'] !== undefined)
    throw new Error(`${route.operationId}: x-where is for lists; what a resource hides from all, its own where says`);
  return view(runtime, route, resource, async ({ params }, options) => {
    return new JsonText(await readOne(database, resource, { gid: params[route.parameter] as string, fields, ...options }));
  });
}

/** Answers with what the caller may read, within the parent of a nested path if there is one. A parent that they do not see is 404. */
function view(runtime: Runtime, route: Route, { noun }: Resource, read: Read): Answer {
  const { database, document, principals, resources } = runtime;
  const operation = operationAt(document, route);
  const { 'x-role': role } = operation;
  // Nobody stores an answer that shows a secret, such as the token of an invitation.
  const headers: Record<string, string> = answersWithSecret(document, operation) ? { 'Cache-Control': 'no-store' } : {};
  const { parent: parentOptions } = route;
  return (request) =>
    new ServiceAnswers(runtime, causeOf(request), OWNER_ANSWER_AGE_MS).runUntilAnswered(async () => {
      const principal = await principals.forRead(request.claims!);
      const parent = parentOptions && { field: parentOptions.field, value: request.params[parentOptions.parameter] as string };
      try {
        const parentResource = parentOptions && resources[parentOptions.resource]!;
        if (parentResource && !(await isVisible(database, parentResource, { gid: parent!.value, principal })))
          throw notFound(parentResource.noun);
        const isAllowed =
          role === undefined || principal.isAdmin || (role === 'manager' && principal.manages.includes(parent?.value ?? ''));
        if (!isAllowed) throw forbidden('see this', noun, role);
        return { status: 200, headers, body: await read(request, parent ? { principal, parent } : { principal }) };
      } catch (error) {
        throw repairableError([rightsOf(principal), ...(parentOptions ? parentState(runtime, parentOptions, parent!.value) : [])], error);
      }
    });
}

/** The parent of a nested path if another service owns it. Its noun is then the type of its state. */
function parentState({ resources, owners }: Runtime, { resource }: Parent, key: string): StateKey[] {
  const type = resources[resource]!.noun;
  return owners.knows(type) && isGid(key) ? [{ type, key }] : [];
}

/** The fields that the document shows. Throws at start for a field that the resource does not declare. */
function fieldsShown({ document, name }: Runtime, route: Route, resource: Resource): readonly string[] {
  const fields = resourceFields(document, operationAt(document, route));
  const unknown = fields.filter((field) => !(field in resource.fields));
  if (unknown.length > 0) throw new Error(`${name}: ${route.operationId} shows ${unknown.join(', ')}, which its resource does not declare`);
  return fields;
}
