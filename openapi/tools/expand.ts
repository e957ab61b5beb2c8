/**
 * Adds the common parts of operations to the bundle, so that the documents need not repeat them: the parameters of the
 * collection query language, our errors, the tag of a single read and the links of a page. Whatever a document says itself stays.
 */
import { type Document, type Method, methods, type Operation, type PathItem } from '@partner-ordering/openapi';

const listParameters = ['query', 'orderBy', 'sort', 'offset', 'after', 'limit'];

/** Adds standard parameters and responses to a bundle, with the components of common.yaml that they need. */
export function expand(document: Document, common: Document): Document {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation !== undefined) addToOperation({ document, common, path, item, method, operation });
    }
  }
  return document;
}

interface OperationPlace {
  document: Document;
  common: Document;
  path: string;
  item: PathItem;
  method: Method;
  operation: Operation;
}

function addToOperation(place: OperationPlace): void {
  const { document, common, operation } = place;
  for (const name of standardParameters(place)) addParameter(place, name);
  for (const [status, name] of standardResponses(place))
    operation.responses[status] ??= { $ref: adopt(document, common, 'responses', name) };
  const success = operation.responses['200'];
  if (isSingleRead(place) && success !== undefined && success.$ref === undefined) {
    success.headers = { ETag: { $ref: adopt(document, common, 'headers', 'ETag') }, ...success.headers };
  }
  if (isPage(place) && success !== undefined && success.$ref === undefined) {
    success.headers = { Link: { $ref: adopt(document, common, 'headers', 'Link') }, ...success.headers };
  }
}

function standardParameters({ path, operation }: OperationPlace): string[] {
  if (operation['x-searchable'] === undefined) return [];
  return path.endsWith('/total_count') ? ['query'] : listParameters;
}

const isPage = ({ path, operation }: OperationPlace): boolean => operation['x-searchable'] !== undefined && !path.endsWith('/total_count');

/** A read with an entity tag. A feed, which can be a stream, has none. */
function isSingleRead({ path, method, operation }: OperationPlace): boolean {
  const isFeed = 'text/event-stream' in (operation.responses['200']?.content ?? {});
  return method === 'get' && operation['x-searchable'] === undefined && path.startsWith('/v1/') && path.includes('{') && !isFeed;
}

function standardResponses({ document, path, method, operation }: OperationPlace): [string, string][] {
  const security = operation.security ?? document.security ?? [];
  const isInternal = path.startsWith('/internal/');
  const names: [string, string][] = [['400', 'BadRequest']];
  if (security.length > 0) names.push(['401', 'Unauthorized'], ['403', 'Forbidden']);
  if (path.includes('{')) names.push(['404', 'NotFound']);
  if (method === 'post' && security.some((requirement) => 'oauth2' in requirement)) names.push(['409', 'Conflict']);
  if ((method === 'put' || method === 'delete') && path.includes('{')) names.push(['412', 'PreconditionFailed']);
  if (!isInternal) names.push(['429', 'TooManyRequests']);
  return [...names, ['default', 'Unexpected']];
}

function addParameter({ document, common, item, operation }: OperationPlace, name: string): void {
  const present = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  const reference = `#/components/parameters/${name}`;
  if (present.some((parameter) => parameter.$ref === reference || parameter.name === name)) return;
  adopt(document, common, 'parameters', name);
  operation.parameters = [...(operation.parameters ?? []), { $ref: reference } as never];
}

/** Copies a component of common.yaml and all that it refers to into the document; returns its reference. */
export function adopt(document: Document, common: Document, kind: string, name: string): string {
  const reference = `#/components/${kind}/${name}`;
  const components = (document.components ??= {});
  const group = (components[kind] ??= {});
  if (name in group) return reference;
  const part = common.components[kind]?.[name];
  if (part === undefined) throw new Error(`common.yaml has no ${kind}/${name}`);
  group[name] = structuredClone(part);
  for (const [, innerKind, innerName] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
    adopt(document, common, innerKind as string, innerName as string);
  }
  return reference;
}
