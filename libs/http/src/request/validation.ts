import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import { type Detail, invalid } from '@partner-ordering/kernel';
import { MAX_DETAILS, requestFailure } from '../response/request-failure.ts';
import { documentOf, queryParameters, type ApiDocument } from '../runtime/document.ts';
import { unknownParameters } from './unknown-parameters.ts';

/** Checks the requests of one operation against the document, and in tests and development its responses too. */
export function validator(document: ApiDocument, route: { path: string; method: string }, validateResponses: boolean): RequestHandler {
  const known = queryParameters(document, route);
  // A mistake in the document would make every request fail. In tests and development the start fails instead.
  if (validateResponses) documentOf(document, route.path, route.method);
  let handlers: RequestHandler[] | undefined;
  return (request, response, next) => {
    // Made at the first request, because compiling all schemas would take most of the start-up time.
    handlers ??= makeHandlers(documentOf(document, route.path, route.method), validateResponses);
    // The validator stops at the first unknown parameter; here each of them is named, beside whatever else is wrong.
    const unknown = unknownParameters(queryOf(request), known);
    runInTurn(handlers, request, response, (error?: unknown) => {
      const bad = [...unknown, ...infinite(request)];
      next(bad.length === 0 ? error : withDetails(error, bad));
    });
  };
}

const queryOf = ({ url }: Request): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

/** The validator accepts `1e400` as an integer, and no limit applies to it. */
const infinite = ({ query }: Request): Detail[] =>
  Object.entries(query as Record<string, unknown>).flatMap(([path, value]) =>
    typeof value === 'number' && !Number.isFinite(value) ? [{ path, message: 'is too large' }] : [],
  );

function withDetails(error: unknown, more: readonly Detail[]): unknown {
  const failure = error === undefined ? undefined : requestFailure(error);
  if (error !== undefined && !failure) return error;
  return invalid(...(failure?.details ?? []), ...more.slice(0, MAX_DETAILS));
}

const makeHandlers = (document: ApiDocument, validateResponses: boolean): RequestHandler[] =>
  openApiValidator({
    apiSpec: document as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true, coerceTypes: false },
    validateResponses: validateResponses ? { allErrors: true } : false,
    validateFormats: true,
    fileUploader: false,
  }) as unknown as RequestHandler[];

function runInTurn(handlers: readonly RequestHandler[], request: Request, response: Response, next: NextFunction): void {
  const run = (index: number): void => {
    const handler = handlers[index];
    if (!handler) return next();
    void handler(request, response, (error?: unknown) => (error ? next(error) : run(index + 1)));
  };
  run(0);
}
