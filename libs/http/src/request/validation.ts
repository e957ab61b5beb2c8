import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import documentValidation from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import { type Detail, invalid } from '@partner-ordering/kernel';
import {
  bodyKind,
  bodySchema,
  type Document,
  documentOf,
  type Endpoint,
  fieldAt,
  fieldOf,
  mayBe,
  operationAt,
  partOf,
  queryParameters,
  type Schema,
} from '@partner-ordering/openapi';
import { detailsOf, faultsIn, MAX_DETAILS, pathOf, type Fault } from './faults.ts';
import { faults as httpFaults } from '../faults.ts';
import { readOnlyFieldsIn, writtenBack, type ReadOnlyFields } from './read-only-fields.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** Fields of a PUT that must be compared with the present resource; undefined without any. */
    readOnlyFields?: ReadOnlyFields | undefined;
  }
}

// Unused without `validateApiSpec`, but its constructor compiles the schema of OpenAPI: a tenth of a second for each operation.
Object.assign(documentValidation, { OpenAPISchemaValidator: class {} });

/** Validates the requests of an operation, and in tests and development its responses. Throws the 400 that names all faults. */
export function validator(
  document: Document,
  endpoint: Endpoint,
  validateResponses: boolean,
): (request: Request, response: Response, next: NextFunction) => Promise<void> {
  const operation = operationAt(document, endpoint);
  const known = operation['x-page'] ? undefined : queryParameters(document, endpoint);
  const plainType = bodyKind(document, operation).kind === 'json' ? 'application/json' : undefined;
  const taken = bodySchema(document, operation);
  const shown = writtenBack(document, endpoint);
  // A mistake in the document would make every request fail. In tests and development the start fails instead.
  if (validateResponses) documentOf(document, endpoint);
  let handlers: readonly RequestHandler[] | undefined;
  return async (request, response, next) => {
    const { url, headers } = request;
    const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
    // The validator would stop at the first unknown parameter.
    const bad = known && query !== '' ? badParameters(query, known) : [];
    if (taken) {
      const excess = excessIn(document, { taken, shown }, request.body);
      if (excess.length > 0) throw refused([...detailsOf(document, endpoint, excess), ...bad]);
      leaveOutNulls(document, taken, request.body, endpoint.method !== 'post');
    }
    // Made at the first request, because compiling all schemas would take most of the start-up time.
    handlers ??= makeHandlers(documentOf(document, endpoint), validateResponses);
    // The validator compiles and keeps schemas for each spelling of a content type. The reader of the body has checked the type.
    const { 'content-type': type } = headers;
    headers['content-type'] = type === undefined ? undefined : plainType;
    let thrown: unknown;
    try {
      for (const handler of handlers) await passed(handler, request, response, next);
    } catch (error) {
      thrown = error;
    }
    headers['content-type'] = type;
    for (const [path, value] of query === '' ? [] : Object.entries(request.query as Record<string, unknown>)) {
      // The validator accepts `1e400` as an integer, and no limit applies to it.
      if (typeof value === 'number' && !Number.isFinite(value)) bad.push(httpFaults.number_too_large(path));
    }
    if (thrown !== undefined || bad.length > 0) request.readOnlyFields = judge(document, endpoint, request, { query, bad, thrown });
  };
}

/** Runs a handler of the validator. The check of an answer hands its fault to `next`, long after the request has passed. */
function passed(handler: RequestHandler, request: Request, response: Response, next: NextFunction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isPassed = false;
  void handler(request, response, (error?: unknown) => {
    if (isPassed) return next(error);
    isPassed = true;
    if (error) reject(error as Error);
    else resolve();
  });
  return promise;
}

const makeHandlers = (document: Document, validateResponses: boolean): RequestHandler[] =>
  openApiValidator({
    apiSpec: document as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true, coerceTypes: false },
    validateResponses: validateResponses ? { allErrors: true } : false,
    validateFormats: true,
    fileUploader: false,
  }) as unknown as RequestHandler[];

