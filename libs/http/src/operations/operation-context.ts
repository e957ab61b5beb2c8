import { requireSession } from '@partner-ordering/auth';
import { type Principal, rightsOf } from '@partner-ordering/kernel';
import {
  type CollectionParameters,
  loadForUpdate,
  type Queryable,
  readList,
  readOne,
  type ReadOptions,
  type Resource,
  type Transaction,
} from '@partner-ordering/data';
import type { Request } from 'express';
import { deadlineIn, REQUEST_LIMIT_MS, type Cause } from '@partner-ordering/service-client';
import { writeContext, type SideEffects } from '@partner-ordering/writes';
import { type NamedRoute, operationAt, resourceFields, singleReadOf } from '@partner-ordering/openapi';
import { bindCalls } from '../service-calls/calls.ts';
import { repairableError, type ServiceAnswers } from '../service-calls/service-answers.ts';
import type { OperationContext } from '../runtime/context.ts';
import { JsonText, pageAnswer } from '../response/replies.ts';
import { acceptedType } from '../response/headers.ts';
import { signIn, stillSignedIn } from '../request/admission.ts';
import { waiting } from '../observation/observe.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { searchedValues } from '../runtime/searched-values.ts';
import { visibilityOf } from '../runtime/resource-visibility.ts';
import type { NamedFiles } from './named-files.ts';
import type { Precondition } from './safe-requests.ts';

/** The constants of a request, and what it has asked so far. */
export interface RequestRun {
  cause: Cause;
  /** When the request arrived. */
  now: Date;
  files: NamedFiles;
  answers: ServiceAnswers;
  /** Identifier of what the request creates; undefined in reads. */
  gid: string | undefined;
}

interface ContextParts extends RequestRun {
  principal: Principal | undefined;
  tx?: Transaction;
  sideEffects?: SideEffects;
  precondition?: Precondition | undefined;
}

/** The context of an operation. Properties that the route lacks (a principal, a transaction) throw. */
export function contextOf(runtime: Runtime, route: NamedRoute, request: Request, parts: ContextParts): OperationContext {
  const { cause, now, gid, files, answers, tx, sideEffects, precondition } = parts;
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
    requireSession: () => requireSession(runtime.revocations, (request.claims ?? absent('claims', route)).session, 'read'),
    get bodyText() {
      return request.bodyText ?? absent('text of its body', route);
    },
    get services() {
      if (tx) return absent('time to ask another service while its transaction waits', route);
      return bindCalls(runtime, request.isWaiting ? { ...cause, ...deadlineIn(REQUEST_LIMIT_MS) } : cause);
    },
    answerTo: (question, ask) => answers.get(question, () => ask(bindCalls(runtime, cause))),
    get gid() {
      return gid ?? absent('new resource', route);
    },
    database: runtime.database,
    isFresh: (state) => answers.isFresh(state),
    get principal() {
      return principalOf(route, parts);
    },
    signedIn: async () => runtime.principals.forRead(request.claims ?? (await signIn(runtime, route, request))),
    get tx() {
      return tx ?? absent('tx', route);
    },
    files: (field) => files.of(field),
    ...writeContext(() => sideEffects ?? absent('tx', route), now),
    ...readsOf(runtime, route, request, parts),
  };
}

const principalOf = (route: NamedRoute, { principal }: ContextParts): Principal => principal ?? absent('principal', route);

/** What a context without a principal lacks. */
export type ReadsAsCaller = Pick<OperationContext, 'load' | 'read' | 'list' | 'visibilityOf'>;

/** Reads as the caller. `load` compares the resource in the path with the request's precondition. */
function readsOf(runtime: Runtime, route: NamedRoute, request: Request, parts: ContextParts): ReadsAsCaller {
  const { document, database } = runtime;
  const { tx, precondition } = parts;
  const source: Queryable = tx ?? database;
  return {
    load: async (resource, gid, parent, { isNamed } = {}) => {
      const principal = principalOf(route, parts);
      const options = { gid, principal, ...(parent ? { parent } : {}) };
      const loaded = await loadForUpdate(tx ?? absent('tx', route), resource, options).catch((error: unknown) => {
        throw repairableError([rightsOf(principal)], error);
      });
      // A path without a parameter, such as `/v1/me`, names the caller.
      if (precondition && (isNamed ?? gid === (Object.values(request.params).at(-1) ?? principal.user))) {
        const tagged = { ...options, ...taggedFields(runtime, route, resource as Resource) };
        precondition.compare(await readOne(source, resource as Resource, tagged));
      }
      return loaded;
    },
    visibilityOf: (uri) => visibilityOf(runtime, source, uri, principalOf(route, parts)),
    read: async <Model>(resource: Resource<Model>, gid: string, options: ReadOptions = {}) => {
      const principal = principalOf(route, parts);
      return new JsonText<Model>(await readOne(source, resource as unknown as Resource, { gid, principal, ...options }));
    },
    list: async (resource, parent) => {
      const operation = operationAt(document, route);
      const collection = {
        searchable: operation['x-searchable'] ?? [],
        orderable: operation['x-orderable'] ?? [],
        values: searchedValues(document, operation),
        fields: resourceFields(document, operation),
      };
      const options = { collection, parameters: request.query as CollectionParameters, principal: principalOf(route, parts) };
      return pageAnswer(await readList(source, resource as Resource, { ...options, ...(parent ? { parent } : {}) }));
    },
  };
}

/** The fields of the bytes that the client's tag was made from, in their order: those of GET at this path, or of the resource's read. */
function taggedFields({ document, resources }: Runtime, { path }: NamedRoute, resource: Resource): { fields?: readonly string[] } {
  const name = Object.keys(resources).find((each) => resources[each] === resource);
  const read = document.paths[path]?.['get'] ?? singleReadOf(document, name);
  const fields = read ? resourceFields(document, read) : [];
  return fields.length > 0 ? { fields } : {};
}

function absent(what: string, { operationId }: NamedRoute): never {
  throw new Error(`${operationId} has no ${what}`);
}
