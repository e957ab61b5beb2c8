import type { Request, RequestHandler, Router } from 'express';
import { onBehalfOf } from '@partner-ordering/data';
import { missingToken, DomainRefusal } from '@partner-ordering/kernel';
import { callerDeadline } from '@partner-ordering/service-client';
import { type Document, type Route, routesOf } from '@partner-ordering/openapi';
import { causeOf } from '../observation/observe.ts';
import { routerOf, type BoundRoute } from '../operations/routes.ts';
import { bindCalls } from '../service-calls/calls.ts';
import { OWNER_ANSWER_AGE_MS, ServiceAnswers } from '../service-calls/service-answers.ts';
import type { InternalOperationContext } from '../runtime/context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { sharedOperations } from './shared.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** Bare name of the calling service; undefined outside of `/internal`. */
    caller?: string;
  }
}

/** Builds the generated routers of internal documents. */
export interface InternalRouteBuilder {
  operation<Context extends InternalOperationContext>(operationId: string, operation: (context: Context) => Promise<object | void>): void;
  /** An operation that all services share. */
  shared(operationId: string): void;
  router(): Router;
}

/** The routes of a service's internal document. */
export function internalRoutes(runtime: Runtime, document: Document): InternalRouteBuilder {
  const boundRoutes: BoundRoute[] = [];
  const routes = routesOf(document);
  const add = (operationId: string, handle: BoundRoute['handle']): void => {
    const route = routes.get(operationId)!;
    boundRoutes.push({
      route,
      authenticate: onlyCallers(runtime, route),
      handle: (request, response) => onBehalfOf({ parties: [request.caller!], operation: operationId }, () => handle(request, response)),
    });
  };
  return {
    operation: (operationId, operation) =>
      add(operationId, async (request, response) => {
        const cause = causeOf(request);
        const context = {
          caller: request.caller!,
          now: runtime.clock(),
          deadlineMs: request.deadlineMs,
          database: runtime.database,
          services: bindCalls(runtime, cause),
        };
        const input = { path: request.params, query: request.query, body: request.body as unknown };
        const answers = new ServiceAnswers(runtime, cause, OWNER_ANSWER_AGE_MS);
        const answer = await answers.runUntilAnswered(() => operation({ ...runtime.dependencies, ...input, ...context } as never));
        if (answer === undefined) response.status(204).end();
        else response.json(answer);
      }),
    shared: (operationId) =>
      add(operationId, async (request, response) => void response.json(await sharedOperations[operationId]!(runtime, request))),
    router: () => routerOf({ ...runtime, document }, boundRoutes),
  };
}

/** The first step under `/internal`: 401 without a service token; the deadline is the caller's. The gateway never routes here. */
export function authenticateService({ tokens, name }: Pick<Runtime, 'tokens' | 'name'>): RequestHandler {
  return async (request, _response, next) => {
    if (request.presentedToken === undefined || request.tokenInQuery) throw missingToken();
    const { service } = await tokens.verify(request.presentedToken, name);
    request.caller = service;
    request.deadlineMs = callerDeadline(request.headers, performance.now());
    next();
  };
}

/** 403 for services that the document does not name as callers. */
function onlyCallers({ name }: Runtime, { operationId, callers }: Route): (request: Request) => void {
  return ({ caller = '' }) => {
    if (!callers.includes(caller)) throw new DomainRefusal('forbidden', `${caller} may not call ${operationId} of ${name}`);
  };
}
