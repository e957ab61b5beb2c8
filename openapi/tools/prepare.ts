/**
 * Bundle -> input of openapi-generator. Every type, return type and route option that the templates print is worked out here and
 * attached as an extension, so that the templates stay free of logic and the generator has nothing left to guess.
 */
import {
  type Document,
  type DocumentedOperation,
  inMatchingOrder,
  type Operation,
  operationsOf,
  type Parameter,
  resolve,
  routesOf,
} from '@partner-ordering/openapi';
import { resourceModels } from './resource-models.ts';
import { commentLine, objectShape, propertyKey, typeOf } from './schema-types.ts';

/** The reduced document, and what the templates print besides, such as names to import. No names are false: templates take '' for true. */
export interface GeneratorInput {
  document: object;
  properties: Record<string, string | boolean>;
}

const httpTypes = ['Accepted', 'Created', 'NoContent', 'Ok', 'Redirect', 'Reply', 'Resource'];

/** Whether a document describes what services answer each other. */
export type DocumentKind = 'public' | 'internal';

/** Prepares one service's bundle; throws with the place when the document breaks a rule that the stubs rely on. */
export function prepare(service: string, document: Document, kind: DocumentKind = 'public'): GeneratorInput {
  const declarations = resourceModels(document);
  const paths: Record<string, Record<string, object>> = {};
  const types: string[] = [];
  const routes = routesOf(document);
  const operations = [...operationsOf(document)].sort(inMatchingOrder);
  for (const [index, place] of operations.entries()) {
    const { path, method, operation } = place;
    const resource = operation['x-resource'];
    const declaration = declarations.get(resource ?? '');
    const declares =
      declaration?.operationId === operation.operationId ? `${propertyKey(resource as string)}: Resource<${declaration.model}>` : undefined;
    const stub = isOwn(operation) ? operationStub(document, place, kind) : undefined;
    types.push(declares ?? '', ...Object.values(stub ?? {}));
    (paths[path] ??= {})[method] = {
      tags: ['default'],
      operationId: `o${String(index).padStart(4, '0')}`, // the generator sorts by it
      'x-id': operation.operationId,
      parameters: pathParameters(place),
      responses: { default: { description: '' } },
      ...xComment(`${operation.summary ?? operation.operationId}. \`${method.toUpperCase()} ${path}\``),
      'x-route': routes.get(operation.operationId)!.kind,
      ...(stub ?? (resource === undefined ? { 'x-shared': true } : { 'x-view': memberAccess(resource) })),
      ...(declares === undefined ? {} : { 'x-declares': declares }),
    };
  }
  const usedTypes = new Set(types.join(' ').match(/\b[A-Z]\w*/g));
  const schemas = document.components.schemas ?? {};
  return {
    document: { openapi: '3.0.3', info: { title: service, version: '1' }, paths, components: { schemas: modelStubs(document) } },
    properties: {
      modelImports:
        Object.keys(schemas)
          .filter((name) => usedTypes.has(name))
          .sort()
          .join(', ') || false,
      httpImports: httpTypes.filter((name) => usedTypes.has(name)).join(', ') || false,
      hasOperations: operations.some(({ operation }) => isOwn(operation)),
      hasResources: declarations.size > 0,
      isInternal: kind === 'internal',
    },
  };
}

/** Whether the service has code of its own for an operation. */
const isOwn = (operation: Operation): boolean => operation['x-resource'] === undefined && operation['x-shared'] !== true;

/** Models reduced to names and type texts; what is no object with known fields becomes a type alias. */
export function modelStubs(document: Document): Record<string, object> {
  const stubs = Object.entries(document.components.schemas ?? {}).map(([name, schema]) => {
    const shape = objectShape(document, schema);
    const fields = Object.entries(shape?.properties ?? { alias: schema }).map(([field, property]) => {
      const key = `${propertyKey(field)}${shape?.required.has(field) === true ? '' : '?'}`;
      return [field, { type: 'string', 'x-field': `${key}: ${typeOf(document, property)}`, ...xComment(property.description) }];
    });
    const alias = shape === undefined ? { 'x-alias': typeOf(document, schema) } : {};
    return [name, { type: 'object', properties: Object.fromEntries(fields), 'x-name': name, ...xComment(schema.description), ...alias }];
  });
  return Object.fromEntries(stubs) as Record<string, object>;
}

/** The generator only checks that they are declared; the templates print `x-path`. */
export function pathParameters({ parameters }: DocumentedOperation): object[] {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function operationStub(document: Document, { operation, parameters }: DocumentedOperation, kind: DocumentKind): Record<string, string> {
  const inputs = (kind: Parameter['in']): string =>
    `{ ${parameters
      .filter((parameter) => parameter.in === kind)
      .map((parameter) => parameterField(document, parameter))
      .join('; ')} }`;
  const headers = parameters.some((parameter) => parameter.in === 'header') ? { 'x-headers': inputs('header') } : {};
  return {
    'x-request': requestName(operation),
    'x-path': inputs('path'),
    'x-query': inputs('query'),
    ...headers,
    'x-body': bodyType(document, operation),
    'x-returns': kind === 'internal' ? answerType(document, operation) : returnTypes(document, operation),
  };
}

function requestName({ operationId }: Operation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`;
}

/** A parameter as a field of an object type. */
export function parameterField(document: Document, parameter: Parameter): string {
  const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema;
  return `${propertyKey(parameter.name)}${parameter.required === true ? '' : '?'}: ${typeOf(document, schema)}`;
}

function bodyType(document: Document, operation: Operation): string {
  if (operation.requestBody === undefined) return 'undefined';
  const body = resolve(document, operation.requestBody);
  const types = Object.values(body.content).map(({ schema }) => typeOf(document, schema));
  return [...new Set(types), ...(body.required === true ? [] : ['undefined'])].join(' | ');
}

/** The type of an operation's result, by its documented successes. The operation itself writes a body that is not JSON: `Reply`. */
function returnTypes(document: Document, operation: Operation): string {
  const types = Object.entries(operation.responses).flatMap(([status, reference]) => {
    const contents = Object.entries(resolve(document, reference).content ?? {});
    const model = typeOf(document, contents[0]?.[1].schema);
    if (/^2/.test(status) && contents.some(([type]) => !/^application\/(.+\+)?json$/.test(type))) return ['Reply'];
    if (status === '200') return [contents.length === 0 ? 'Reply' : `Ok<${model}>`];
    if (status === '201') return [contents.length === 0 ? 'Created' : `Reply<201, ${model}>`];
    if (status === '202') return [contents.length === 0 ? 'Accepted<undefined>' : `Accepted<${model}>`];
    if (status === '204') return ['NoContent'];
    return status === '302' ? ['Redirect'] : ['301', '303'].includes(status) ? ['Reply'] : [];
  });
  if (types.length === 0) throw new Error(`${operation.operationId}: no success response`);
  return [...new Set(types)].sort().join(' | ');
}

/** The type of an internal operation's answer: that of its 200, or `void`. */
export function answerType(document: Document, operation: Operation): string {
  const success = operation.responses['200'];
  const schema = success && resolve(document, success).content?.['application/json']?.schema;
  return schema === undefined ? 'void' : typeOf(document, schema);
}

function memberAccess(resource: string): string {
  const key = propertyKey(resource);
  return key === resource ? `.${resource}` : `[${key}]`;
}

/** Extension with the text of a one-line comment; none for no text. */
export function xComment(text: string | undefined): { 'x-comment'?: string } {
  const line = commentLine(text ?? '');
  return line === '' ? {} : { 'x-comment': line };
}
