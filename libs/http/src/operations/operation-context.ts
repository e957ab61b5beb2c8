import { type Principal, rightsOf } from '@partner-ordering/kernel';
import {
  type CollectionParameters,
  loadForUpdate,
  type Queryable,
  readList,
  readOne,
  type Resource,
  type Transaction,
  type Within,
} from '@partner-ordering/data';
import type { Request } from 'express';
import type { Cause } from '@partner-ordering/service-client';
import { toolsOf, type Additions } from '@partner-ordering/writes';
import { askingNow } from '../service-calls/calls.ts';
import { restingOn, type Questions } from '../service-calls/questions.ts';
import type { OperationContext } from '../runtime/context.ts';
import { operationOf, shownFields, singleReadOf } from '../runtime/document.ts';
import { JsonPage, JsonText } from '../response/replies.ts';
import { acceptedType } from '../request/accepted-type.ts';
import { signIn, stillSignedIn } from '../request/authenticate.ts';
import { waiting } from '../request/measure.ts';
import type { Route } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { searchedValues } from '../runtime/searched-values.ts';
import { visibilityOf } from '../runtime/resource-visibility.ts';
import type { NamedFiles } from './named-files.ts';
import type { Precondition } from './precondition.ts';

/** The constants of a request, and what it has asked so far. */
export interface RequestRun {
  cause: Cause;
  /** When the request arrived. */
  now: Date;
  /** The files that the body names. */
  files: NamedFiles;
  questions: Questions;
  /** Identifier of what the request creates. */
  gid: string;
}

interface ContextParts extends RequestRun {
  principal: Principal | undefined;
  tx?: Transaction;
  additions?: Additions;
  precondition?: Precondition;
}

/** The context of an operation. Properties that the route lacks (a principal, a transaction) throw. */
export function contextOf(
  runtime: Runtime,
  route: Route,
  request: Request,
  { cause, now, gid, files, questions, principal, tx, additions, precondition }: ContextParts,
): OperationContext {
  const { database } = runtime;
  const acting = () => principal ?? absent('principal', route);
  const source = tx ?? database;
  return {
    ...runtime.dependencies,
    path: request.params,
    query: request.query,
    body: precondition ? precondition.body : (request.body as unknown),
    headers: request.headers,
    get claims() {
      return request.claims ?? absent('claims', route);
    },
    incoming: request,
    accepts: (types) => acceptedType(request.headers, types),
    waiting: () => waiting(request),
    stillSignedIn: () => stillSignedIn(runtime, route, request),
    get bodyText() {
      return request.bodyText ?? absent('text of its body', route);
    },
    get services() {
      return tx ? absent('time to ask another service while its transaction waits', route) : askingNow(runtime, cause);
    },
    asked: (question, ask) => questions.answer(question, () => ask(askingNow(runtime, cause))),
    gid,
    database,
    isFresh: (state) => questions.isFresh(state),
    get principal() {
      return acting();
    },
    signedIn: async () => runtime.principals.forRead(request.claims ?? (await signIn(runtime, route, request))),
    get tx() {
      return tx ?? absent('tx', route);
    },
    files: (field) => files.of(field),
    ...toolsOf(() => additions ?? absent('tx', route), now),
    load: loadOf(runtime, route, request, { tx, acting, precondition }),
    ...readsOf(runtime, route, request, { source, acting }),
  };
}

/** `load` compares the resource in the path with the request's precondition. */
function loadOf(
  runtime: Runtime,
  route: Route,
  request: Request,
  { tx, acting, precondition }: { tx: Transaction | undefined; acting: () => Principal; precondition: Precondition | undefined },
): OperationContext['load'] {
  return async (resource, gid, within, { isNamed } = {}) => {
    const options = { gid, principal: acting(), ...(within ? { within } : {}) };
    const source = tx ?? absent('tx', route);
    const loaded = await restingOn([rightsOf(options.principal)], () => loadForUpdate(source, resource, options));
    // A path without a parameter, such as `/v1/me`, names the caller.
    if (precondition?.isAsked && (isNamed ?? gid === (Object.values(request.params).at(-1) ?? options.principal.user))) {
      const shown = { ...options, ...taggedFields(runtime, route, resource as Resource) };
      precondition.compare(await readOne(source, resource as Resource, shown));
    }
    return loaded;
  };
}

/** Reads as the caller. */
function readsOf(
  runtime: Runtime,
  route: Route,
  request: Request,
  { source, acting }: { source: Queryable; acting: () => Principal },
): Pick<OperationContext, 'read' | 'list' | 'visibilityOf'> {
  const { document } = runtime;
  return {
    visibilityOf: (uri) => visibilityOf(runtime, source, uri, acting()),
    read: async <Model>(resource: Resource<Model>, gid: string, options: { fields?: readonly string[]; within?: Within } = {}) =>
      new JsonText<Model>(await readOne(source, resource as unknown as Resource, { gid, principal: acting(), ...options })),
    list: async (resource, within) => {
      const operation = operationOf(document, route);
      const collection = {
        searchable: operation['x-searchable'] ?? [],
        orderable: operation['x-orderable'] ?? [],
        values: searchedValues(document, operation),
        fields: shownFields(document, operation),
      };
      const parameters = request.query as CollectionParameters;
      return new JsonPage(
        await readList(source, resource as Resource, { collection, parameters, principal: acting(), ...(within ? { within } : {}) }),
      );
    },
  };
}

/** The fields of the bytes that the client's tag was made from, in their order: those of GET at this path, or of the resource's read. */
function taggedFields({ document, resources }: Runtime, { path }: Route, resource: Resource): { fields?: readonly string[] } {
  const name = Object.keys(resources).find((each) => resources[each] === resource);
  const read = document.paths[path]?.['get'] ?? singleReadOf(document, name);
  const fields = read ? shownFields(document, read) : [];
  return fields.length > 0 ? { fields } : {};
}

function absent(what: string, { operationId }: Route): never {
  throw new Error(`${operationId} has no ${what}`);
}
