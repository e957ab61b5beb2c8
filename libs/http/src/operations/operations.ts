import { requireSession } from '@partner-ordering/auth';
import {
  type CollectionParameters,
  lastStatements,
  loadForUpdate,
  type Queryable,
  readList,
  readOne,
  type ReadOptions,
  type Resource,
  type Transaction,
} from '@partner-ordering/data';
import { newGid, type Principal, Refusal, rightsOf, type StateKey } from '@partner-ordering/kernel';
import { type NamedRoute, operationAt, resourceFields, singleReadOf } from '@partner-ordering/openapi';
import { allServices, deadlineIn, REQUEST_LIMIT_MS, withTimeLimit, type Cause } from '@partner-ordering/service-client';
import { runWrite, writeContext, type SideEffects } from '@partner-ordering/writes';
import type { Request } from 'express';
import { causeOf, waiting } from '../observation/observe.ts';
import { signIn, stillSignedIn } from '../request/sign-in.ts';
import { acceptedType } from '../response/headers.ts';
import { JsonText, pageAnswer, rolledBack, type Reply } from '../response/replies.ts';
import type { OperationContext } from '../runtime/context.ts';
import { visibilityOf } from '../runtime/resource-visibility.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { searchedValues } from '../runtime/searched-values.ts';
import { bindCalls } from '../service-calls/calls.ts';
import { repairableError, ServiceAnswers } from '../service-calls/service-answers.ts';
import { earlierReply, idempotentRequest, keepReply } from './idempotency.ts';
import { describedFilesIn, fileFields, NamedFiles, type FileFields } from './named-files.ts';
import { Precondition } from './precondition.ts';

interface Operation {
  (context: OperationContext): Promise<Reply>;
  readonly prefetch?: Prefetch<OperationContext>;
}

/** With it, a request is answered within 10 s though the database is silent afterwards (`ANSWER_TIMEOUT_MS` of libs/data). */
const PREFETCH_LIMIT_MS = 1_000;

type Prefetch<Context> = (context: Context) => Promise<readonly StateKey[]>;

/**
 * A write that asks other services before its transaction, so that it need not be rolled back to ask. `fetchAhead` returns the states to
 * read with the caller's principal. It gets no principal; `signedIn` reads it. Its refusals are ignored: the operation asks what is still
 * open. It comes before all checks, and before a kept reply is found.
 */
export const withPrefetch = <Context, Answer>(
  fetchAhead: Prefetch<Omit<NoInfer<Context>, 'principal' | keyof ReadsAsCaller>>,
  operation: (context: Context) => Promise<Answer>,
): ((context: Context) => Promise<Answer>) => Object.assign(operation, { prefetch: fetchAhead });

/** Serves an operation. Writes, and reads with `x-transaction: always`, run in one transaction; others and `manual` writes run without. */
export function operationHandler(runtime: Runtime, route: NamedRoute, operation: Operation): (request: Request) => Promise<Reply> {
  const fields = fieldsWithFiles(runtime, route);
  const isRead = route.method === 'get' && !route.transaction;
  return async (request) => {
    const cause = causeOf(request);
    const files = await NamedFiles.resolve(describedFilesIn(request.body, fields), request.claims?.user, (question) =>
      allServices(runtime.ask, cause).files.resolveFiles(question),
    );
    const run = { cause, files, answers: new ServiceAnswers(runtime, cause), now: runtime.clock(), gid: isRead ? undefined : newGid() };
    const states = operation.prefetch ? await prefetch(runtime, route, request, run, operation.prefetch) : [];
    if (route.transaction) return runInTransaction(runtime, route, request, { ...run, states }, operation);
    return run.answers.runUntilAnswered(async () => operation(await contextOfRead(runtime, route, request, run)));
  };
}

/** The fields of the body that name files. Throws if the service may not ask about files. */
function fieldsWithFiles({ document, callable, name }: Runtime, route: NamedRoute): FileFields {
  const fields = fileFields(document, operationAt(document, route));
  if (fields.required.length + fields.optional.length > 0 && !callable['files']?.['resolveFiles'])
    throw new Error(`${route.operationId} names files, but ${name} may not call resolveFiles of files`);
  return fields;
}

async function prefetch(
  runtime: Runtime,
  route: NamedRoute,
  request: Request,
  run: RequestRun,
  fetchAhead: Prefetch<OperationContext>,
): Promise<readonly StateKey[]> {
  const cause = withTimeLimit(PREFETCH_LIMIT_MS, run.cause);
  try {
    return await run.answers.runUntilAnswered(
      () => fetchAhead(contextOf(runtime, route, request, { ...run, cause, principal: undefined })),
      cause,
    );
  } catch (error) {
    // A silent database ends the request, as there is no time left to wait for it twice.
    if (!(error instanceof Refusal)) throw error;
    return [];
  }
}

async function contextOfRead(runtime: Runtime, route: NamedRoute, request: Request, run: RequestRun): Promise<OperationContext> {
  const principal = request.claims && (await runtime.principals.forRead(request.claims));
  return contextOf(runtime, route, request, { ...run, principal });
}

interface WriteRun extends RequestRun {
  /** Read with the principal. */
  states: readonly StateKey[];
}

/** Runs a write: its principal, an earlier reply, the operation and its precondition; `runWrite` then writes and commits. */
function runInTransaction(runtime: Runtime, route: NamedRoute, request: Request, run: WriteRun, operation: Operation): Promise<Reply> {
  const { claims, headers } = request;
  return runWrite(runtime, {
    now: run.now,
    traceparent: headers['traceparent'] as string | undefined,
    work: async (tx, sideEffects) => {
      const outcome = await run.answers.runOnce(async () => {
        const principal = claims && (await runtime.principals.forWrite(claims, tx, run.states));
        const idempotent = claims && idempotentRequest(request, claims);
        const earlier = idempotent && (await earlierReply(tx, idempotent));
        if (earlier) return rolledBack(earlier);
        const precondition = Precondition.of(request);
        const context = contextOf(runtime, route, request, { ...run, principal, tx, sideEffects, precondition });
        const answer = precondition ? await precondition.run(() => operation(context)) : await operation(context);
        if (idempotent && answer.status < 300 && !answer.isRolledBack) await lastStatements(() => keepReply(tx, idempotent, answer));
        return answer;
      });
      return outcome.kind === 'done' && outcome.answer.isRolledBack ? { ...outcome, kind: 'roll back' } : outcome;
    },
  });
}

/** The constants of a request, and what it has asked so far. */
interface RequestRun {
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
    askOutside: (question, ask) => answers.getOrRunAgain(question, () => ask(bindCalls(runtime, cause))),
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
type ReadsAsCaller = Pick<OperationContext, 'load' | 'read' | 'list' | 'visibilityOf'>;

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
