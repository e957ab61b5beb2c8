import type { FactRecord } from '@partner-ordering/messaging';
import { Failure, newGid, preconditionFailed, stateName, PossiblyStale, type Principal } from '@partner-ordering/kernel';
import {
  type CollectionParameters,
  loadForUpdate,
  readList,
  readOne,
  type Resource,
  type Transaction,
  type Within,
} from '@partner-ordering/data';
import type { Request, Response } from 'express';
import { askingLater, type Answers } from '../neighbours/calls.ts';
import { withReadRepair, possiblyStale, type RepairedStates } from '../neighbours/read-repair.ts';
import type { OperationContext } from '../runtime/context.ts';
import { operationOf, shownFields, type ApiDocument } from '../runtime/document.ts';
import { entityTag, namesTag } from '../response/etag.ts';
import { idempotentRequest } from '../writes/idempotency.ts';
import { JsonText, type Reply } from '../response/replies.ts';
import { sendReply } from '../response/respond.ts';
import type { OperationRoute, Route } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { write } from '../writes/write.ts';

type Operation = (context: OperationContext) => Promise<Reply>;

/** Serves an operation of the document: writes in one transaction, reads and `x-transaction: manual` without. */
export function operationHandler(runtime: Runtime, route: OperationRoute & Route, operation: Operation) {
  return async (request: Request, response: Response): Promise<void> => {
    const taken = { now: runtime.clock(), gid: once(newGid) };
    const answer = await withReadRepair(runtime, (asked, answers) => {
      const run = route.transaction ? runWrite : runRead;
      return run(runtime, route, operation, request, { ...taken, asked, answers });
    });
    sendReply(request, response, answer, runtime.validateResponses);
  };
}

/** When a request was taken up, what it creates, and what other services were asked since. */
interface RequestRun {
  now: Date;
  gid: () => string;
  asked: RepairedStates;
  answers: Answers;
}

async function runRead(runtime: Runtime, route: Route, operation: Operation, request: Request, run: RequestRun): Promise<Reply> {
  const principal = request.claims && (await runtime.principals.forRead(request.claims));
  return operation(contextOf(runtime, route, request, { ...run, principal }));
}

async function runWrite(runtime: Runtime, route: Route, operation: Operation, request: Request, run: RequestRun): Promise<Reply> {
  const { claims, body, path, method } = request;
  const key = method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
  let messages: Message[] = [];
  const answer = await write(runtime, {
    now: run.now,
    traceparent: request.headers['traceparent'] as string | undefined,
    principal: claims && ((tx) => runtime.principals.forWrite(claims, tx)),
    idempotent: claims && (() => idempotentRequest(key, { ...claims, method, path, query: request.query, body: body as unknown })),
    effect: async (tx, principal, facts) => {
      const precondition = new Precondition(request.headers['if-match']);
      messages = [];
      const context = contextOf(runtime, route, request, { ...run, principal, tx, facts, precondition, messages });
      const reply = await operation(context).catch((error: unknown) =>
        Promise.reject(precondition.outranks(error) ? precondition.failure() : error),
      );
      if (precondition.failed) throw precondition.failure();
      return reply;
    },
  });
  for (const { service, path: to, body: told } of answer.isRolledBack ? [] : messages)
    runtime
      .ask(service, to, told)
      .catch((error: unknown) => runtime.log.warn({ err: error, service: runtime.name }, `${service} was not told`));
  return answer;
}

/** What another service is told after the commit. */
interface Message {
  service: string;
  path: string;
  body: object;
}

/** `If-Match`: compared under the row lock; a missing right (403, 404) is told first, a broken rule (400) after it. */
class Precondition {
  readonly #header: string | undefined;
  #currentTag: string | undefined;

  constructor(header: string | undefined) {
    this.#header = header;
  }

  get isAsked(): boolean {
    return this.#header !== undefined;
  }

  compare(body: string): void {
    this.#currentTag ??= entityTag(body);
  }

  get failed(): boolean {
    return this.#header !== undefined && this.#currentTag !== undefined && !namesTag(this.#header, this.#currentTag);
  }

  outranks(error: unknown): boolean {
    const refusal = error instanceof PossiblyStale ? error.refusal : error;
    return this.failed && refusal instanceof Failure && refusal.kind === 'invalid';
  }

  failure(): Error {
    return preconditionFailed(this.#currentTag ?? '');
  }
}

interface ContextParts extends RequestRun {
  principal: Principal | undefined;
  tx?: Transaction;
  facts?: FactRecord[];
  messages?: Message[];
  precondition?: Precondition;
}

function contextOf(
  runtime: Runtime,
  route: Route,
  request: Request,
  { now, gid, asked, answers, principal, tx, facts, precondition, messages }: ContextParts,
): OperationContext {
  const { database, document } = runtime;
  const acting = () => principal ?? absent('principal', route);
  const source = tx ?? database;
  return {
    ...runtime.dependencies,
    path: request.params,
    query: request.query,
    body: request.body as unknown,
    headers: request.headers,
    get claims() {
      return request.claims ?? absent('claims', route);
    },
    incoming: request,
    ask: askingLater(answers),
    now,
    get gid() {
      return gid();
    },
    database,
    isFresh: (state) => asked.has(stateName(state)),
    get principal() {
      return acting();
    },
    get tx() {
      return tx ?? absent('tx', route);
    },
    load: async (resource, gid, within) => {
      const options = { gid, principal: acting(), ...(within ? { within } : {}) };
      const loaded = await possiblyStale([{ type: 'principal', key: options.principal.user }], () =>
        loadForUpdate(tx ?? absent('tx', route), resource, options),
      );
      if (precondition?.isAsked && gid === Object.values(request.params).at(-1))
        precondition.compare(await readOne(source, resource as Resource, { ...options, ...taggedFields(document, route) }));
      return loaded;
    },
    tell: (service, to, message) => void (messages ?? absent('tx', route)).push({ service, path: to, body: message }),
    publish: (type, key, data) => void (facts ?? absent('tx', route)).push({ type, key, data }),
    read: async <Model>(resource: Resource<Model>, gid: string, options: { fields?: readonly string[]; within?: Within } = {}) =>
      new JsonText<Model>(await readOne(source, resource as unknown as Resource, { gid, principal: acting(), ...options })),
    list: async (resource, within) => {
      const operation = operationOf(document, route);
      const collection = {
        searchable: operation['x-searchable'] ?? [],
        orderable: operation['x-orderable'] ?? [],
        fields: shownFields(document, operation),
      };
      const parameters = request.query as CollectionParameters;
      return new JsonText(
        await readList(source, resource as Resource, { collection, parameters, principal: acting(), ...(within ? { within } : {}) }),
      );
    },
  };
}

/** The tag that a client sends back is of the bytes that GET showed: of these fields, in this order. */
function taggedFields(document: ApiDocument, { path }: Route): { fields?: string[] } {
  const read = document.paths[path]?.['get'];
  const fields = read ? shownFields(document, read) : [];
  return fields.length > 0 ? { fields } : {};
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function absent(what: string, { operationId }: Route): never {
  throw new Error(`${operationId} has no ${what}`);
}
