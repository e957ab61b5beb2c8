import {
  methods,
  type Document,
  type DocumentedOperation,
  type Endpoint,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from './document.ts';
import { componentsReachedBy, resolve, schemasReachedBy } from './references.ts';
import { fieldOf } from './schemas.ts';

/** The operations of a document in its order. Throws for a method that the contract does not have. */
export function* operationsOf(document: Document): Generator<DocumentedOperation> {
  for (const [path, item] of Object.entries(document.paths)) {
    const others = Object.keys(item).filter((key) => key !== 'parameters' && !(methods as readonly string[]).includes(key));
    if (others.length > 0) throw new Error(`${path}: no such method: ${others.join(', ')}`);
    for (const method of methods) {
      const operation = item[method];
      if (operation !== undefined) yield { path, method, operation, parameters: parametersOf(document, { path, method }) };
    }
  }
}

/** The operation of an endpoint; throws if the document has none. */
export function operationAt(document: Document, { path, method }: Endpoint): Operation {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`The document has no ${method.toUpperCase()} ${path}`);
  return operation;
}

/** The parameters of an operation, with those of its path. */
export function parametersOf(document: Document, endpoint: Endpoint): Parameter[] {
  const { parameters = [] } = operationAt(document, endpoint);
  return [...(document.paths[endpoint.path]!.parameters ?? []), ...parameters].map((parameter) => resolve(document, parameter));
}

/** The pattern of a path's addresses, as the source of a regular expression with a named group for each parameter. */
export const addressPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?#]+)');

/** The callers of an operation: `public` needs no token; `scopes` are alternatives, none means any token. A public one may have scopes. */
export interface Access {
  public: boolean;
  scopes: string[];
}

/** Access by the `security` of an operation. One scope per requirement, several requirements are alternatives. */
export function accessTo(document: Document, operation: Operation): Access {
  const requirements = operation.security ?? document.security ?? [];
  const scopes = requirements.flatMap((requirement) => {
    const alternatives = requirement['oauth2'] ?? [];
    if (alternatives.length > 1)
      throw new Error(`${operation.operationId}: scopes that may stand for each other are separate requirements`);
    return alternatives;
  });
  return { public: requirements.length === 0 || requirements.some((requirement) => Object.keys(requirement).length === 0), scopes };
}

/** The form of an operation's body: parsed (`json`), `URLSearchParams` (`form`), or unread (`stream`, `multipart/form-data`). */
export function bodyKind(document: Document, { requestBody }: Operation): { kind: 'none' | 'json' | 'form' | 'stream'; required: boolean } {
  if (!requestBody) return { kind: 'none', required: false };
  const { content, required = false } = resolve(document, requestBody);
  if ('multipart/form-data' in content) return { kind: 'stream', required };
  return { kind: 'application/json' in content ? 'json' : 'form', required };
}

/** Names of the schemas of bodies that are forms. */
export const formSchemas = (document: Document): Set<string> =>
  schemasReachedBy(
    document,
    [...operationsOf(document)].map(({ operation: { requestBody } }) => ({ ...requestBody?.content, 'application/json': undefined })),
  );

/** The schema of the body that an operation takes; undefined without one of this type. */
export function bodySchema(document: Document, { requestBody }: Operation, type = 'application/json'): Schema | undefined {
  return requestBody && resolve(document, requestBody).content[type]?.schema;
}

/** Names of the query parameters that an operation takes. */
export const queryParameters = (document: Document, endpoint: Endpoint): Set<string> =>
  new Set(parametersOf(document, endpoint).flatMap(({ name, in: position }) => (position === 'query' ? [name] : [])));

/** The schema of an operation's 200; undefined where that is no JSON. */
export function answerSchema(document: Document, { responses }: Operation): Schema | undefined {
  const success = responses['200'];
  return success && resolve(document, success).content?.['application/json']?.schema;
}

/** The schema of the items of a collection (`{total_count, items}`) in an operation's 200; undefined where that is none. */
export function itemSchema(document: Document, operation: Operation): Schema | undefined {
  const schema = answerSchema(document, operation);
  const { items, total_count: count } = (schema && fieldOf(document, schema).properties) ?? {};
  return items && count && resolve(document, items).items;
}

/** Whether an operation answers with one resource: neither with a collection nor with a count. */
export function readsOne(document: Document, operation: Operation): boolean {
  const schema = answerSchema(document, operation);
  if (schema === undefined) return false;
  const { properties = {} } = fieldOf(document, schema);
  return !('items' in properties) && !('total_count' in properties);
}

/** The schema of a resource in an operation's 200; for a collection, that of each item. */
export const resourceSchema = (document: Document, operation: Operation): Schema =>
  itemSchema(document, operation) ?? answerSchema(document, operation) ?? {};

/** The fields of a resource in an operation's 200; for a collection, those of each item. */
export function resourceFields(document: Document, operation: Operation): readonly string[] {
  const known = fieldsByOperation.get(operation) ?? Object.keys(fieldOf(document, resourceSchema(document, operation)).properties ?? {});
  fieldsByOperation.set(operation, known);
  return known;
}

const fieldsByOperation = new WeakMap<Operation, readonly string[]>();

/** The operation that reads a single resource. */
export const singleReadOf = (document: Document, resource: string | undefined): Operation | undefined =>
  Object.entries(document.paths).find(([path, { get }]) => path.endsWith('}') && get !== undefined && get['x-resource'] === resource)?.[1]
    .get;

/** Whether a success has the body that `Prefer: return=representation` asks for. */
const isRepresentation = (document: Document, response: Response): boolean =>
  'Preference-Applied' in (resolve(document, response).headers ?? {});

/** The successes of an operation by status. A part of a file (206) is none of its own. */
export const successesOf = ({ responses }: Operation): [status: string, response: Response][] =>
  Object.entries(responses).filter(([status]) => status.startsWith('2') && status !== '206');

/** Whether an operation answers with JSON only. Empty answers suit every `Accept`. */
export function answersJson(document: Document, operation: Operation): boolean {
  const successes = successesOf(operation).filter(([, response]) => !isRepresentation(document, response));
  const types = successes.flatMap(([, response]) => Object.keys(resolve(document, response).content ?? {}));
  return types.length > 0 && types.every((type) => type === 'application/json');
}

/** The document of one operation with its components, so its validator compiles one route instead of all. */
export function documentOf(document: Document, { path, method }: Endpoint): Document {
  const operation = operationAt(document, { path, method });
  const { parameters } = document.paths[path]!;
  // A form reaches its operation as `URLSearchParams`, which no schema describes.
  const { requestBody, parameters: own, ...others } = operation;
  const takesJson = bodyKind(document, operation).kind === 'json';
  const checked = { ...others, ...(takesJson && { requestBody }), ...(own && !operation['x-page'] && { parameters: own }) };
  const paths = { [path]: { ...(parameters && { parameters }), [method]: checked } };
  const { openapi, info, servers } = document;
  return structuredClone({
    openapi,
    info,
    ...(servers && { servers }),
    paths,
    components: componentsReachedBy(document, paths),
  } as Document);
}
