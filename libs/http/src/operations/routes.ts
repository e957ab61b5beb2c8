import type { Resource } from '@partner-ordering/data';
import { REQUEST_LIMIT_MS } from '@partner-ordering/service-client';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { signIn } from '../request/admission.ts';
import { bodyReader } from '../request/body.ts';
import { validator } from '../request/validation.ts';
import { protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';
import { acceptedType } from '../response/headers.ts';
import { sendReply, type Reply } from '../response/replies.ts';
import type { OperationContext } from '../runtime/context.ts';
import { answersJson, operationOf, type ApiDocument } from '../runtime/document.ts';
import { actionOf } from '../runtime/nouns.ts';
import type { CollectionRoute, OperationRoute, ReadRoute, Route, RouteOptions } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { filePathNamer } from './named-files.ts';
import { operationHandler } from './operations.ts';
import { representations, type Answering } from './representation.ts';
import { countView, listView, readView } from './views.ts';

/** What generated routers are built with. */
export interface RouteBuilder {
  operation<Context extends OperationContext>(route: OperationRoute, operation: (context: Context) => Promise<Reply>): void;
  list(route: CollectionRoute & { orderable: readonly string[] }, resource: Resource): void;
  count(route: CollectionRoute, resource: Resource): void;
  read(route: ReadRoute, resource: Resource): void;
  router(): Router;
}

/** Binds the routes of the public document to a runtime. */
export function routeBuilder(runtime: Runtime): RouteBuilder {
  const entries: (Entry & Answering)[] = [];
  const represent = representations(runtime, entries);
  const routeOf = <Options extends RouteOptions>(options: Options, noun: string): Options & Route => {
    const needsUser = operationOf(runtime.document, options)['x-user-token'] === true;
    return { ...options, noun, needsUser };
  };
  const add = (route: Route, answer: Answering['answer']) => {
    const nameFiles = filePathNamer(runtime, route);
    entries.push({
      ...{ route, answer, authenticate: route.public ? undefined : (request) => signIn(runtime, route, request) },
      handle: async (request, response) => {
        if (nameFiles) await nameFiles(request);
        const written = await answer(request);
        const representation = request.headers['prefer'] === undefined ? undefined : await represent(request, written);
        // Representations stand in the public document alone.
        sendReply(request, response, representation ?? written, runtime.validateResponses && representation === undefined);
      },
    });
  };

  return {
    operation: (options, operation) => {
      const route = routeOf(options, actionOf(options).noun);
      add(route, operationHandler(runtime, route, operation as (context: OperationContext) => Promise<Reply>));
    },
    list: (route, resource) => add(routeOf(route, resource.noun), listView(runtime, route, resource)),
    count: (route, resource) => add(routeOf(route, resource.noun), countView(runtime, route, resource)),
    read: (route, resource) => add(routeOf(route, resource.noun), readView(runtime, route, resource)),
    router: () => routerOf(runtime, entries),
  };
}

/** One route of a document. */
export interface Entry {
  route: { method: 'get' | 'post' | 'put' | 'delete'; path: string; operationId: string };
  /** Throws for whoever may not send this request. */
  authenticate: ((request: Request) => Promise<unknown> | void) | undefined;
  handle: (request: Request, response: Response) => Promise<void>;
}

interface Checks {
  document: ApiDocument;
  validateResponses: boolean;
}

/** Binds the routes of a document. The generator puts fixed paths first. */
export function routerOf(checks: Checks, entries: readonly Entry[]): Router {
  const router = Router({ caseSensitive: true });
  for (const entry of entries) router[entry.route.method](entry.route.path.replace(/\{(\w+)\}/g, ':$1'), routeHandler(checks, entry));
  return router;
}

/** The steps of a request of one route: who asks, what they take, its body, whether it is valid; then its operation. */
function routeHandler({ document, validateResponses }: Checks, { route, authenticate, handle }: Entry): RequestHandler {
  const operation = operationOf(document, route);
  const writesByGet = operation['x-transaction'] === 'always';
  const isJson = answersJson(document, operation);
  const readBody = bodyReader(document, route);
  const validate = validator(document, route, validateResponses);
  return async (request, response, next) => {
    // A GET that writes has no HEAD.
    if (writesByGet && request.isHead) return next('route');
    request.template = route.path;
    if (authenticate) await authenticate(request);
    if (isJson && !acceptedType(request.headers, ['application/json'])) throw new ProtocolRefusal(protocolErrors.onlyJson);
    if (readBody) await readBody(request, response);
    // A client's time runs from the end of its body, which may take a minute to arrive; a service's time since it asked.
    if (request.caller === undefined) request.deadlineMs = performance.now() + REQUEST_LIMIT_MS;
    await validate(request, response, next);
    await handle(request, response);
  };
}
