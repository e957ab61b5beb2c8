/**
 * `Prefer: return=representation` (RFC 7240). The services' documents describe the body that libs/http sends then, so that it is validated.
 * The public document has it in words: generated clients know one success of an operation and take another for an error.
 */
import {
  answersWithSecret,
  componentsReachedBy,
  type Document,
  type DocumentedOperation,
  type Operation,
  operationsOf,
  resolve,
  type Response,
} from '@partner-ordering/openapi';
import { adopt } from './expand.ts';

const IF_READABLE = 'With `Prefer: return=representation` you get the resource as GET shows it, if you may read it';
const CREATED = `Created. The body is empty. ${IF_READABLE}.`;
const CHANGED = `Done. The body is empty. ${IF_READABLE}: 200 with its \`ETag\` and \`Preference-Applied\`.`;

/** A service's document with the parameter, and the body of a POST's 201 or the 200 of a PUT, where libs/http answers so. */
export function withRepresentations(bundle: Document, common: Document): Document {
  const document = structuredClone(bundle);
  for (const { operation, method, answer } of representations(document)) {
    operation.parameters = [...(operation.parameters ?? []), { $ref: adopt(document, common, 'parameters', 'Prefer') } as never];
    const shown = { headers: headersOf(document, common), content: answer.content! };
    if (method === 'put') operation.responses['200'] = { description: 'Done.', ...shown };
    else operation.responses['201'] = created(document, operation, shown);
  }
  // Perhaps no POST is left that refers to the shared 201.
  const { responses: used = {} } = componentsReachedBy(document, document.paths);
  if (!('Created' in used)) delete document.components['responses']!['Created'];
  return document;
}

/** Describes in words what `withRepresentations` adds. Changes the document. */
export function describeRepresentations(document: Document, common: Document): void {
  for (const { operation, method } of representations(document)) {
    if (method === 'put') operation.responses['204'] = { ...resolve(document, operation.responses['204']!), description: CHANGED };
    else operation.responses['201'] = created(document, operation, { headers: headersOf(document, common) });
  }
}

const headersOf = (document: Document, common: Document): NonNullable<Response['headers']> => ({
  ETag: { $ref: adopt(document, common, 'headers', 'ETag') },
  'Preference-Applied': { $ref: adopt(document, common, 'headers', 'PreferenceApplied') },
});

function created(document: Document, { responses }: Operation, { headers, ...body }: Response): Response {
  const empty = resolve(document, responses['201']!);
  return { ...empty, description: CREATED, headers: { ...empty.headers, ...headers }, ...body };
}

/** The writes with an empty answer whose resource libs/http shows, with the answer of the GET that shows it. */
function representations(document: Document): (DocumentedOperation & { answer: Response })[] {
  return [...operationsOf(document)].flatMap((place) => {
    const { responses, security } = place.operation;
    const empty = responses[place.method === 'put' ? '204' : '201'];
    const read = readOf(document, place);
    if (empty === undefined || resolve(document, empty).content !== undefined || read === undefined) return [];
    const answer = resolve(document, read.responses['200']!);
    const isShown = security?.length !== 0 && 'ETag' in (answer.headers ?? {}) && !answersWithSecret(document, read);
    return isShown ? [{ ...place, answer }] : [];
  });
}

/** The GET of what a PUT changes, or of what a POST creates. */
function readOf({ paths }: Document, { path, method, operation }: DocumentedOperation): Operation | undefined {
  if (method === 'put') return paths[path]?.get;
  if (method !== 'post') return undefined;
  const member = Object.keys(paths).find((each) => each.endsWith('}') && each.slice(0, each.lastIndexOf('/')) === path);
  const { 'x-location': location = member ?? path } = operation;
  return paths[location]?.get;
}
