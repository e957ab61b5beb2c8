/** Makes the input of openapi-generator for libs/client: models, signatures, searchable fields, and the table of all operations. */
import {
  type Document,
  type DocumentedOperation,
  inMatchingOrder,
  type Operation,
  operationsOf,
  resolve,
  type Response,
  successesOf,
} from '@partner-ordering/openapi';
import { xComment, modelStubs, parameterField, pathParameters, type GeneratorInput } from './prepare.ts';
import { memberParameter, ownerOf } from './links.ts';
import { collectionItem } from './resource-models.ts';
import { literal, typeOf } from './schema-types.ts';
import { fieldsType } from './search-fields.ts';

/** The types of the hand-written part that generated signatures use. */
const ownTypes = ['CallOptions', 'CountQuery', 'Created', 'Field', 'ListQuery', 'Located', 'Pages', 'Relation', 'Time'];

/** Prepares the public bundle; throws with the operation's name when the client could not offer it. */
export function prepareClient(document: Document): GeneratorInput {
  const paths: Record<string, Record<string, object>> = {};
  const types: string[] = [];
  const documentedOperations = [...operationsOf(document)].filter(({ operation }) => operation['x-page'] !== true).sort(inMatchingOrder);
  for (const [index, place] of documentedOperations.entries()) {
    const { path, method, operation } = place;
    const item = collectionItem(document, operation);
    const fields = item === undefined ? undefined : fieldsType(document, operation);
    const signature = signatureOf(document, place);
    types.push(fields ?? '', signature);
    (paths[path] ??= {})[method] = {
      tags: ['default'],
      operationId: `o${String(index).padStart(4, '0')}`, // the generator sorts by it
      parameters: pathParameters(place),
      responses: { default: { description: '' } },
      ...xComment(`${operation.summary ?? operation.operationId}. \`${method.toUpperCase()} ${path}\``),
      'x-signature': `${operation.operationId}${signature}`,
      'x-entry': `${operation.operationId}: ${literal(entryOf(document, place))}`,
      ...(fields === undefined ? {} : { 'x-fields': `${fieldsName(operation)} ${fields}` }),
    };
  }
  const events = webhookEvents(document);
  types.push(events);
  const usedTypes = new Set(types.join(' ').match(/\b[A-Z]\w*/g));
  const names = (candidates: readonly string[]): string => candidates.filter((name) => usedTypes.has(name)).join(', ');
  const schemas = Object.keys(document.components.schemas ?? {});
  return {
    document: { openapi: '3.0.3', info: { title: 'client', version: '1' }, paths, components: { schemas: modelStubs(document) } },
    properties: { modelImports: names(schemas.sort()), ownImports: names(ownTypes), webhookEvents: events || false },
  };
}

/** The body of each webhook by its type, as fields of an object type. */
const webhookEvents = (document: Document): string =>
  Object.entries(document.webhooks ?? {})
    .map(([type, { post }]) => `${literal(type)}: ${typeOf(document, post?.requestBody?.content['application/json']?.schema)};`)
    .join('\n  ');

const fieldsName = ({ operationId }: Operation): string => `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Fields`;

/** The form of an answer: a `page`, JSON, the `Location` of a creation with a gid at its end or without, a file, or nothing. */
type Answer = 'page' | 'json' | 'created' | 'located' | 'file' | 'none';

function answerOf(document: Document, place: DocumentedOperation): Answer {
  const { operation } = place;
  if (collectionItem(document, operation) !== undefined) return 'page';
  const { content, headers = {} } = successOf(document, operation);
  if (content !== undefined) return 'application/json' in content ? 'json' : 'file';
  if (!('Location' in headers)) return 'none';
  return endsInOwnGid(document, place) ? 'created' : 'located';
}

function successOf(document: Document, operation: Operation): Response {
  const [success, another] = successesOf(operation);
  if (success === undefined || another !== undefined) throw new Error(`${operation.operationId}: it has one success`);
  return resolve(document, success[1]);
}