/** Throws the 400 that names all faults, or returns those that the present resource decides. Other errors are thrown as they are. */
function judge(
  document: Document,
  endpoint: Endpoint,
  { body }: Request,
  { query, bad, thrown }: { query: string; bad: readonly Detail[]; thrown: unknown },
): ReadOnlyFields | undefined {
  const faults = thrown === undefined ? [] : faultsIn(thrown);
  if (!faults) throw thrown;
  const { readOnlyFields, wrong } = readOnlyFieldsIn(document, endpoint, body, faults);
  const named = new Set(bad.map(({ path }) => path));
  const given = [...new URLSearchParams(query).keys()];
  // `limit[]` is parsed as `limit`, which is absent: one fault suffices. An item of a list is named after its parameter.
  const isGiven = (path: string): boolean =>
    given.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));
  const isSaid = (fault: Fault): boolean => named.has(pathOf(fault)) || (fault.keyword !== 'required' && !isGiven(pathOf(fault)));
  const unsaid = wrong.filter((fault) => fault.place !== 'query' || !isSaid(fault));
  if (unsaid.length + bad.length > 0) throw refused([...detailsOf(document, endpoint, unsaid), ...bad]);
  return readOnlyFields;
}

const refused = (details: readonly Detail[]): Error => invalid(...details.slice(0, MAX_DETAILS));

/** A detail for each query parameter that is unknown or repeated. */
export function badParameters(query: string, known: ReadonlySet<string>): Detail[] {
  const names = [...new URLSearchParams(query).keys()];
  const details: Detail[] = [];
  for (const name of new Set(names)) {
    if (!known.has(name)) details.push(httpFaults.unknown_parameter(name));
    else if (names.indexOf(name) < names.lastIndexOf(name)) details.push(httpFaults.duplicate_parameter(name));
  }
  return details;
}

/**
 * Lists and objects of a body that are longer than its schema allows, and unknown fields where they are more than an answer names. They are
 * refused before the validator runs, which compares all items and describes every fault. `shown` is what a client may have read and writes
 * back.
 */
function excessIn(document: Document, { taken, shown }: { taken: Schema; shown: Schema | undefined }, body: unknown): Fault[] {
  const tooLong: Fault[] = [];
  const unknown: Fault[] = [];

  function visit(value: unknown, schema: Schema, segments: string[]): void {
    if (typeof value !== 'object' || value === null) return;
    const field = fieldOf(document, schema);
    const names = Object.keys(value);
    const keyword = Array.isArray(value) ? 'maxItems' : 'maxProperties';
    if (names.length > (field[keyword] ?? Infinity)) return void tooLong.push({ place: 'body', segments, keyword });
    const isClosed = field.additionalProperties === false || field.unevaluatedProperties === false;
    for (const name of names) {
      if (unknown.length > MAX_DETAILS) return;
      const part = partOf(field, name);
      const at = [...segments, name];
      if (part) visit((value as Record<string, unknown>)[name], part, at);
      else if (isClosed && !(shown && fieldAt(document, shown, at)))
        unknown.push({ place: 'body', segments: at, keyword: 'additionalProperties' });
    }
  }

  visit(body, taken, []);
  return tooLong.length > 0 || unknown.length > MAX_DETAILS ? [...tooLong, ...unknown] : [];
}

/** Removes null from optional fields that are not nullable. The own fields of a PUT keep it, where null clears. */
function leaveOutNulls(document: Document, schema: Schema, value: unknown, keepsOwn = false): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties = {}, required = [], items } = fieldOf(document, schema);
  if (Array.isArray(value)) {
    if (items) for (const item of value) leaveOutNulls(document, items, item);
    return;
  }
  for (const [name, part] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) continue;
    if (part !== null) leaveOutNulls(document, properties[name]!, part);
    else if (!keepsOwn && !required.includes(name) && !mayBe(document, properties[name]!, null)) Reflect.deleteProperty(value, name);
  }
}
