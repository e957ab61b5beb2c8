/**
 * `Prefer: return=representation`, shown at each operation that libs/http answers so. A PUT has a 200 beside its 204. The 201 of a POST has
 * no schema but words: OpenAPI cannot say that a body may be absent, and generated clients would parse the empty one.
 */
import { answersWithSecret, type Document, type Method, type Operation, resolve, type Response } from '@partner-ordering/openapi';

interface OperationPlace {
  path: string;
  method: Method;
  operation: Operation;
}

/** The description of a 201 that may have a body. */
const CREATED = 'Created. The body is empty, or the resource if you ask for it by `Prefer`.';

/** The answers of an operation that has the parameter, by their status; undefined for one that takes none. */
export function preferred(
  document: Document,
  place: OperationPlace,
  headers: Record<string, object>,
): Record<string, Response> | undefined {
  const { responses, security } = place.operation;
  const read = readOf(document, place);
  const readAnswer = read && resolve(document, read.responses['200']!);
  if (readAnswer === undefined || security?.length === 0 || !('ETag' in (readAnswer.headers ?? {})) || answersWithSecret(document, read!))
    return undefined;
  if (place.method === 'put')
    return '204' in responses ? { '200': { description: 'Done.', headers, content: readAnswer.content! } } : undefined;
  const created = resolve(document, responses['201']!);
  if (created.content !== undefined) return undefined;
  return { '201': { ...created, description: CREATED, headers: { ...created.headers, ...headers } } };
}

/** The GET of what a PUT changes, or of what a POST creates with an empty answer. */
function readOf({ paths }: Document, { path, method, operation }: OperationPlace): Operation | undefined {
  if (method === 'put') return paths[path]?.get;
  if (method !== 'post' || operation.responses['201'] === undefined) return undefined;
  const member = Object.keys(paths).find((each) => each.endsWith('}') && each.slice(0, each.lastIndexOf('/')) === path);
  const { 'x-location': location = member ?? path } = operation;
  return paths[location]?.get;
}
