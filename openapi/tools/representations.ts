/**
 * `Prefer: return=representation` (RFC 7240). The services' documents describe the body that libs/http sends then, so that it is validated.
 * The public document has it in words: generated clients know one success of an operation and take another for an error.
 */
import {
  answersWithSecret,
  type Document,
  type DocumentedOperation,
  isRepresentation,
  type Operation,
  operationsOf,
  resolve,
} from '@partner-ordering/openapi';
import { adopt } from './expand.ts';

/** Adds the parameter, and the 200 of a PUT or the body of a POST's 201, to each operation that libs/http answers so. */
export function addRepresentations(document: Document, common: Document): Document {
  for (const place of operationsOf(document)) {
    const { method, operation } = place;
    const { content } = representationOf(document, place) ?? {};
    if (content === undefined) continue;
    const headers = {
      ETag: { $ref: adopt(document, common, 'headers', 'ETag') },
      'Preference-Applied': { $ref: adopt(document, common, 'headers', 'PreferenceApplied') },
    };
    operation.parameters = [...(operation.parameters ?? []), { $ref: adopt(document, common, 'parameters', 'Prefer') } as never];
    if (method === 'put') operation.responses['200'] = { description: 'Done.', headers, content };
    else {
      const created = resolve(document, operation.responses['201']!);
      operation.responses['201'] = { ...created, headers: { ...created.headers, ...headers }, content };
    }
  }
  return document;
}

/** The answer of the GET that shows what a write with an empty answer has made; undefined where libs/http does not show it. */
function representationOf(document: Document, place: DocumentedOperation) {
  const { responses, security } = place.operation;
  const empty = responses[place.method === 'put' ? '204' : '201'];
  const read = readOf(document, place);
  if (empty === undefined || resolve(document, empty).content !== undefined || read === undefined) return undefined;
  const answer = resolve(document, read.responses['200']!);
  const isShown = security?.length !== 0 && 'ETag' in (answer.headers ?? {}) && !answersWithSecret(document, read);
  return isShown ? answer : undefined;
}

/** The GET of what a PUT changes, or of what a POST creates. */
function readOf({ paths }: Document, { path, method, operation }: DocumentedOperation): Operation | undefined {
  if (method === 'put') return paths[path]?.get;
  if (method !== 'post') return undefined;
  const member = Object.keys(paths).find((each) => each.endsWith('}') && each.slice(0, each.lastIndexOf('/')) === path);
  const { 'x-location': location = member ?? path } = operation;
  return paths[location]?.get;
}

const CREATED = 'Created. The body is empty, or the resource if you ask for it by `Prefer: return=representation`.';
const CHANGED = 'Done. The body is empty. If you ask for the resource by `Prefer: return=representation`, you get 200 with it.';

/** Leaves words in place of what `addRepresentations` has added. Changes the document. */
export function describeRepresentations(document: Document): void {
  for (const { method, operation } of operationsOf(document)) {
    const { responses } = operation;
    const status = method === 'put' ? '200' : '201';
    if (responses[status] === undefined || !isRepresentation(document, responses[status])) continue;
    operation.parameters = operation.parameters!.filter((parameter) => resolve(document, parameter).name !== 'Prefer');
    if (method === 'put') {
      delete responses['200'];
      responses['204'] = { ...resolve(document, responses['204']!), description: CHANGED };
    } else {
      const { content: _, ...created } = resolve(document, responses['201']!);
      responses['201'] = { ...created, description: CREATED };
    }
  }
}