/** Whether the `Location` of a creation ends with the new gid (`{messageGid}`), not with its owner's (`{orgaGid}` of a membership). */
function endsInOwnGid({ paths }: Document, { path, operation }: DocumentedOperation): boolean {
  const { 'x-location': location } = operation;
  const collection = location?.slice(0, location.lastIndexOf('/')) ?? path;
  const names = (location === undefined ? Object.keys(paths) : [location]).map((each) => memberParameter(collection, each));
  return names.some((name) => name !== undefined && ownerOf[name] === undefined);
}

function answerText(document: Document, place: DocumentedOperation): string {
  const { operation } = place;
  const answer = answerOf(document, place);
  if (answer === 'page') return `Pages<${collectionItem(document, operation)}>`;
  if (answer === 'json') return `Promise<${typeOf(document, successOf(document, operation).content!['application/json']!.schema)}>`;
  return { created: 'Promise<Created>', located: 'Promise<Located>', file: 'Promise<Response>', none: 'Promise<void>' }[answer];
}

function signatureOf(document: Document, place: DocumentedOperation): string {
  const inputs = [...pathInputs(document, place), ...bodyInput(document, place.operation), ...queryInput(document, place)];
  return `(${[...inputs, 'options?: CallOptions'].join(', ')}): ${answerText(document, place)};`;
}

function pathInputs(document: Document, { path, parameters }: DocumentedOperation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    return `${name}: ${typeOf(document, parameter?.schema)}`;
  });
}

function bodyInput(document: Document, { requestBody }: Operation): string[] {
  if (requestBody === undefined) return [];
  const { content, required } = resolve(document, requestBody);
  const [[type, { schema }] = ['', {}]] = Object.entries(content);
  return [`body${required === true ? '' : '?'}: ${type === 'multipart/form-data' ? 'FormData' : typeOf(document, schema)}`];
}

const listParameters = new Set(['query', 'orderBy', 'sort', 'offset', 'after', 'limit']);

function queryInput(document: Document, { operation, parameters, path }: DocumentedOperation): string[] {
  const isCollection = operation['x-searchable'] !== undefined || operation['x-orderable'] !== undefined;
  const otherParameters = parameters.filter(({ in: place, name }) => place === 'query' && !(isCollection && listParameters.has(name)));
  const fields = otherParameters.map((parameter) => parameterField(document, parameter));
  const ownFields = fields.length === 0 ? [] : [`{ ${fields.join('; ')} }`];
  const { 'x-searchable': searchable, 'x-orderable': orderable } = operation;
  if (orderable !== undefined)
    ownFields.unshift(`ListQuery<${fieldsName(operation)}, ${orderable.map((name) => literal(name)).join(' | ')}>`);
  else if (searchable !== undefined) {
    const list = document.paths[path.replace(/\/total_count$/, '')]!.get!;
    ownFields.unshift(`CountQuery<${fieldsName(list)}>`);
  }
  return ownFields.length === 0
    ? []
    : [`query${otherParameters.some(({ required }) => required === true) ? '' : '?'}: ${ownFields.join(' & ')}`];
}

const bodyKinds: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
};

/** A row of the table: what the arguments of a call do not show. */
function entryOf(document: Document, place: DocumentedOperation): Record<string, string | boolean> {
  const { path, method, operation, parameters } = place;
  const [type] = Object.keys(operation.requestBody === undefined ? {} : resolve(document, operation.requestBody).content);
  return {
    method: method.toUpperCase(),
    path,
    answer: answerOf(document, place),
    ...(type === undefined ? {} : { body: bodyKinds[type]! }),
    ...(parameters.some((parameter) => parameter.in === 'query') ? { hasQuery: true } : {}),
    ...((operation.security ?? []).length === 0 ? { isPublic: true } : {}),
    ...('409' in operation.responses ? { isKeyed: true } : {}), // only what takes an Idempotency-Key can be refused so
  };
}
