/** What the generated stubs rely on beyond OpenAPI's own rules. Every breach is reported with its place. */
import type { Document, Operation, Parameter, Response, Schema } from './document.ts';
import { operationsOf, resolve } from './document.ts';
import { searchBreaches } from './search-rules.ts';

const publicExtensions = [
  'x-resource',
  'x-reads',
  'x-within',
  'x-searchable',
  'x-orderable',
  'x-where',
  'x-role',
  'x-user-token',
  'x-transaction',
  'x-body-text',
  'x-location',
];
const internalExtensions = ['x-callers', 'x-idempotent', 'x-shared', 'x-body-limit', 'x-attempt-seconds'];

/** Breaches of our rules in a bundle, as sentences. */
export function ruleBreaches(document: Document, kind: 'public' | 'internal' = 'public'): string[] {
  const extensions = kind === 'public' ? publicExtensions : internalExtensions;
  const requests = new Set<string>();
  const responses = new Set<string>();
  const breaches: string[] = [];
  for (const { operation, path, parameters } of operationsOf(document)) {
    collectNames(document, operation.requestBody, requests);
    for (const [status, response] of Object.entries(operation.responses))
      if (/^2/.test(status)) collectNames(document, response, responses);
    const found = [
      ...operationBreaches(path, operation, extensions),
      ...nameBreaches(document, path, operation),
      ...searchBreaches(document, operation),
      ...parameterBreaches(document, parameters),
    ];
    breaches.push(...found.map((breach) => `${operation.operationId}: ${breach}`));
  }
  for (const [name, schema] of Object.entries(document.components.schemas ?? {})) {
    if (responses.has(name) && !requests.has(name)) breaches.push(...optionalFields(name, schema));
    breaches.push(...fileBreaches(name, schema, requests.has(name)));
    if (requests.has(name) && kind === 'public') breaches.push(...patternBreaches(name, schema));
    if (requests.has(name) && !responses.has(name) && isOpenObject(document, name, schema)) {
      breaches.push(`${name}: an object of a request says additionalProperties (false unless it is a map)`);
    }
  }
  return breaches;
}

/** Names of the component schemas that a part of the document reaches. */
function collectNames(document: Document, part: unknown, names: Set<string>): void {
  for (const [reference, kind, name] of JSON.stringify(part ?? null).matchAll(/#\/components\/(\w+)\/([\w.-]+)/g)) {
    if (kind === 'schemas' && names.has(name as string)) continue;
    if (kind === 'schemas') names.add(name as string);
    collectNames(document, resolve(document, { $ref: reference }), names);
  }
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

/** The marks of a text of a body that names a file. */
const marks: ReadonlySet<unknown> = new Set([true, 'optional', 'path']);

/** What a body names as a file is looked up before the operation runs, so the mark must be where that can be read. */
function fileBreaches(name: string, schema: Schema, isInRequest: boolean): string[] {
  const fields = [schema, ...(schema.allOf ?? [])].flatMap((part) => Object.entries(part.properties ?? {}));
  const isRight = ({ 'x-file': mark, type }: Schema): boolean => marks.has(mark) && [type].flat().includes('string') && isInRequest;
  return fields
    .filter(([, property]) => property['x-file'] !== undefined && !isRight(property))
    .map(([field]) => `${name}.${field}: x-file: true, optional or path marks a text of a request that names a file`);
}

/** A client is told in words what a pattern asks for. */
function patternBreaches(name: string, { pattern, 'x-expects': inWords, ...schema }: Schema): string[] {
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [
    ...(pattern !== undefined && inWords === undefined ? [`${name}: a pattern has x-expects, the words for it`] : []),
    ...parts.flatMap((part) => patternBreaches(name, part)),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, property]) => patternBreaches(`${name}.${field}`, property)),
  ];
}

/** Names of path parameters that name a file. */
const fileParameter = /^(?:url|filepath)$/;

/** Whoever names a file in a path may do it in every form, which the mark is for. A pattern has its words. */
function parameterBreaches(document: Document, parameters: readonly Parameter[]): string[] {
  const resolved = parameters.map((parameter) => resolve<Parameter>(document, parameter));
  const unmarked = resolved
    .filter(({ name, in: place, 'x-file': mark }) =>
      mark === undefined ? place === 'path' && fileParameter.test(name) : place !== 'path' || !(mark === 'path' || mark === 'given'),
    )
    .map(({ name }) => `${name}: x-file: path or given marks a path parameter that names a file`);
  return [...unmarked, ...resolved.flatMap(({ name, schema = {} }) => patternBreaches(name, schema))];
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

/** What clients poll and page by, whether or not the items show it. */
const commonNames = ['gid', 'created_at', 'modified_at'];

/** Two names of one thing: where one is offered, so is the other. */
const twins = [
  ['deadline_at', 'due_date'],
  ['category.gid', 'category.id'],
];

/** Names that a collection does not offer to search or to order by, though every collection has to, or though it offers their twin. */
function nameBreaches(document: Document, path: string, operation: Operation): string[] {
  const { 'x-searchable': searchable, 'x-orderable': orderable } = operation;
  if (searchable === undefined) return [];
  if (path.endsWith('/total_count')) {
    const list = document.paths[path.replace(/\/total_count$/, '')]?.get;
    return list && list['x-searchable']?.join() !== searchable.join() ? ['a total_count is searchable by what its list is'] : [];
  }
  const common = [...commonNames, ...(itemFields(document, operation).includes('updated_at') ? ['updated_at'] : [])];
  return Object.entries({ 'x-searchable': searchable, 'x-orderable': orderable ?? [] }).flatMap(([extension, names]) => {
    const paired = twins.filter((pair) => pair.some((name) => names.includes(name))).flat();
    return [...common, ...paired].filter((name) => !names.includes(name)).map((name) => `${extension} lacks ${name}`);
  });
}

/** The fields of a collection's items. */
function itemFields(document: Document, operation: Operation): string[] {
  const { content } = resolve<Response>(document, operation.responses['200'] ?? {});
  const collection = resolve<Schema>(document, content?.['application/json']?.schema ?? {});
  const { items } = resolve<Schema>(document, collection.properties?.['items'] ?? {});
  return items ? fieldNames(document, items) : [];
}

const fieldNames = (document: Document, given: Schema): string[] => {
  const { allOf = [], properties = {} } = resolve(document, given);
  return [...allOf.flatMap((part) => fieldNames(document, part)), ...Object.keys(properties)];
};

function operationBreaches(path: string, operation: Operation, extensions: readonly string[]): string[] {
  const breaches: string[] = [];
  const unknown = Object.keys(operation).filter((key) => key.startsWith('x-') && !extensions.includes(key));
  if (unknown.length > 0) breaches.push(`no such extension: ${unknown.join(', ')}`);
  const isCount = path.endsWith('/total_count');
  const { 'x-searchable': searchable, 'x-orderable': orderable } = operation;
  if (isCount ? orderable !== undefined : (searchable === undefined) !== (orderable === undefined)) {
    breaches.push('a list has x-searchable and x-orderable, a total_count only x-searchable');
  }
  if (orderable !== undefined && !['gid', 'created_at'].every((field) => orderable.includes(field))) {
    breaches.push('every collection is orderable by gid and created_at');
  }
  return breaches;
}
