import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import documentValidation from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import { type Detail, invalid } from '@partner-ordering/kernel';
import { bodyKind, documentOf, operationOf, queryParameters, type ApiDocument } from '../runtime/document.ts';
import { bodySchema } from '../runtime/schemas.ts';
import { badParameters } from './bad-parameters.ts';
import { excessIn } from './excess.ts';
import { detailsOf, faultsIn, MAX_DETAILS, pathOf, type Fault, type Place } from './faults.ts';
import { faults as httpFaults } from '../faults.ts';
import { leaveOutNulls } from './optional-nulls.ts';
import { readOnlyFieldsIn, type ReadOnlyFields } from './read-only-fields.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** Fields of a PUT that must be compared with the present resource; undefined without any. */
    readOnlyFields?: ReadOnlyFields;
  }
}

// Unused without `validateApiSpec`, but its constructor compiles the schema of OpenAPI: a tenth of a second for each operation.
Object.assign(documentValidation, { OpenAPISchemaValidator: class {} });

/** Validates the requests of an operation, and in tests and development its responses. */
export function validator(document: ApiDocument, route: Place, validateResponses: boolean): RequestHandler {
  const operation = operationOf(document, route);
  const known = operation['x-page'] ? undefined : queryParameters(document, route);
  const plainType = bodyKind(document, operation).kind === 'json' ? 'application/json' : undefined;
  const taken = bodySchema(document, route.path, route.method);
  // A mistake in the document would make every request fail. In tests and development the start fails instead.
  if (validateResponses) documentOf(document, route.path, route.method);
  let handlers: RequestHandler[] | undefined;
  return (request, response, next) => {
    // Made at the first request, because compiling all schemas would take most of the start-up time.
    handlers ??= makeHandlers(documentOf(document, route.path, route.method), validateResponses);
    // The validator would stop at the first unknown parameter.
    const bad = known ? badParameters(queryOf(request), known) : [];
    const excess = taken ? excessIn(document, route, taken, request.body) : [];
    if (excess.length > 0) return next(refused([...detailsOf(document, route, excess), ...bad]));
    if (taken) leaveOutNulls(document, taken, request.body, route.method);
    // The validator compiles and keeps schemas for each spelling of a content type. The reader of the body has checked the type.
    const { 'content-type': type } = request.headers;
    request.headers['content-type'] = type === undefined ? undefined : plainType;
    runInTurn(handlers, request, response, (error?: unknown) => {
      request.headers['content-type'] = type;
      next(refusal(document, route, request, [...bad, ...infinite(request)], error));
    });
  };
}

/** The 400 that names all faults; undefined for a good request. Other errors stay as they are. */
function refusal(document: ApiDocument, route: Place, request: Request, bad: readonly Detail[], error: unknown): unknown {
  const faults = error === undefined ? [] : faultsIn(error);
  if (!faults) return error;
  const { readOnlyFields, wrong } = readOnlyFieldsIn(document, route, request.body, faults);
  const named = new Set(bad.map(({ path }) => path));
  const given = [...new URLSearchParams(queryOf(request)).keys()];
  // `limit[]` is parsed as `limit`, which is absent: one fault suffices. An item of a list is named after its parameter.
  const isGiven = (path: string): boolean =>
    given.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));
  const isSaid = (fault: Fault): boolean => named.has(pathOf(fault)) || (fault.keyword !== 'required' && !isGiven(pathOf(fault)));
  const unsaid = wrong.filter((fault) => fault.place !== 'query' || !isSaid(fault));
  if (unsaid.length + bad.length > 0) return refused([...detailsOf(document, route, unsaid), ...bad]);
  if (readOnlyFields) request.readOnlyFields = readOnlyFields;
  return undefined;
}

const refused = (details: readonly Detail[]): Error => invalid(...details.slice(0, MAX_DETAILS));

const queryOf = ({ url }: Request): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

/** The validator accepts `1e400` as an integer, and no limit applies to it. */
const infinite = ({ query }: Request): Detail[] =>
  Object.entries(query as Record<string, unknown>).flatMap(([path, value]) =>
    typeof value === 'number' && !Number.isFinite(value) ? [httpFaults.number_too_large(path)] : [],
  );

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
