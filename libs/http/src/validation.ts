import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import { invalid, type Detail, type Failure } from '@partner-ordering/data';
import { documentOf, type ApiDocument } from './document.ts';

/** Checks requests of one operation, and in tests and development its responses, against the document. */
export function validator(document: ApiDocument, route: { path: string; method: string }, validateResponses: boolean): RequestHandler {
  let handlers: RequestHandler[] | undefined;
  return (request, response, next) => {
    // Made at the first request: most of a service's start-up time would go into schemas that nobody asks for yet.
    handlers ??= makeHandlers(documentOf(document, route.path, route.method), validateResponses);
    runInTurn(handlers, request, response, next);
  };
}

const makeHandlers = (document: ApiDocument, validateResponses: boolean): RequestHandler[] =>
  openApiValidator({
    apiSpec: document as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false, coerceTypes: false },
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

interface ValidatorError {
  status: number;
  errors: { path?: string; message?: string }[];
}

const isValidatorError = (error: unknown): error is ValidatorError =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors) && 'status' in error;

/** The validator's complaint as our 400, each detail with the field's own path; undefined for anything else. */
export function requestFailure(error: unknown): Failure | undefined {
  if (!isValidatorError(error) || error.status !== 400) return undefined;
  return invalid(
    ...distinct(error.errors.map(({ path = '', message = 'is not valid' }) => ({ path: fieldPath(path), message: sentence(message) }))),
  );
}

/** `/body/options/due` → `options.due`, `/query/limit` → `limit`. */
function fieldPath(pointer: string): string {
  const path = pointer.replace(/^\/(body|query|params|headers|cookies)(\/|$)/, '').replaceAll('/', '.');
  return path === '' ? 'body' : path;
}

const sentence = (message: string): string => {
  const unknown = /^Unknown query parameter '(.+)'$/.exec(message);
  if (unknown) return 'is not a known parameter';
  return message
    .replace('must NOT have additional properties', 'is not a known field')
    .replace('must NOT have unevaluated properties', 'is not a known field');
};

function distinct(details: Detail[]): Detail[] {
  const byText = new Map(details.map((detail) => [`${detail.path}\0${detail.message}`, detail]));
  return [...byText.values()].slice(0, 50);
}
