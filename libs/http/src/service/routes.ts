import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { Resource } from '@partner-ordering/data';
import { authenticate } from '../request/authenticate.ts';
import { formBody, jsonBody } from '../request/body.ts';
import { answersJson, bodyKind, operationOf } from '../runtime/document.ts';
import { protocolErrors } from '../response/error-answers.ts';
import { HttpError } from '../response/errors.ts';
import type { CollectionRoute, OperationRoute, ReadRoute, Route, RouteOptions } from '../runtime/route.ts';
import type { OperationContext } from '../runtime/context.ts';
import type { Reply } from '../response/replies.ts';
import { countView, listView, readView } from '../operations/views.ts';
import { operationHandler } from '../operations/operations.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { validator } from '../request/validation.ts';

type Handle = (request: Request, response: Response) => Promise<void>;

/** What generated routers are built with. */
export interface RouteBuilder {
  operation<Context extends OperationContext>(route: OperationRoute, operation: (context: Context) => Promise<Reply>): void;
  list(route: CollectionRoute & { orderable: readonly string[] }, resource: Resource): void;
  count(route: CollectionRoute, resource: Resource): void;
  read(route: ReadRoute, resource: Resource): void;
  router(): Router;
}

interface Entry {
  route: Route;
  handle: Handle;
}

/** Binds routes to a runtime. Fixed paths are tried before paths with parameters. */
export function routeBuilder(runtime: Runtime): RouteBuilder {
  const entries: Entry[] = [];
  const add = (options: RouteOptions, noun: string, handle: Handle) => entries.push({ route: { ...options, noun }, handle });

  return {
    operation: (route, operation) => {
      const noun = nounOf(route.operationId);
      add(route, noun, operationHandler(runtime, { ...route, noun }, operation as (context: OperationContext) => Promise<Reply>));
    },
    list: (route, resource) => add(route, resource.noun, listView(runtime, route, resource)),
    count: (route, resource) => add(route, resource.noun, countView(runtime, route, resource)),
    read: (route, resource) => add(route, resource.noun, readView(runtime, route, resource)),
    router: () => routerOf(runtime, entries),
  };
}

function routerOf(runtime: Runtime, entries: Entry[]): Router {
  const router = Router({ caseSensitive: true });
  for (const { route, handle } of entries.toSorted((a, b) => rank(a.route.path).localeCompare(rank(b.route.path)))) {
    const chain: RequestHandler[] = [
      observe(runtime, route),
      authenticate(runtime, route),
      ...(answersJson(runtime.document, operationOf(runtime.document, route)) ? [acceptsJson] : []),
      ...bodyReaders(runtime, route),
      validator(runtime.document, route, runtime.validateResponses),
      (request, response, next) => void handle(request, response).catch(next),
    ];
    router[route.method](expressPath(route.path), ...chain);
  }
  return router;
}

/** 406 for clients that take no JSON (RFC 9110, section 12.5.1). */
const acceptsJson: RequestHandler = (request, _response, next) =>
  next(request.accepts('json') ? undefined : HttpError.of(protocolErrors.onlyJson));

function bodyReaders({ document }: Runtime, { path, method }: Route): RequestHandler[] {
  const { kind, required } = bodyKind(document, operationOf(document, { path, method }));
  if (kind === 'json') return [jsonBody(required)];
  return kind === 'form' ? [formBody] : [];
}

function observe({ metrics }: Runtime, { operationId }: Route): RequestHandler {
  return (_request, response, next) => {
    const start = performance.now();
    response.once('finish', () => metrics.observeRequest(operationId, response.statusCode, (performance.now() - start) / 1000));
    next();
  };
}

/** Sorts `/v1/projects/total_count` before `/v1/projects/{gid}`: a parameter ranks after every letter. */
const rank = (path: string): string => path.replace(/\{\w+\}/g, '\u{10FFFF}');

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** `createPriceList` → `price list`. */
const nounOf = (operationId: string): string =>
  operationId
    .replace(/^[a-z]+/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
