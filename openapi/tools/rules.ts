/** The conditions on documents that the generated stubs need and no other check enforces. Every breach is reported with its place. */
import { expectedFormats } from '@partner-ordering/kernel/faults';
import {
  type Document,
  type DocumentedOperation,
  type Operation,
  operationsOf,
  operationWords,
  type Schema,
  schemasReachedBy,
} from '@partner-ordering/openapi';

/** Breaches of our rules in a bundle, as sentences. */
export function ruleBreaches(document: Document, kind: 'public' | 'internal' = 'public'): string[] {
  const operations = [...operationsOf(document)].map(({ operation }) => operation);
  const requests = schemasReachedBy(
    document,
    operations.map(({ requestBody }) => requestBody),
  );
  const successes = operations.flatMap(({ responses: all }) => Object.entries(all).filter(([status]) => /^2/.test(status)));
  const responses = schemasReachedBy(document, successes);
  const operationBreaches = [...operationsOf(document)].flatMap((place) => {
    const { operation } = place;
    const breaches = kind === 'public' ? collectionBreaches(document, place) : callBreaches(place);
    return [...unknownExtensions(operation, kind), ...breaches].map((breach) => `${operation.operationId}: ${breach}`);
  });
  const schemaBreaches = Object.entries(document.components.schemas ?? {}).flatMap(([name, schema]) => {
    if (responses.has(name)) return requests.has(name) ? [] : optionalFields(name, schema);
    const isOpen = requests.has(name) && isOpenObject(document, name, schema);
    return isOpen ? [`${name}: an object of a request says additionalProperties (false unless it is a map)`] : [];
  });
  return [...operationBreaches, ...schemaBreaches, ...unknownMarks(document)];
}

/** A field that may be missing could be forgotten in the code: answers have all their fields, empty ones are null. */
function optionalFields(name: string, schema: Schema): string[] {
  const parts = [schema, ...(schema.allOf ?? [])];
  if (parts.some((part) => part['x-optional'] === true)) return [];
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const fields = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  return fields
    .filter(([field, property]) => !required.has(field) && property['x-optional'] !== true)
    .map(([field]) => `${name}.${field}: a field of an answer is required (x-optional: true when rights or the case withhold it)`);
}

/** Unknown body fields are refused, so an object in a request says that it has no others; a part of an allOf leaves it to the whole. */
function isOpenObject(document: Document, name: string, schema: Schema): boolean {
  const isObject = schema.type === 'object' || schema.properties !== undefined;
  const isClosed = schema.additionalProperties !== undefined || schema['unevaluatedProperties'] !== undefined;
  const isPart = Object.values(document.components.schemas ?? {}).some(({ allOf }) =>
    allOf?.some(({ $ref }) => $ref?.endsWith(`/${name}`)),
  );
  return isObject && !isClosed && !isPart;
}

/** A misspelt one would be silently without effect. */
function unknownExtensions(operation: Operation, kind: 'public' | 'internal'): string[] {
  const words: Readonly<Record<string, string>> = operationWords;
  const unknown = Object.keys(operation).filter((key) => key.startsWith('x-') && words[key] !== kind && words[key] !== 'both');
  return unknown.map((key) => `no such extension: ${key}`);
}

/** The values that an extension of a schema may have; a misspelt one would be silently without effect, too. */
const marks: Readonly<Record<string, readonly unknown[]>> = {
  'x-file': [true, 'optional', 'path', 'given'],
  'x-expects': Object.keys(expectedFormats),
};

function unknownMarks(document: Document): string[] {
  const unknown: string[] = [];
  JSON.stringify(document, (key, value: unknown) => {
    if (marks[key]?.includes(value) === false) unknown.push(`${key}: ${String(value)} is not one of ${marks[key].join(', ')}`);
    return value;
  });
  return unknown;
}

/** The fields by which clients poll and page, whether or not the items show them. */
const commonNames = ['gid', 'created_at', 'modified_at'];

function collectionBreaches(document: Document, { path, operation }: DocumentedOperation): string[] {
  const { 'x-searchable': searchable, 'x-orderable': orderable } = operation;
  if (searchable === undefined && orderable === undefined) return [];
  if (path.endsWith('/total_count')) {
    const list = document.paths[path.replace(/\/total_count$/, '')]?.get;
    return list?.['x-searchable']?.join() === searchable?.join() ? [] : ['a total_count is searchable by what its list is'];
  }
  return Object.entries({ 'x-searchable': searchable, 'x-orderable': orderable }).flatMap(([extension, names = []]) =>
    commonNames.filter((name) => !names.includes(name)).map((name) => `${extension} lacks ${name}`),
  );
}

/** The client of libs/service-client sends nothing else. */
function callBreaches({ method, operation, parameters }: DocumentedOperation): string[] {
  if (method === 'get') return operation.requestBody === undefined ? [] : ['a GET has parameters, no body'];
  if (method === 'post') return parameters.length === 0 ? [] : ['a POST has its input in the body only'];
  return ['services call each other by GET and POST'];
}
