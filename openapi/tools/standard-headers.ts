/**
 * Adds the parts that every service handles by headers alone, and the fields of each collection, to each operation of the public
 * document. The services' own documents lack them: libs/http serves them without validation.
 */
import { type Document, type Operation, operationsOf, resolve, type Response } from '@partner-ordering/openapi';
import { adopt } from './expand.ts';

/** Adds them, with the components of common.yaml that they need. Changes the document. */
export function addStandardHeaders(document: Document, common: Document): Document {
  for (const { method, operation, parameters } of operationsOf(document)) {
    const { responses } = operation;
    const take = (component: string): void => {
      operation.parameters = [...(operation.parameters ?? []), { $ref: adopt(document, common, 'parameters', component) } as never];
    };
    // A document may describe another use of the key: a batch passes it on.
    if (method === 'post' && '409' in responses && !parameters.some(({ name }) => name === 'Idempotency-Key')) {
      take('IdempotencyKey');
      const replayed = { $ref: adopt(document, common, 'headers', 'IdempotencyReplayed') };
      for (const status of Object.keys(responses).filter((each) => each.startsWith('2')))
        responses[status] = withHeader(resolve(document, responses[status]!), 'Idempotency-Replayed', replayed);
    }
    if (method !== 'post' && '412' in responses && operation.security?.length !== 0) take('IfMatch');
    if (method === 'get' && responses['200'] && 'ETag' in (resolve(document, responses['200']).headers ?? {})) {
      take('IfNoneMatch');
      responses['304'] ??= { $ref: adopt(document, common, 'responses', 'NotModified') };
    }
    describeFields(operation);
  }
  return document;
}

const withHeader = (response: Response, name: string, header: object): Response => ({
  ...response,
  headers: { ...response.headers, [name]: header },
});

function describeFields(operation: Operation): void {
  const { 'x-searchable': searchable, 'x-orderable': orderable, description } = operation;
  const listed = (title: string, names: readonly string[] = []): string[] =>
    names.length > 0 ? [`**${title}:** ${names.map((name) => `\`${name}\``).join(', ')}.`] : [];
  const fields = [...listed('Searchable fields', searchable), ...listed('Orderable fields', orderable)];
  if (fields.length > 0) operation.description = [...(description === undefined ? [] : [description.trimEnd()]), ...fields].join('\n\n');
}
