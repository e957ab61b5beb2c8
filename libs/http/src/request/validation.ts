import { type Detail, invalid } from '@partner-ordering/kernel';
import type { NextFunction, Request, Response } from 'express';
import {
  bodyKind,
  bodySchema,
  type Document,
  documentOf,
  type Endpoint,
  type Field,
  fieldAt,
  fieldOf,
  mayBe,
  operationAt,
  parametersOf,
  partOf,
  queryParameters,
  type Schema,
} from '@partner-ordering/openapi';
import { documentCheck } from './document-check.ts';
import { detailsOf, faultsIn, MAX_DETAILS, pathOf, type Fault } from './faults.ts';
import { faults as httpFaults } from '../faults.ts';
import { readOnlyFieldsIn, readSchemaOf, type ReadOnlyFields } from './read-only-fields.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** Fields of a PUT that must be compared with the present resource; undefined without any. */
    readOnlyFields?: ReadOnlyFields | undefined;
  }
}

/** Validates the requests of an operation, and in tests and development its responses. Throws the 400 that names all faults. */
export function validator(
  document: Document,
  endpoint: Endpoint,
  validateResponses: boolean,
): (request: Request, response: Response, next: NextFunction) => Promise<void> {
  const operation = operationAt(document, endpoint);
  const parameterNames = operation['x-page'] ? undefined : queryParameters(document, endpoint);
  const integers = integerParameters(document, endpoint);
  const plainType = bodyKind(document, operation).kind === 'json' ? 'application/json' : undefined;
  const writeSchema = bodySchema(document, operation);
  const readSchema = readSchemaOf(document, endpoint);
  // A mistake in the document would make every request fail. In tests and development the start fails instead.
  if (validateResponses) documentOf(document, endpoint);
  let check: ReturnType<typeof documentCheck> | undefined;
  return async (request, response, next) => {
    const { url, headers } = request;
    const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
    const parameterDetails: Detail[] = [];
    if (parameterNames && query !== '') {
      const given = new URLSearchParams(query);
      // The validator would stop at the first unknown parameter.
      parameterDetails.push(...badParameters(given, parameterNames), ...badIntegers(given, integers));
    }
    if (writeSchema) {
      const excess = prepareBody(document, { writeSchema, readSchema, keepsOwnNulls: endpoint.method !== 'post' }, request.body);
      if (excess.length > 0) throw invalidRequest([...detailsOf(document, endpoint, excess), ...parameterDetails]);
    }
    // Made at the first request, because compiling all schemas would take most of the start-up time.
    check ??= documentCheck(documentOf(document, endpoint), validateResponses);
    // The validator compiles and keeps schemas for each spelling of a content type. The reader of the body has checked the type.
    const { 'content-type': type } = headers;
    headers['content-type'] = type === undefined ? undefined : plainType;
    let thrown: unknown;
    try {
      await check(request, response, next);
    } catch (error) {
      thrown = error;
    }
    headers['content-type'] = type;
    if (thrown !== undefined || parameterDetails.length > 0)
      request.readOnlyFields = refuseFaults(document, endpoint, request, { query, parameterDetails, thrown });
  };
}

/** Throws the 400 that names all faults, or returns those that the present resource decides. Other errors are thrown as they are. */
function refuseFaults(
  document: Document,
  endpoint: Endpoint,
  { body }: Request,
  { query, parameterDetails, thrown }: { query: string; parameterDetails: readonly Detail[]; thrown: unknown },
): ReadOnlyFields | undefined {
  const faults = thrown === undefined ? [] : faultsIn(thrown);
  if (!faults) throw thrown;
  const { readOnlyFields, wrong } = readOnlyFieldsIn(document, endpoint, body, faults);
  const named = new Set(parameterDetails.map(({ path }) => path));
  const givenNames = [...new URLSearchParams(query).keys()];
  // `limit[]` is parsed as `limit`, which is absent: one fault suffices. An item of a list is named after its parameter.
  const isGiven = (path: string): boolean =>
    givenNames.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));
  const isNamed = (fault: Fault): boolean => named.has(pathOf(fault)) || (fault.keyword !== 'required' && !isGiven(pathOf(fault)));
  const unnamedFaults = wrong.filter((fault) => fault.place !== 'query' || !isNamed(fault));
  if (unnamedFaults.length + parameterDetails.length > 0)
    throw invalidRequest([...detailsOf(document, endpoint, unnamedFaults), ...parameterDetails]);
  return readOnlyFields;
}

const invalidRequest = (details: readonly Detail[]): Error => invalid(...details.slice(0, MAX_DETAILS));

/** A detail for each query parameter that is unknown or repeated. */
export function badParameters(given: URLSearchParams, documented: ReadonlySet<string>): Detail[] {
  const names = [...given.keys()];
  const details: Detail[] = [];
  for (const name of new Set(names)) {
    if (!documented.has(name)) details.push(httpFaults.unknown_parameter(name));
    else if (names.indexOf(name) < names.lastIndexOf(name)) details.push(httpFaults.duplicate_parameter(name));
  }
  return details;
}

/** The query parameters that are integers, each with its detail for another value. */
const integerParameters = (document: Document, endpoint: Endpoint): [name: string, detail: Detail][] =>
  parametersOf(document, endpoint)
    .filter(({ in: place, schema = {} }) => place === 'query' && fieldOf(document, schema).types.includes('integer'))
    .map(({ name }) => [name, detailsOf(document, endpoint, [{ place: 'query', segments: [name], keyword: 'type' }])[0]!]);

/** The validator reads integers as JavaScript does: `0x10`, `1e1` and ` 10` too, and without a limit those beyond all numbers. */
function badIntegers(given: URLSearchParams, integers: readonly [name: string, detail: Detail][]): Detail[] {
  return integers.flatMap(([name, detail]) => {
    const [text, ...others] = given.getAll(name);
    if (text === undefined || others.length > 0) return [];
    if (!/^-?\d+$/.test(text)) return [detail];
    return Number.isFinite(Number(text)) ? [] : [httpFaults.number_too_large(name)];
  });
}

/** What the walk of a body needs to know of the document. `readSchema` describes the resource that a client may write back. */
interface BodySchemas {
  writeSchema: Schema;
  readSchema: Schema | undefined;
  /** In a PUT the fields of the body itself keep null, which clears. */
  keepsOwnNulls: boolean;
}

/**
 * Removes null from optional fields that are not nullable. Returns the lists and objects that are longer than their schema allows, and
 * unknown fields where they are more than an answer names: the validator would compare all items and describe every fault.
 */
function prepareBody(document: Document, { writeSchema, readSchema, keepsOwnNulls }: BodySchemas, body: unknown): Fault[] {
  const tooLong: Fault[] = [];
  const unknown: Fault[] = [];

  function visit(value: object, schema: Schema, segments: string[]): void {
    const field = fieldOf(document, schema);
    const names = Object.keys(value);
    const keyword = Array.isArray(value) ? 'maxItems' : 'maxProperties';
    if (names.length > (field[keyword] ?? Infinity)) return void tooLong.push({ place: 'body', segments, keyword });
    const isClosed = field.additionalProperties === false || field.unevaluatedProperties === false;
    const keepsNulls = keepsOwnNulls && segments.length === 0;
    for (const name of names) {
      if (unknown.length > MAX_DETAILS) return;
      const part = partOf(field, name);
      const child = (value as Record<string, unknown>)[name];
      const at = [...segments, name];
      if (part && typeof child === 'object' && child !== null) visit(child, part, at);
      else if (part && child === null && !keepsNulls && isOptional(field, name) && !mayBe(document, part, null))
        Reflect.deleteProperty(value, name);
      else if (!part && isClosed && !(readSchema && fieldAt(document, readSchema, at)))
        unknown.push({ place: 'body', segments: at, keyword: 'additionalProperties' });
    }
  }

  if (typeof body === 'object' && body !== null) visit(body, writeSchema, []);
  return tooLong.length > 0 || unknown.length > MAX_DETAILS ? [...tooLong, ...unknown] : [];
}

const isOptional = ({ properties = {}, required = [] }: Field, name: string): boolean =>
  Object.hasOwn(properties, name) && !required.includes(name);
